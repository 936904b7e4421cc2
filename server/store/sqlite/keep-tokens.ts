import { mostTokens, type NewTokens } from '@patchbay/core/store'
import type { SqliteDatabase } from './database.ts'

/** How to add a pair to a grant, within a transaction: what is over `mostTokens` of a kind goes, oldest first. */
export const createKeepTokens = (db: SqliteDatabase) => {
  const insert = db.query<
    never,
    [hash: string, grantId: string, kind: 'access' | 'refresh', generation: number, expiresAt: number]
  >('INSERT INTO oauth_tokens (hash, grant_id, kind, generation, expires_at) VALUES (?, ?, ?, ?, ?)')
  const trim = db.query<never, [grantId: string, kind: string, most: number]>(
    `DELETE FROM oauth_tokens WHERE rowid IN (
       SELECT rowid FROM oauth_tokens WHERE grant_id = ? AND kind = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?)`,
  )
  return (grantId: string, tokens: NewTokens, generation: number): void => {
    for (const kind of ['access', 'refresh'] as const) {
      const { hash, expires_at } = tokens[kind]
      insert.run(hash, grantId, kind, generation, expires_at)
      trim.run(grantId, kind, mostTokens)
    }
  }
}
