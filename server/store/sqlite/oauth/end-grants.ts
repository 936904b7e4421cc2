import type { SqliteDatabase } from '../engine/database.ts'

type By = 'grant_id' | 'tenant_id' | 'client_id' | 'bearer_hash'

/**
 * Ends grants with their tokens, within a transaction. Unless a single grant is named, it also removes the codes of the
 * tenant, client or tenant token. Returns the ids of the ended grants.
 */
export const createEndGrants = (db: SqliteDatabase): ((by: By, value: string) => string[]) => {
  const dropTokens = db.query<never, [grantId: string]>('DELETE FROM oauth_tokens WHERE grant_id = ?')
  return (by, value) => {
    if (by !== 'grant_id') db.query<never, [string]>(`DELETE FROM authorization_codes WHERE ${by} = ?`).run(value)
    const ended = db
      .query<{ grant_id: string }, [string]>(`DELETE FROM oauth_grants WHERE ${by} = ? RETURNING grant_id`)
      .all(value)
    for (const { grant_id } of ended) dropTokens.run(grant_id)
    return ended.map(({ grant_id }) => grant_id)
  }
}
