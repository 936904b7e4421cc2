/**
 * How many of a month's calls are taken, over all gateways. It is derived from the audit log, so unlike all else in a
 * store it may be forgotten; months are written `2026-11`.
 */
export interface Quotas {
  /** Takes one call; `unknown`: nobody has said yet what the log has. Of many at once exactly those that fit get one. */
  reserve(tenant: string, month: string, limit: number): Promise<'reserved' | 'full' | 'unknown'>
  /** Gives a call back. */
  release(tenant: string, month: string): Promise<void>
  /**
   * Sets the number of calls in the log. If it is higher than the number reserved, the reservations rise to it. If it
   * is lower, the difference is calls in progress or left by a dead gateway; it is dropped once none can be in
   * progress.
   */
  settle(tenant: string, month: string, logged: number): Promise<void>
}
