import type { Database } from 'bun:sqlite'
import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Takes effect in a new database, or at the next VACUUM (https://sqlite.org/pragma.html#pragma_auto_vacuum). */
export const useFreePages = (db: Database): void => {
  db.run('PRAGMA auto_vacuum = INCREMENTAL')
}

/** Some seconds: a start may take no longer. */
const mostBytes = 256 * 2 ** 20

/**
 * Rewrites a database of an earlier version once, so that it can give pages back. At the start, as a VACUUM holds up all
 * else. A larger one, or one with a full disk, stays as it is: its free pages are used for what is written next.
 */
export const rewriteOnce = (db: Database, path: string): void => {
  if (db.query<{ auto_vacuum: number }, []>('PRAGMA auto_vacuum').get()?.auto_vacuum !== 0) return
  const { size } = statSync(path)
  const { bavail, bsize } = statfsSync(dirname(path))
  if (size > mostBytes || bavail * bsize < 4 * size) return
  useFreePages(db)
  db.run('VACUUM')
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
}
