import type { GrantRecord, NewTokens } from '@patchbay/core/store'
import type { Rotation } from '../judge-refresh.ts'
import type { CollectionOf } from './collection.ts'

/** Its `_id` is the grant's. All tokens of a grant are in it, and so change with it. */
export interface GrantDocument extends Omit<GrantRecord, 'grant_id'>, Rotation {
  readonly _id: string
  readonly bearer_hash: string
  readonly code_hash: string
  readonly family: string
  /** Oldest first. */
  readonly access: readonly NewTokens['access'][]
  readonly refresh: readonly { readonly hash: string; readonly generation: number }[]
}

export const grants: CollectionOf<GrantDocument> = {
  name: 'grants',
  indexes: [
    { key: { tenant_id: 1, _id: 1 } },
    { key: { client_id: 1 } },
    { key: { bearer_hash: 1 } },
    { key: { code_hash: 1 } },
    { key: { family: 1 } },
    { key: { 'access.hash': 1 } },
    { key: { expires_at: 1 } },
  ],
  tenant: 'tenant_id',
}
