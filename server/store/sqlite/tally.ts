import type { Audit, Tally } from '@patchbay/core/store'
import { newestId, oldestIdAt } from '../audit-ids.ts'
import type { SqliteDatabase } from './database.ts'

/** Rows that are counted in one go: a few milliseconds. */
const sliceRows = 2500

interface TallyRow extends Omit<Tally, 'billable'> {
  readonly billable: 0 | 1
  readonly last: string
  readonly rows: number
}

/** `latencyBucket` in SQL; a test compares the two. */
const latency = `CASE
  WHEN duration_ms < 10 THEN CAST(duration_ms * 10 AS INTEGER)
  WHEN duration_ms < 100 THEN CAST(duration_ms AS INTEGER) * 10
  WHEN duration_ms < 1000 THEN CAST(duration_ms / 10 AS INTEGER) * 100
  WHEN duration_ms < 10000 THEN CAST(duration_ms / 100 AS INTEGER) * 1000
  WHEN duration_ms < 100000 THEN CAST(duration_ms / 1000 AS INTEGER) * 10000
  ELSE 990000 END`

const tallyOf = ({ billable, last, rows, ...tally }: TallyRow): Tally => ({ ...tally, billable: billable === 1 })

export const sqliteTally = (db: SqliteDatabase): Audit['tally'] => {
  const select = (scope: string) =>
    db.query<TallyRow, [Record<string, string>]>(
      `SELECT substr(at, 1, 13) AS hour, tenant, source, action, key, outcome, code, status, token_id, cache, billable,
         ${latency} AS latency,
         sum(count) AS entries, sum(bytes) AS bytes, max(id) AS last, count(*) AS rows
       FROM (SELECT * FROM audit WHERE id > $after AND id <= $upTo AND id >= $oldest AND id < $end ${scope}
         ORDER BY id LIMIT ${sliceRows})
       GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12`,
    )
  return ({ after = '', upTo = newestId, since, until, tenant }) =>
    db.read(() => {
      const range = {
        after,
        upTo,
        oldest: since ? oldestIdAt(since) : '',
        end: until ? oldestIdAt(until) : newestId,
      }
      const rows =
        tenant === undefined ? select('').all(range) : select('AND tenant = $tenant').all({ ...range, tenant })
      let last: string | undefined
      let counted = 0
      for (const row of rows) {
        if (last === undefined || row.last > last) last = row.last
        counted += row.rows
      }
      return { tallies: rows.map(tallyOf), last, more: counted === sliceRows }
    })
}
