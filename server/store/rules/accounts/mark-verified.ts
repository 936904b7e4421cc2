import type { CredentialRecord } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'

/** The credential after the vendor's verdict; `undefined`: nothing changes. */
export const markVerified = (
  known: CredentialRecord | undefined,
  version: string,
  rejected: Date | null,
): CredentialRecord | undefined =>
  known?.version === version && (known.rejected_at === null) !== (rejected === null)
    ? { ...known, rejected_at: rejected ? isoTime(rejected) : null }
    : undefined
