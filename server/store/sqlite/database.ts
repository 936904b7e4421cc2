import { constants, Database, SQLiteError } from 'bun:sqlite'
import { chmodSync, closeSync, fdatasync, fdatasyncSync, fsyncSync, openSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import { unavailable } from '../unavailable.ts'
import { lost, sizeOf } from './lost.ts'
import { migrate } from './migrate.ts'
import { transaction } from './transaction.ts'

/** How long an opening waits for a predecessor that is about to exit. */
const busyTimeoutMs = 1000

const datasync = promisify(fdatasync)
/** A disk that has taken no longer than this is waited for by who comes alone: the way to a thread and back takes as long. */
const quickMs = 0.4

/** One database file, held by this process alone. */
export interface SqliteDatabase {
  /** A statement, compiled at its first use and kept. */
  readonly query: Database['query']
  /** Runs `work`; what SQLite can't do rejects with UNAVAILABLE, its own message only in `cause`. */
  read<T>(work: () => T): Promise<T>
  /** The same in one transaction: all that `work` writes or nothing, durable when it resolves, for how many that wait. */
  write<T>(work: () => T, waiting?: number): Promise<T>
  /** Reads, and looks whether the file and its log are still there: SQLite would go on writing to deleted ones. */
  ping(): Promise<void>
  close(): void
}

export interface DatabaseOptions {
  /** Called when a write rejects that was carried out, and may survive. */
  readonly unsure?: () => void
  /** `false`: one that is empty or gone has lost what it held. */
  readonly mayBeNew?: boolean
}

/**
 * Opens or makes the file (mode 0600) and brings it to the newest of `migrations`. Throws an Error for the operator
 * when another process has it, when it is of a newer version, or when it can't be opened.
 */
export const openDatabase = (
  path: string,
  migrations: readonly string[],
  { unsure = () => undefined, mayBeNew = true }: DatabaseOptions = {},
): SqliteDatabase => {
  // Before SQLite sees it, which deletes the log of an empty database.
  if (!mayBeNew && sizeOf(path) === 0) throw lost(path)
  let db: Database | undefined
  try {
    db = new Database(path, { create: true, strict: true })
    // SQLite gives the -wal file the mode of the database. No open() and close() of our own here: closing any
    // descriptor of the file would drop this process's locks on it (sqlite.org/howtocorrupt.html, section 2.2).
    chmodSync(path, 0o600)
    claim(db)
    migrate(db, path, migrations, mayBeNew)
    return guard(db, path, unsure)
  } catch (error) {
    // Closing would delete the log, and what is damaged must stay for whoever can mend it.
    db?.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1)
    db?.close(true)
    throw forOperator(path, error)
  }
}

/**
 * Takes the file for this process until it closes it or dies: the lock is the kernel's (fcntl), so a kill -9 frees it.
 * With an exclusive lock taken before the first read, WAL needs no shared memory (sqlite.org/wal.html, section 8).
 */
const claim = (db: Database): void => {
  db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  db.run('PRAGMA locking_mode = EXCLUSIVE')
  db.run('PRAGMA journal_mode = WAL')
  // NORMAL syncs the log before a checkpoint, FULL also at each commit, which would stop every call for as long as the
  // disk takes: `openLog` does that part (sqlite.org/pragma.html#pragma_synchronous).
  db.run('PRAGMA synchronous = NORMAL')
  // On macOS fsync alone leaves the data in the drive's cache; elsewhere this does nothing.
  db.run('PRAGMA fullfsync = ON')
  transaction(db, () => undefined)
}

/** What a person who starts the server can act on. */
const forOperator = (path: string, cause: unknown): unknown => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code.startsWith('SQLITE_BUSY')) {
    return new Error(
      `${dirname(path)} is in use by another Patchbay process: it holds the lock on ${basename(path)}. ` +
        'Stop that one, or give this one a DATA_DIR of its own',
      { cause },
    )
  }
  return code === '' ? cause : new Error(`${path} can't be opened: ${(cause as Error).message}`, { cause })
}

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino

const guard = (db: Database, path: string, unsure: () => void): SqliteDatabase => {
  const log = openLog(path)
  const files = [path, `${path}-wal`].map((file) => ({ file, inode: inodeOf(file) }))
  const schema = db.query('SELECT count(*) FROM sqlite_schema')
  let closed = false
  const read = async <T>(work: () => T): Promise<T> => {
    try {
      return work()
    } catch (error) {
      // A closed handle throws plain Errors.
      throw error instanceof SQLiteError || closed ? unavailable(error) : error
    }
  }
  return {
    query: db.query.bind(db),
    read,
    async write(work, waiting = 1) {
      const result = await read(() => transaction(db, work))
      try {
        await log.sync(waiting === 1)
      } catch (error) {
        unsure()
        throw error
      }
      return result
    },
    ping: () =>
      read(() => {
        schema.get()
        const gone = files.find(({ file, inode }) => inodeOf(file) !== inode)
        if (gone) throw unavailable(new Error(`${gone.file} is gone`))
      }),
    close() {
      if (closed) return
      closed = true
      log.close()
      db.close(true)
    },
  }
}

/**
 * The write-ahead log, to be synced after a commit and before it is acknowledged; where the disk is slow, or calls go on
 * coming, by a thread that may wait for it.
 * The log may be opened and closed beside SQLite, unlike the database: no lock is held on it.
 */
const openLog = (path: string) => {
  const log = openSync(`${path}-wal`, 'r')
  fdatasyncSync(log)
  // What was just made is lost with its name (fsync(2)).
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
  let lastMs = Number.POSITIVE_INFINITY
  return {
    async sync(alone: boolean): Promise<void> {
      const startedAt = performance.now()
      try {
        if (alone && lastMs <= quickMs) fdatasyncSync(log)
        else await datasync(log)
      } catch (error) {
        throw unavailable(error)
      } finally {
        lastMs = performance.now() - startedAt
      }
    },
    close: () => closeSync(log),
  }
}
