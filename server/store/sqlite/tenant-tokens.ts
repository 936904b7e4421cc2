import type { Change, TenantTokenRecord, TenantTokens } from '@patchbay/core/store'
import { changes, registeredToken } from '../rules/registered-token.ts'
import type { SqliteDatabase } from './database.ts'
import { createEndGrants } from './end-grants.ts'

/** The lists of patterns are JSON texts in the row. */
type TokenRow = Omit<TenantTokenRecord, 'allow' | 'deny'> & {
  readonly allow: string | null
  readonly deny: string | null
}

const listOf = (text: string | null): readonly string[] | null => (text === null ? null : JSON.parse(text))
const textOf = (list: readonly string[] | null): string | null => (list === null ? null : JSON.stringify(list))

export const tokenRecordOf = (row: TokenRow): TenantTokenRecord => ({
  ...row,
  allow: listOf(row.allow),
  deny: listOf(row.deny),
})
export const tokenRowOf = (record: TenantTokenRecord): TokenRow => ({
  ...record,
  allow: textOf(record.allow),
  deny: textOf(record.deny),
})

export const sqliteTenantTokens = (db: SqliteDatabase, announce: (change: Change) => void): TenantTokens => {
  const find = db.query<TokenRow, [hash: string]>('SELECT * FROM bearer_tokens WHERE hash = ?')
  const put = db.query<never, [Record<keyof TokenRow, string | number | null>]>(
    `INSERT OR REPLACE INTO bearer_tokens
       (hash, token_id, tenant_id, status, created_at, label, expires_at, calls_per_minute, allow, deny,
       last_used_at)
     VALUES ($hash, $token_id, $tenant_id, $status, $created_at, $label, $expires_at, $calls_per_minute, $allow, $deny,
       $last_used_at)`,
  )
  const byId = db.query<TokenRow, [tenant: string, tokenId: string]>(
    'SELECT * FROM bearer_tokens WHERE tenant_id = ? AND token_id = ?',
  )
  const touch = db.query<never, [now: string, hash: string]>(
    'UPDATE bearer_tokens SET last_used_at = ?1 WHERE hash = ?2 AND (last_used_at IS NULL OR last_used_at < ?1)',
  )
  const list = db.query<TokenRow, [tenant: string]>(
    'SELECT * FROM bearer_tokens WHERE tenant_id = ? ORDER BY created_at, hash',
  )
  const remove = db.query<{ hash: string }, [tenant: string, tokenId: string]>(
    'DELETE FROM bearer_tokens WHERE tenant_id = ? AND token_id = ? RETURNING hash',
  )
  const endGrants = createEndGrants(db)
  const findRecord = (hash: string): TenantTokenRecord | undefined => {
    const row = find.get(hash)
    return row ? tokenRecordOf(row) : undefined
  }
  const recordById = (tenant: string, tokenId: string): TenantTokenRecord | undefined => {
    const row = byId.get(tenant, tokenId)
    return row ? tokenRecordOf(row) : undefined
  }
  return {
    async register(tenant, hash, now, members = {}) {
      const { isNew, ...answer } = await db.write(() => {
        const known = findRecord(hash)
        if (known && known.tenant_id !== tenant) return { outcome: 'taken', isNew: false } as const
        const record = registeredToken(known, { tenant, hash, now }, members)
        const isNew = !known || changes(known, members)
        if (isNew) put.run({ ...tokenRowOf(record) })
        return { outcome: known ? 'exists' : 'created', record, isNew } as const
      })
      if (isNew) announce({ kind: 'bearer-token', hash })
      return answer
    },
    find: (hash) => db.read(() => findRecord(hash)),
    findById: (tenant, tokenId) => db.read(() => recordById(tenant, tokenId)),
    async change(tenant, tokenId, members) {
      const { record, isNew } = await db.write(() => {
        const known = recordById(tenant, tokenId)
        if (!known || !changes(known, members)) return { record: known, isNew: false }
        const record = { ...known, ...members }
        put.run({ ...tokenRowOf(record) })
        return { record, isNew: true }
      })
      if (record && isNew) announce({ kind: 'bearer-token', hash: record.hash })
      return record
    },
    touch: (hash, now) =>
      db.write(() => {
        touch.run(now.toISOString(), hash)
      }),
    list: (tenant) => db.read(() => list.all(tenant).map(tokenRecordOf)),
    async revoke(tenant, tokenId) {
      const { revoked, ended } = await db.write(() => {
        const revoked = remove.all(tenant, tokenId)
        return { revoked, ended: revoked.flatMap(({ hash }) => endGrants('bearer_hash', hash)) }
      })
      for (const { hash } of revoked) announce({ kind: 'bearer-token', hash })
      for (const grant_id of ended) announce({ kind: 'grant', grant_id })
      return revoked.length > 0
    },
  }
}
