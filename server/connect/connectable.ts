import { findAuth, isOwnClient } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import type { VendorApplicationRef, VendorApplications } from '@patchbay/core/store'
import { applicationOAuth, findTypedAuth, personalOAuth } from './context.ts'

/**
 * True if a person can connect accounts of this provider: with a key or an application of their own, or because the
 * operator has an application at the vendor, or gets one automatically.
 */
export const isConnectable = async (
  { apps }: { readonly apps: Pick<VendorApplications, 'find'> },
  domain: Domain | undefined,
  ref: VendorApplicationRef,
): Promise<boolean> => {
  const kind = domain && findAuth(domain.provider.auth, undefined)?.kind
  if (!domain || kind === 'none') return false
  const oauth = personalOAuth(domain)
  if (oauth) return isOwnClient(oauth) || findTypedAuth(domain) !== undefined || !!(await apps.find(ref))
  return kind !== 'oauth2' || applicationOAuth(domain) !== undefined
}
