import type { TenantConfiguration } from '@patchbay/core/store'
import type { CollectionOf } from './collection.ts'

/** Its maps are JSON, because MongoDB gives a meaning to names that begin with `$` or contain a dot. */
export interface TenantDocument {
  readonly _id: string
  readonly name: string
  readonly status: TenantConfiguration['status']
  readonly providers: string
  readonly options: string
  readonly created_at: string
  readonly updated_at: string
  /** Documents of earlier versions of the gateway have none. */
  readonly version?: string
}

export const tenants: CollectionOf<TenantDocument> = { name: 'tenants', indexes: [] }
