import type { VendorApplicationRecord } from './vendor-applications.ts'

/** Whether the accesses of a provider can be ended at its vendor, with this application. */
export type IsRevocable = (provider: string, app: Pick<VendorApplicationRecord, 'revoke_url'> | undefined) => boolean

/** What a removal needs in order to record revocations. */
export interface Leaving {
  readonly now: Date
  readonly isRevocable: IsRevocable
}
