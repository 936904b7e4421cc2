import type { MaybePromise } from '../../maybe-promise.ts'

/**
 * The calls of a month that are taken, over all gateways. The number is derived from the audit log, so unlike other data in
 * a store it may disappear. Months are written `2026-11`.
 */
export interface Quotas {
  /** Takes one call; exact for concurrent callers. `unknown`: `settle` must set the number of logged calls first. */
  reserve(tenant: string, month: string, limit: number): MaybePromise<'reserved' | 'full' | 'unknown'>
  /** Answers as `reserve` would, and takes nothing. */
  look(tenant: string, month: string, limit: number): MaybePromise<'free' | 'full' | 'unknown'>
  /** Releases a reserved call. */
  release(tenant: string, month: string): MaybePromise<void>
  /**
   * Sets the number of calls in the log. If it is higher than the number reserved, the reservations rise to it. If it
   * is lower, the difference is calls in progress or left by a dead gateway; it is dropped once none can be in
   * progress.
   */
  settle(tenant: string, month: string, logged: number): MaybePromise<void>
}
