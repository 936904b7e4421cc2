import { type Database, SQLiteError } from 'bun:sqlite'
import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Takes effect in a new database, or at the next VACUUM (https://sqlite.org/pragma.html#pragma_auto_vacuum). */
export const useFreePages = (db: Database): void => {
  db.run('PRAGMA auto_vacuum = INCREMENTAL')
}

/** What a VACUUM fails with where its temporary copy has no room or no folder. It leaves the database as it was. */
const isWithoutRoom = (error: unknown): boolean =>
  error instanceof SQLiteError && /^SQLITE_(FULL|CANTOPEN|IOERR_GETTEMPPATH)/.test(error.code ?? '')

/** Some seconds: a start may take no longer. */
const mostBytes = 256 * 2 ** 20

/**
 * Rewrites a database of an earlier version once, so that it can give pages back. At the start, as a VACUUM holds up all
 * else. A larger one, or one without room for the copies, stays as it is: its free pages are used for what is written next.
 */
export const rewriteOnce = (db: Database, path: string): void => {
  if (db.query<{ auto_vacuum: number }, []>('PRAGMA auto_vacuum').get()?.auto_vacuum !== 0) return
  const { size } = statSync(path)
  const { bavail, bsize } = statfsSync(dirname(path))
  if (size > mostBytes || bavail * bsize < 4 * size) return
  useFreePages(db)
  try {
    db.run('VACUUM')
  } catch (error) {
    if (isWithoutRoom(error)) return
    throw error
  }
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
}
