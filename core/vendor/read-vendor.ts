import type { Deadlines, VendorQuota } from '../context/index.ts'
import type { Credential } from '../refresh/index.ts'
import type { ProviderAnswer, ProviderCall } from '../upstream/index.ts'
import { askVendor, type VendorParts } from './ask-vendor.ts'

export interface GatewayRead extends Omit<ProviderCall, 'request'> {
  readonly credential: Credential
  /** The quota that the vendor reports; left out: it is ignored. */
  readonly vendorQuota?: VendorQuota | undefined
}

/**
 * Makes a read that no caller asked for: it is neither counted nor cached, and its tries are not recorded. Throws the errors of a call.
 */
export const readVendor = async (
  { vendor, deadlines }: { readonly vendor: VendorParts; readonly deadlines: Deadlines },
  { credential, vendorQuota, ...read }: GatewayRead,
  signal: AbortSignal,
): Promise<ProviderAnswer> => {
  const deadline = deadlines.start({ startedAt: performance.now(), signal })
  try {
    const request = read.action.request(read.params, { settings: read.account.settings ?? {} })
    const traced = { provider: read.domain.provider.id, action: read.name, tenantId: undefined }
    const record = {
      ...traced,
      answered: false,
      tries: undefined,
      firstStatus: 0,
      firstMs: 0,
      writeOutcome: 'absent' as const,
    }
    return await askVendor(vendor, { ...read, request }, credential, { deadline, vendorQuota, record })
  } finally {
    deadline.clear()
  }
}
