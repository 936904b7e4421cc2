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
   * Says how many calls the log has. More than are taken: that many are taken. Fewer: what is taken beyond them is under
   * way, or was left by a gateway that died; it is dropped once nothing can be under way any more.
   */
  settle(tenant: string, month: string, logged: number): Promise<void>
}
