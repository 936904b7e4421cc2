import type { RevocationRecord } from '@patchbay/core/store'
import type { SqliteDatabase } from './database.ts'

/** When it is due, and the whole as JSON. */
export interface RevocationRow {
  readonly id: string
  readonly next_at: number
  readonly value: string
}

export const revocationRecordOf = ({ value }: Pick<RevocationRow, 'value'>): RevocationRecord => JSON.parse(value)
export const revocationRowOf = (record: RevocationRecord): RevocationRow => ({
  id: record.id,
  next_at: record.next_at,
  value: JSON.stringify(record),
})

/** Adds a revocation, for use within a transaction. */
export const addRevocation = (db: SqliteDatabase) => {
  const put = db.query<never, [Pick<RevocationRow, keyof RevocationRow>]>(
    'INSERT OR REPLACE INTO revocations (id, next_at, value) VALUES ($id, $next_at, $value)',
  )
  return (revocation: RevocationRecord): void => {
    put.run(revocationRowOf(revocation))
  }
}
