import type { TenantConfiguration } from '@patchbay/core/store'
import type { CollectionOf } from './collection.ts'

/** Its maps are JSON: MongoDB would read names in them that begin with `$`, or hold a dot, as its own. */
export interface TenantDocument {
  readonly _id: string
  readonly name: string
  readonly status: TenantConfiguration['status']
  readonly providers: string
  readonly options: string
  readonly created_at: string
  readonly updated_at: string
}

export const tenants: CollectionOf<TenantDocument> = { name: 'tenants', indexes: [] }
