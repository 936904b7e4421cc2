import type { SqliteDatabase } from './database.ts'

type By = 'grant_id' | 'tenant_id' | 'client_id' | 'bearer_hash'

/**
 * How to end grants with their tokens, and the codes of what they came from, within a transaction. Answers the ids of
 * those that ended.
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
