import type { BearerTokenRecord, BearerTokens, Change } from '@patchbay/core/store'
import type { SqliteDatabase } from './database.ts'
import { createEndGrants } from './end-grants.ts'

export const sqliteBearerTokens = (db: SqliteDatabase, announce: (change: Change) => void): BearerTokens => {
  const find = db.query<BearerTokenRecord, [hash: string]>('SELECT * FROM bearer_tokens WHERE hash = ?')
  const insert = db.query<never, [hash: string, tokenId: string, tenant: string, createdAt: string]>(
    `INSERT INTO bearer_tokens (hash, token_id, tenant_id, status, created_at) VALUES (?, ?, ?, 'active', ?)`,
  )
  const list = db.query<BearerTokenRecord, [tenant: string]>(
    'SELECT * FROM bearer_tokens WHERE tenant_id = ? ORDER BY created_at, hash',
  )
  const remove = db.query<{ hash: string }, [tenant: string, tokenId: string]>(
    'DELETE FROM bearer_tokens WHERE tenant_id = ? AND token_id = ? RETURNING hash',
  )
  const endGrants = createEndGrants(db)
  return {
    async register(tenant, hash, now) {
      const outcome = await db.write(() => {
        const known = find.get(hash)
        if (known) return known.tenant_id === tenant ? 'exists' : 'taken'
        insert.run(hash, hash.slice(0, 12), tenant, now.toISOString())
        return 'created'
      })
      if (outcome === 'created') announce({ kind: 'bearer-token', hash })
      return outcome
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
