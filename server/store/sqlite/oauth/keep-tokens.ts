import { type GrantWithTokens, mostTokens, type NewTokens } from '@patchbay/core/store'
import type { SqliteDatabase } from '../engine/database.ts'

type Token = GrantWithTokens['access'][number] | GrantWithTokens['refresh'][number]

/** Adds one token to a grant. */
export const createInsertToken = (db: SqliteDatabase): ((grantId: string, token: Token) => void) => {
  const insertAccess = db.query<never, [hash: string, grantId: string, expiresAt: number, scope: string | null]>(
    `INSERT INTO oauth_tokens (hash, grant_id, kind, expires_at, scope) VALUES (?, ?, 'access', ?, ?)`,
  )
  const insertRefresh = db.query<never, [hash: string, grantId: string, generation: number]>(
    `INSERT INTO oauth_tokens (hash, grant_id, kind, generation) VALUES (?, ?, 'refresh', ?)`,
  )
  return (grantId, token) => {
    if ('expires_at' in token) insertAccess.run(token.hash, grantId, token.expires_at, token.scope)
    else insertRefresh.run(token.hash, grantId, token.generation)
  }
}

/** Adds a pair to a grant, within a transaction, and removes the oldest tokens beyond `mostTokens` of a kind. */
export const createKeepTokens = (db: SqliteDatabase) => {
  const insertToken = createInsertToken(db)
  const trim = db.query<never, [grantId: string, kind: string, most: number]>(
    `DELETE FROM oauth_tokens WHERE rowid IN (
       SELECT rowid FROM oauth_tokens WHERE grant_id = ? AND kind = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?)`,
  )
  return (grantId: string, { access, refresh }: NewTokens, generation: number): void => {
    insertToken(grantId, access)
    insertToken(grantId, { hash: refresh.hash, generation })
    for (const kind of ['access', 'refresh']) trim.run(grantId, kind, mostTokens)
  }
}
