import type { TenantRecord } from '@patchbay/core/store'
import { defineTable } from '../../records/table.ts'

/** The table of tenants, including members of later versions, which a move needs. */
export const tenantTable = defineTable<TenantRecord, 'id'>({
  name: 'tenants',
  bound: { kind: 'people', text: 'until it is deleted' },
  key: ['id'],
  columns: { providers: 'json', options: 'json' },
  jsonInDocuments: ['providers', 'options'],
  indexes: [{ on: { created_at: 1 } }, { on: { updated_at: 1 } }],
  earlier: ({ updated_at }) => ({ version: updated_at }),
})
