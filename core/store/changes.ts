import type { AccountRef } from './credentials.ts'

/** Something that may be held in memory has changed. `everything`: it isn't known what. */
export type Change =
  | { readonly kind: 'tenant'; readonly tenant: string }
  | { readonly kind: 'bearer-token'; readonly hash: string }
  | { readonly kind: 'admin-key'; readonly hash: string }
  | ({ readonly kind: 'credential' } & AccountRef)
  | { readonly kind: 'grant'; readonly grant_id: string }
  | { readonly kind: 'billing'; readonly tenant: string }
  | { readonly kind: 'everything' }

export interface Changes {
  /**
   * Calls `listener` after each change: before the port's method resolves for those of this process, within 2 s for
   * others. Answers how to stop. A `tenant` change covers all that is the tenant's when it was removed.
   */
  listen(listener: (change: Change) => void): () => void
}
