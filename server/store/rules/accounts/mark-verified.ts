import type { CredentialRecord } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'

/** The credential after the vendor's verdict; `undefined`: nothing changes. */
export const markVerified = (
  credential: CredentialRecord | undefined,
  version: string,
  rejected: Date | null,
): CredentialRecord | undefined =>
  credential?.version === version && (credential.rejected_at === null) !== (rejected === null)
    ? { ...credential, rejected_at: rejected ? isoTime(rejected) : null }
    : undefined
