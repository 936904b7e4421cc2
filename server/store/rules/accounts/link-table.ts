import type { ConnectLink } from '@patchbay/core/store'
import { defineTable } from '../../records/table.ts'

export const linkTable = defineTable<ConnectLink, 'connect_id'>({
  name: 'connect_links',
  bound: {
    kind: 'age',
    by: 'retention',
    text: 'for 7 days after it expired unused; one that connected an account, for 30 days after the account was connected by another link, or its credential was replaced or removed',
  },
  key: ['connect_id'],
  columnsBesideJson: {
    hash: 'hash',
    state_hash: 'attempt.state_hash',
    tenant: 'tenant',
    expires_at: 'expires_at',
    made_by: 'made_by',
  },
  jsonInDocuments: ['settings', 'metadata'],
  indexes: [
    { on: { hash: 1 }, unique: true },
    { on: { 'attempt.state_hash': 1 } },
    { on: { tenant: 1, connect_id: 1 } },
    { on: { expires_at: 1 } },
    { on: { made_by: 1, connect_id: 1 } },
  ],
  tenant: 'tenant',
})

export const oldestLinkFirst = { sort: ['connect_id'] } as const
export const newestLinkFirst = { ...oldestLinkFirst, descending: true } as const
