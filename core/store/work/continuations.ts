import type { MaybePromise } from '../../maybe-promise.ts'

/** A result that is delivered in parts. The provider's answer is sealed, together with the call. */
export interface ContinuationRecord {
  /** The id: 128 random bits in hex. */
  readonly id: string
  readonly tenant: string
  readonly provider: string
  readonly account: string
  readonly sealed: string
}

export const continuationBounds = {
  /** The time for which a record is kept after its last use. */
  lifeMs: 10 * 60_000,
  /** The most bytes of one tenant. Its least recently used records make room for a new one, which is kept whatever its size. */
  tenantBytes: 16 * 2 ** 20,
} as const

/** Bytes that a record counts for, besides its sealed text. */
export const continuationOverhead = 512

/**
 * Results that are delivered in parts, by any gateway on the store. Unlike other data in a store, a record may disappear
 * early: at a restart of the embedded store, or when all tenants together have too many.
 */
export interface Continuations {
  put(record: ContinuationRecord, now: Date): MaybePromise<void>
  /** Finds the tenant's record and extends its life. */
  use(tenant: string, id: string, now: Date): MaybePromise<ContinuationRecord | undefined>
}
