import { Database, SQLiteError } from 'bun:sqlite'
import { unavailable } from '../../rules/unavailable.ts'
import type { SqliteReads } from '../engine/database.ts'
import { createReadTurn, type ReaderFlags } from '../engine/readers.ts'

/**
 * Opens a database that another thread of this process has open and writes. Each read is a transaction of its own: it sees the
 * database as of one instant, and ends before the log grows too long.
 */
export const openReads = (path: string, flags: ReaderFlags): SqliteReads => {
  const db = new Database(path, { readonly: true, strict: true })
  const [begin, commit] = [db.query('BEGIN'), db.query('COMMIT')]
  const takeTurn = createReadTurn(flags)
  const atOneInstant = <T>(work: () => T): T => {
    begin.run()
    try {
      return work()
    } finally {
      commit.run()
    }
  }
  return {
    query: db.query.bind(db),
    async read(work) {
      try {
        return await takeTurn(() => atOneInstant(work))
      } catch (error) {
        throw error instanceof SQLiteError ? unavailable(error) : error
      }
    },
  }
}
