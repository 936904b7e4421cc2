import { constants, Database } from 'bun:sqlite'
import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileHolder } from '../../../../configuration/holders.ts'
import { lostDatabaseError, readFileSize } from '../lost.ts'
import { openSyncedFile, type SyncedFile } from '../synced-file.ts'
import { transaction } from '../transaction.ts'
import { type DatabaseSchema, planSteps, readVersion } from './plan-steps.ts'
import type { StepPlan } from './step-record.ts'

/** How long opening the file waits for another process that is about to exit. */
const busyTimeoutMs = 1000

/** A database file that belongs to this process, and whose steps were checked. Nothing in it was changed. */
export interface LockedDatabase {
  readonly path: string
  readonly db: Database
  readonly log: SyncedFile
  readonly steps: readonly string[]
  readonly plan: StepPlan
  /** Leaves the file as it is. */
  release(): void
}

/**
 * Opens or creates the file (mode 0600), and finds the steps that it needs. Throws an Error for the operator if another process
 * has the file, it can't be opened, or it can't be brought up to date. `mayBeNew` is false: an empty file has lost its data.
 */
export const lockDatabase = (path: string, schema: DatabaseSchema, mayBeNew = true): LockedDatabase => {
  // Must come first: SQLite deletes the log of an empty database.
  const isNew = readFileSize(path) === 0
  if (isNew && !mayBeNew) throw lostDatabaseError(path)
  const hasLog = readFileSize(`${path}-wal`) > 0
  let db: Database | undefined
  let log: SyncedFile | undefined
  const release = (): void => {
    log?.close()
    // Keep a damaged log for its repair: closing would delete it.
    if (hasLog) db?.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1)
    db?.close(true)
  }
  try {
    db = new Database(path, { create: true, strict: true })
    // SQLite gives the -wal file the mode of the database. No open() and close() of our own here: closing any
    // descriptor of the file would drop this process's locks on it (sqlite.org/howtocorrupt.html, section 2.2).
    chmodSync(path, 0o600)
    claim(db, isNew)
    log = openLog(path)
    if (!mayBeNew && readVersion(db) === 0) throw lostDatabaseError(path)
    return { path, db, log, steps: schema.steps, plan: planSteps(db, path, schema), release }
  } catch (error) {
    release()
    throw errorForOperator(path, error)
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
export const errorForOperator = (path: string, cause: unknown): unknown => {
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
