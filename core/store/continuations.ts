import type { MaybePromise } from '../maybe-promise.ts'

/** A result that is handed over in parts. What a provider said is sealed, with the call that it answers. */
export interface ContinuationRecord {
  /** 128 random bits, hex. */
  readonly id: string
  readonly tenant: string
  readonly provider: string
  readonly account: string
  readonly sealed: string
}

export const continuationBounds = {
  /** How long a record is kept after its last use. */
  lifeMs: 10 * 60_000,
  /** Of a tenant: its records that were used longest ago make room for a new one. That one stays, whatever its size. */
  tenantBytes: 16 * 2 ** 20,
} as const

/** What a record counts for beside its sealed text. */
export const continuationOverhead = 512

/**
 * Results that are handed over in parts, for every gateway of the store. Unlike all else in a store, a record may be
 * forgotten early: at a restart of the embedded store, or when there are too many over all tenants.
 */
export interface Continuations {
  put(record: ContinuationRecord, now: Date): MaybePromise<void>
  /** The tenant's record of this id, which is then kept anew. */
  use(tenant: string, id: string, now: Date): MaybePromise<ContinuationRecord | undefined>
}
