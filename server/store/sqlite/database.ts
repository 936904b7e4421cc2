import { constants, Database, SQLiteError } from 'bun:sqlite'
import { chmodSync, closeSync, fsyncSync, openSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileHolder } from '../../configuration/holders.ts'
import { unavailable } from '../rules/unavailable.ts'
import { createCheckpoints } from './checkpoints.ts'
import { type HeldFiles, holdFiles } from './held-files.ts'
import { lost, sizeOf } from './lost.ts'
import { migrate } from './migrate.ts'
import { openSyncedFile, type SyncedFile } from './synced-file.ts'
import { transaction } from './transaction.ts'

/** How long opening the file waits for another process that is about to exit. */
const busyTimeoutMs = 1000

/** One database file, locked by this process. */
export interface SqliteDatabase {
  /** A statement, compiled at its first use. */
  readonly query: Database['query']
  /** Runs `work`. An error of SQLite becomes UNAVAILABLE; its message is in `cause` only. */
  read<T>(work: () => T): Promise<T>
  /**
   * The same in one transaction, which is durable when this resolves. `waiting`: how many callers wait for it; 0: it becomes
   * durable with the next write that a caller waits for.
   */
  write<T>(work: () => T, waiting?: number): Promise<T>
  /**
   * Reads; if the last write failed, writes as well. Checks that the file and its log still exist, as SQLite would keep
   * writing to deleted files.
   */
  ping(): Promise<void>
  /** The files as they are now, for a copy of them while the database is in use. Throws UNAVAILABLE after a failed write. */
  hold(): HeldFiles
  /** Whether the last write succeeded. */
  readonly isUp: boolean
  close(): void
}

export interface DatabaseOptions {
  /** Called when a rejected write may nevertheless survive. */
  readonly unsure?: () => void
  /** `false`: an empty or missing file means that data was lost. */
  readonly mayBeNew?: boolean
  /** Called when the process must end, because only a new start can tell what is on the disk. */
  readonly beyondRepair?: ((reason: Error) => void) | undefined
}

/**
 * Opens or creates the file (mode 0600) and runs missing migrations. Throws an Error for the operator if another process has
 * the file, a newer version wrote it, or it can't be opened.
 */
export const openDatabase = (
  path: string,
  migrations: readonly string[],
  { unsure = () => undefined, mayBeNew = true, beyondRepair = () => undefined }: DatabaseOptions = {},
): SqliteDatabase => {
  // Must come first: SQLite deletes the log of an empty database.
  const isNew = sizeOf(path) === 0
  if (isNew && !mayBeNew) throw lost(path)
  let db: Database | undefined
  let log: SyncedFile | undefined
  try {
    db = new Database(path, { create: true, strict: true })
    // SQLite gives the -wal file the mode of the database. No open() and close() of our own here: closing any
    // descriptor of the file would drop this process's locks on it (sqlite.org/howtocorrupt.html, section 2.2).
    chmodSync(path, 0o600)
    claim(db, isNew)
    log = openLog(path)
    migrate(db, path, migrations, mayBeNew)
    log.syncNow()
    return guard({ db, log, path, unsure, beyondRepair })
  } catch (error) {
    log?.close()
    // Keep a damaged log for its repair: closing would delete it.
    db?.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1)
    db?.close(true)
    throw forOperator(path, error)
  }
}

/**
 * Locks the file until this process closes it or dies: it is a lock of the kernel (fcntl), so even a kill -9 releases it.
 * With an exclusive lock taken before the first read, WAL needs no shared memory (sqlite.org/wal.html, section 8).
 */
const claim = (db: Database, isNew: boolean): void => {
  db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  db.run('PRAGMA locking_mode = EXCLUSIVE')
  // Takes effect in a new database only (sqlite.org/pragma.html#pragma_auto_vacuum).
  if (isNew) db.run('PRAGMA auto_vacuum = INCREMENTAL')
  db.run('PRAGMA journal_mode = WAL')
  // NORMAL syncs the log before a checkpoint. FULL would also sync it at each commit, and block every call meanwhile;
  // `SyncedFile` does that without blocking (sqlite.org/pragma.html#pragma_synchronous).
  db.run('PRAGMA synchronous = NORMAL')
  // SQLite's automatic checkpoints ignore a failed sync.
  db.run('PRAGMA wal_autocheckpoint = 0')
  // On macOS fsync alone leaves the data in the drive's cache; elsewhere this does nothing.
  db.run('PRAGMA fullfsync = ON')
  transaction(db, () => undefined)
}

/** An error that a person who starts the server can act on. */
const forOperator = (path: string, cause: unknown): unknown => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code.startsWith('SQLITE_BUSY')) {
    const holder = fileHolder(path)
    const who = holder === undefined ? '' : ` (${holder})`
    return new Error(
      `${dirname(path)} is in use by another Patchbay process${who}, which holds the lock on ${basename(path)}. ` +
        'Stop that process, or give this one another DATA_DIR',
      { cause },
    )
  }
  return code === '' ? cause : new Error(`${path} can't be opened: ${(cause as Error).message}`, { cause })
}

/**
 * The write-ahead log, which is synced after each commit and before its acknowledgement. Unlike the database, it may be opened
 * and closed beside SQLite, because SQLite holds no lock on it.
 */
const openLog = (path: string): SyncedFile => {
  const log = openSyncedFile(`${path}-wal`)
  // A new file can get lost if its folder isn't synced (fsync(2)).
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
  return log
}

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino

/** Errors that keep SQLite from writing. Other errors are faults of a statement. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof SQLiteError && /^SQLITE_(IOERR|FULL|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM)/.test(error.code ?? '')

interface Guarded extends Required<Pick<DatabaseOptions, 'unsure' | 'beyondRepair'>> {
  readonly db: Database
  readonly log: SyncedFile
  readonly path: string
}

const guard = ({ db, log, path, unsure, beyondRepair }: Guarded): SqliteDatabase => {
  const files = [path, `${path}-wal`].map((file) => ({ file, inode: inodeOf(file) }))
  const schema = db.query('SELECT count(*) FROM sqlite_schema')
  const checkpoints = createCheckpoints(db, log, path)
  let isUp = true
  let isSound = true
  let closed = false
  let held: HeldFiles | undefined
  let descriptor: number | undefined

  const failed = (): void => {
    isUp = false
    isSound = false
  }
  /** A closed handle throws plain Errors. */
  const asUnavailable = (error: unknown): unknown =>
    error instanceof SQLiteError || closed ? unavailable(error) : error
  const read = async <T>(work: () => T): Promise<T> => {
    try {
      return work()
    } catch (error) {
      throw asUnavailable(error)
    }
  }
  const commit = <T>(work: () => T): T => {
    try {
      return transaction(db, work)
    } catch (error) {
      if (isOfDisk(error)) failed()
      throw asUnavailable(error)
    }
  }

  let repairing: Promise<void> | undefined
  /** Every write waits for the repair, so that nothing is written meanwhile. */
  const repair = async (): Promise<void> => {
    try {
      repairing ??= checkpoints.repair(beyondRepair).finally(() => {
        repairing = undefined
      })
      await repairing
      isSound = true
    } catch (error) {
      throw unavailable(error)
    }
  }

  const write = async <T>(work: () => T, waiting = 1): Promise<T> => {
    if (!isSound && !closed) await repair()
    const result = commit(work)
    try {
      checkpoints.afterCommit()
      if (waiting > 0) await log.sync(waiting === 1)
    } catch (error) {
      failed()
      unsure()
      throw unavailable(error)
    }
    isUp = true
    return result
  }

  return {
    query: db.query.bind(db),
    read,
    write,
    async ping() {
      if (!isUp) await write(() => checkpoints.touch())
      await read(() => {
        schema.get()
        const gone = files.find(({ file, inode }) => inodeOf(file) !== inode)
        if (gone) throw unavailable(new Error(`${gone.file} is gone`))
      })
    },
    hold() {
      if (closed || !isSound) throw unavailable(new Error(`${path} is not in order`))
      held?.release()
      commit(() => checkpoints.touch())
      descriptor ??= openSync(path, 'r')
      held = holdFiles(db, path, descriptor, checkpoints)
      return held
    },
    get isUp() {
      return isUp
    },
    close() {
      if (closed) return
      closed = true
      held?.release()
      const isWhole = log.makeWhole()
      log.close()
      // Closing copies the log into the database. If the log has a hole on the disk, a power failure meanwhile would leave a
      // mixture of the two.
      if (isWhole) {
        db.close(true)
        if (descriptor !== undefined) closeSync(descriptor)
      } else beyondRepair(new Error(`${path}-wal could not be synced: check the disk, then start again`))
    },
  }
}
