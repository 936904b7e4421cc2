import {
  type Change,
  noTokenMembers,
  type TenantTokenMembers,
  type TenantTokenRecord,
  type TenantTokens,
  toTokenId,
} from '@patchbay/core/store'
import { lessThanOrNull } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

/** A hash is unique over all tenants. */
export const tenantTokenTable = defineTable<TenantTokenRecord, 'hash'>({
  name: 'bearer_tokens',
  key: ['hash'],
  columns: { allow: 'json', deny: 'json' },
  indexes: [{ on: { tenant_id: 1, created_at: 1, hash: 1 } }],
  tenant: 'tenant_id',
  earlier: () => ({ ...noTokenMembers, last_used_at: null }),
})

const newToken = (tenant: string, hash: string, now: Date): TenantTokenRecord => ({
  hash,
  token_id: toTokenId(hash),
  tenant_id: tenant,
  status: 'active',
  created_at: now.toISOString(),
  last_used_at: null,
  ...noTokenMembers,
})

const hasOther = (token: TenantTokenRecord, members: Partial<TenantTokenMembers>): boolean =>
  Object.entries(members).some(([name, value]) => !Bun.deepEquals(token[name as keyof TenantTokenMembers], value))

const describeChange = ({ hash }: TenantTokenRecord): Change => ({ kind: 'bearer-token', hash })

export const createTenantTokens = (store: RecordStore): TenantTokens => ({
  register: (tenant, hash, now, members = {}) =>
    // The scope is the token rather than the tenant: two tenants may register the same token.
    store.change(`token ${hash}`, { known: tenantTokenTable.at({ hash }) }, ({ known }) => {
      if (known && known.tenant_id !== tenant) return { answer: { outcome: 'taken' } }
      const record = { ...(known ?? newToken(tenant, hash, now)), ...members }
      const answer = { outcome: known ? 'exists' : 'created', record } as const
      if (known && !hasOther(known, members)) return { answer }
      return { answer, writes: [tenantTokenTable.put(record)], changes: [describeChange(record)] }
    }),
  find: (hash) => store.read(tenantTokenTable.at({ hash })),
  findById: (tenant_id, token_id) => store.read(tenantTokenTable.first({ tenant_id, token_id })),
  change: (tenant_id, token_id, members, check) =>
    store.change(tenant_id, { known: tenantTokenTable.first({ tenant_id, token_id }) }, ({ known }) => {
      if (known) check?.(known)
      if (!known || !hasOther(known, members)) return { answer: known }
      const record = { ...known, ...members }
      return { answer: record, writes: [tenantTokenTable.put(record)], changes: [describeChange(record)] }
    }),
  // Without a transaction: it may get lost, and must be cheap.
  touch: async (hash, now) => {
    const last_used_at = now.toISOString()
    await store.write(tenantTokenTable.update({ hash, last_used_at: lessThanOrNull(last_used_at) }, { last_used_at }))
  },
  list: (tenant_id) => store.read(tenantTokenTable.list({ tenant_id }, { sort: ['created_at', 'hash'] })),
  revoke: (tenant_id, token_id) =>
    store.change(tenant_id, { named: tenantTokenTable.list({ tenant_id, token_id }) }, ({ named }) => ({
      answer: named.length > 0,
      writes: named.map(({ hash }) => tenantTokenTable.remove({ hash })),
      ends: named.map(({ hash }) => ({ tenant_id, bearer_hash: hash })),
      changes: named.map(describeChange),
    })),
})
