import type { VendorApplicationRecord } from './vendor-applications.ts'

/** True if access to a provider can be ended at its vendor, with this application. */
export type IsRevocable = (provider: string, app: Pick<VendorApplicationRecord, 'revoke_url'> | undefined) => boolean

/** The parts that a removal needs in order to record revocations. */
export interface Leaving {
  readonly now: Date
  readonly isRevocable: IsRevocable
}
