import type { BearerTokenRecord, BearerTokens, Change } from '@patchbay/core/store'
import { changes, registeredToken } from '../rules/registered-token.ts'
import type { SqliteDatabase } from './database.ts'
import { createEndGrants } from './end-grants.ts'

export const sqliteBearerTokens = (db: SqliteDatabase, announce: (change: Change) => void): BearerTokens => {
  const find = db.query<BearerTokenRecord, [hash: string]>('SELECT * FROM bearer_tokens WHERE hash = ?')
  const put = db.query<never, [Record<keyof BearerTokenRecord, string | number | null>]>(
    `INSERT OR REPLACE INTO bearer_tokens
       (hash, token_id, tenant_id, status, created_at, label, expires_at, calls_per_minute)
     VALUES ($hash, $token_id, $tenant_id, $status, $created_at, $label, $expires_at, $calls_per_minute)`,
  )
  const list = db.query<BearerTokenRecord, [tenant: string]>(
    'SELECT * FROM bearer_tokens WHERE tenant_id = ? ORDER BY created_at, hash',
  )
  const remove = db.query<{ hash: string }, [tenant: string, tokenId: string]>(
    'DELETE FROM bearer_tokens WHERE tenant_id = ? AND token_id = ? RETURNING hash',
  )
  const endGrants = createEndGrants(db)
  return {
    async register(tenant, hash, now, members = {}) {
      const { isNew, ...answer } = await db.write(() => {
        const known = find.get(hash) ?? undefined
        if (known && known.tenant_id !== tenant) return { outcome: 'taken', isNew: false } as const
        const record = registeredToken(known, { tenant, hash, now }, members)
        const isNew = !known || changes(known, members)
        if (isNew) put.run({ ...record })
        return { outcome: known ? 'exists' : 'created', record, isNew } as const
      })
      if (isNew) announce({ kind: 'bearer-token', hash })
      return answer
    },
    find: (hash) => db.read(() => find.get(hash) ?? undefined),
    list: (tenant) => db.read(() => list.all(tenant)),
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
