import type { AccountRef } from './accounts/account-records.ts'

/** A change of data that may be held in memory. `everything`: anything may have changed. */
export type Change =
  | { readonly kind: 'tenant'; readonly tenant: string; readonly isRemoved?: true }
  | { readonly kind: 'bearer-token'; readonly hash: string }
  | { readonly kind: 'admin-key'; readonly hash: string }
  | ({ readonly kind: 'credential' } & AccountRef)
  | { readonly kind: 'grant'; readonly grant_id: string }
  | { readonly kind: 'billing'; readonly tenant: string }
  | { readonly kind: 'everything' }

export interface Changes {
  /**
   * Calls `listener` after each change. A change of this process is announced before the port's method resolves, a change
   * of another process within 2 s. If a tenant was removed, its `tenant` change stands for all of its data.
   *
   * @returns a function that stops listening
   */
  listen(listener: (change: Change) => void): () => void
}
