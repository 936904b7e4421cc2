import { setImmediate } from 'node:timers/promises'
import {
  type Change,
  mostCounted,
  noTokenMembers,
  type TenantTokenMembers,
  type TenantTokenRecord,
  type TenantTokens,
  toListTotal,
  toTokenId,
} from '@patchbay/core/store'
import { earliest, isoTime, secondsOf } from '@patchbay/core/time'
import { atMost, lessThan, lessThanOrNull } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

/** A hash is unique over all tenants. */
export const tenantTokenTable = defineTable<TenantTokenRecord, 'hash'>({
  name: 'bearer_tokens',
  bound: { kind: 'age', by: 'retention', text: 'until it is revoked, or 30 days after it expired' },
  key: ['hash'],
  columns: { allow: 'json', deny: 'json', ask: 'json', approve: 'json' },
  jsonItemsInDocuments: ['allow', 'deny', 'ask'],
  indexes: [
    { on: { tenant_id: 1, created_at: 1, hash: 1 } },
    { on: { created_at: 1, hash: 1 } },
    { on: { expires_at: 1 } },
  ],
  tenant: 'tenant_id',
  earlier: () => ({ ...noTokenMembers, last_used_at: null }),
})

/** A token for which nothing was set. */
export const newTenantToken = (tenant: string, hash: string, now: Date): TenantTokenRecord => ({
  hash,
  token_id: toTokenId(hash),
  tenant_id: tenant,
  status: 'active',
  created_at: isoTime(now),
  last_used_at: null,
  ...noTokenMembers,
})

const hasOther = (token: TenantTokenRecord, members: Partial<TenantTokenMembers>): boolean =>
  Object.entries(members).some(([name, value]) => !Bun.deepEquals(token[name as keyof TenantTokenMembers], value))

type Position = Pick<TenantTokenRecord, 'created_at' | 'hash'>

/** Tokens that are read at once where a search finds few of them. */
const sliceSize = 500

const contains = ({ label, token_id, tenant_id }: TenantTokenRecord, wanted: string): boolean =>
  [label ?? '', token_id, tenant_id].some((text) => text.toLowerCase().includes(wanted))

/** The next tokens, newest first: those of the same millisecond, then older ones. */
const readOlder = async (
  store: RecordStore,
  before: Position | undefined,
  limit: number,
): Promise<readonly TenantTokenRecord[]> => {
  const newestFirst = { sort: ['created_at', 'hash'], descending: true } as const
  if (before === undefined) return store.read(tenantTokenTable.list({}, { ...newestFirst, limit }))
  const { created_at, hash } = before
  const alike = { created_at, hash: lessThan(hash) }
  const same = await store.read(tenantTokenTable.list(alike, { ...newestFirst, limit }))
  if (same.length === limit) return same
  const older = { created_at: lessThan(created_at) }
  return [...same, ...(await store.read(tenantTokenTable.list(older, { ...newestFirst, limit: limit - same.length })))]
}

/** Yields the tokens that contain a text, newest first. The embedded store answers at once: calls get their turn between two reads. */
async function* findTokens(
  store: RecordStore,
  search: string,
  before?: Position,
): AsyncGenerator<readonly TenantTokenRecord[]> {
  const wanted = search.toLowerCase()
  for (let from = before; ; ) {
    const slice: readonly TenantTokenRecord[] = await readOlder(store, from, sliceSize)
    yield slice.filter((token) => contains(token, wanted))
    if (slice.length < sliceSize) return
    from = slice.at(-1)
    await setImmediate()
  }
}

/** The change that other gateways hear of. */
export const describeTokenChange = ({ hash }: TenantTokenRecord): Change => ({ kind: 'bearer-token', hash })

export const createTenantTokens = (store: RecordStore): TenantTokens => ({
  register: (tenant, hash, now, members = {}) =>
    // The scope is the token rather than the tenant: two tenants may register the same token.
    store.change(`token ${hash}`, { token: tenantTokenTable.at({ hash }) }, ({ token }) => {
      if (token && token.tenant_id !== tenant) return { answer: { outcome: 'taken' } }
      const record = { ...(token ?? newTenantToken(tenant, hash, now)), ...members }
      const answer = { outcome: token ? 'exists' : 'created', record } as const
      if (token && !hasOther(token, members)) return { answer }
      return { answer, writes: [tenantTokenTable.put(record)], changes: [describeTokenChange(record)] }
    }),
  find: (hash) => store.read(tenantTokenTable.at({ hash })),
  findById: (tenant_id, token_id) => store.read(tenantTokenTable.first({ tenant_id, token_id })),
  change: (tenant_id, token_id, members, check) =>
    store.change(tenant_id, { token: tenantTokenTable.first({ tenant_id, token_id }) }, ({ token }) => {
      if (token) check?.(token)
      if (!token || !hasOther(token, members)) return { answer: token }
      const record = { ...token, ...members }
      return { answer: record, writes: [tenantTokenTable.put(record)], changes: [describeTokenChange(record)] }
    }),
  // Without a transaction: it may get lost, and must be cheap.
  touch: async (hash, now) => {
    const last_used_at = isoTime(now)
    await store.write(tenantTokenTable.update({ hash, last_used_at: lessThanOrNull(last_used_at) }, { last_used_at }))
  },
  list: (tenant_id) => store.read(tenantTokenTable.list({ tenant_id }, { sort: ['created_at', 'hash'] })),
  page: async ({ limit, before, search }) => {
    if (search === undefined) return readOlder(store, before, limit)
    const matches: TenantTokenRecord[] = []
    for await (const tokens of findTokens(store, search, before)) {
      matches.push(...tokens)
      if (matches.length >= limit) break
    }
    return matches.slice(0, limit)
  },
  total: async ({ search }) => {
    if (search === undefined)
      return toListTotal(await store.count(tenantTokenTable.list({}, { limit: mostCounted + 1 })))
    let count = 0
    for await (const tokens of findTokens(store, search)) {
      count += tokens.length
      if (count > mostCounted) break
    }
    return toListTotal(count)
  },
  rotate: (tenant_id, token_id, { hash, endsAt, now }, check) =>
    store.change(tenant_id, { token: tenantTokenTable.first({ tenant_id, token_id }) }, ({ token }) => {
      if (!token) return { answer: undefined }
      check?.(token)
      const { label, calls_per_minute, allow, deny, ask, approve, expires_at } = token
      const rules = { allow, deny, ask, approve }
      const record = { ...newTenantToken(tenant_id, hash, now), label, calls_per_minute, ...rules, expires_at }
      const previous = { ...token, expires_at: expires_at === null ? endsAt : earliest([expires_at, endsAt]) }
      return {
        answer: { record, previous },
        writes: [tenantTokenTable.put(record), tenantTokenTable.put(previous)],
        changes: [describeTokenChange(record), describeTokenChange(previous)],
      }
    }),
  revoke: (tenant_id, token_id) =>
    store.change(tenant_id, { named: tenantTokenTable.list({ tenant_id, token_id }) }, ({ named }) => ({
      answer: named.length > 0,
      writes: named.map(({ hash }) => tenantTokenTable.remove({ hash })),
      ends: named.map(({ hash }) => ({ tenant_id, bearer_hash: hash })),
      changes: named.map(describeTokenChange),
    })),
  prune: async (before, limit) => {
    const expires_at = atMost(secondsOf(before))
    const expiredTokens = await store.read(
      tenantTokenTable.list({ expires_at }, { sort: ['expires_at', 'hash'], limit }),
    )
    for (const tenant_id of new Set(expiredTokens.map((token) => token.tenant_id))) {
      // Read again, as somebody may have given a token more time.
      const expired = tenantTokenTable.list({ tenant_id, expires_at }, { limit })
      await store.change(tenant_id, { expired }, ({ expired }) => ({
        answer: undefined,
        writes: expired.map(({ hash }) => tenantTokenTable.remove({ hash })),
        ends: expired.map(({ hash }) => ({ tenant_id, bearer_hash: hash })),
        changes: expired.map(describeTokenChange),
      }))
    }
    return expiredTokens.length
  },
})
