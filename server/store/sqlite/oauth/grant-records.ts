import type { GrantWithTokens, RecordSet } from '@patchbay/core/store'
import type { SqliteDatabase } from '../engine/database.ts'
import { createInsertToken } from './keep-tokens.ts'

export const tokenTable = 'oauth_tokens'

/** A grant's row. Its tokens are in a table of their own, where they are found by their hashes. */
export type GrantRow = Omit<GrantWithTokens, 'access' | 'refresh'>

/** Adds the tokens to the grants of `rows`. */
export const grantRecords = (db: SqliteDatabase, rows: RecordSet<GrantRow>): RecordSet<GrantWithTokens> => {
  const selectAccess = db.query<GrantWithTokens['access'][number], [grantId: string]>(
    `SELECT hash, expires_at, scope FROM ${tokenTable} WHERE grant_id = ? AND kind = 'access' ORDER BY rowid`,
  )
  const selectRefresh = db.query<GrantWithTokens['refresh'][number], [grantId: string]>(
    `SELECT hash, generation FROM ${tokenTable} WHERE grant_id = ? AND kind = 'refresh' ORDER BY rowid`,
  )
  const drop = db.query<never, [grantId: string]>(`DELETE FROM ${tokenTable} WHERE grant_id = ?`)
  const clear = db.query<never, []>(`DELETE FROM ${tokenTable}`)
  const insertToken = createInsertToken(db)
  const complete = (row: GrantRow): GrantWithTokens => ({
    ...row,
    access: selectAccess.all(row.grant_id),
    refresh: selectRefresh.all(row.grant_id),
  })
  return {
    count: () => rows.count(),
    async read(page) {
      const grants = await rows.read(page)
      return db.read(() => grants.map(complete))
    },
    async write(records) {
      await rows.write(records.map(({ access: _, refresh: __, ...row }) => row))
      await db.write(() => {
        for (const { grant_id, access, refresh } of records) {
          drop.run(grant_id)
          for (const token of [...access, ...refresh]) insertToken(grant_id, token)
        }
      })
    },
    async clear() {
      await rows.clear()
      await db.write(() => {
        clear.run()
      })
    },
  }
}
