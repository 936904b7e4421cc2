import { constants, Database } from 'bun:sqlite'
import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { lostDatabaseError, readFileSize } from '../lost.ts'
import { openSyncedFile, type SyncedFile } from '../synced-file.ts'
import { transaction } from '../transaction.ts'
import { errorForOperator, isBusy } from './error-for-operator.ts'
import { type DatabaseSchema, planSteps, readVersion } from './plan-steps.ts'
import type { StepPlan } from './step-record.ts'

/** The time for which opening the file waits for another process that is about to exit. */
const busyTimeoutMs = 1000

/** A database file that belongs to this process, and whose steps were checked. Nothing in it was changed. */
export interface LockedDatabase {
  readonly path: string
  readonly db: Database
  /** True if this process can open the file a second time, to read beside its writes. */
  readonly isShared: boolean
  readonly log: SyncedFile
  readonly steps: readonly string[]
  readonly plan: StepPlan
  /** Leaves the file as it is. */
  release(): void
}

/**
 * Opens or creates the file (mode 0600), and finds the steps that it needs. Throws an Error for the operator if a process of an
 * earlier version has the file, it can't be opened, or it can't be brought up to date. `mayBeNew` is false: an empty file has lost
 * its data. The caller has the folder's lock (`lockFolder`).
 */
export const lockDatabase = (path: string, schema: DatabaseSchema, mayBeNew = true): LockedDatabase => {
  // Must come first: SQLite deletes the log of an empty database.
  const isNew = readFileSize(path) === 0
  if (isNew && !mayBeNew) throw lostDatabaseError(path)
  const hasLog = readFileSize(`${path}-wal`) > 0
  const close = (db: Database): void => {
    // Keep a damaged log for its repair: closing would delete it.
    if (hasLog) db.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1)
    db.close(true)
  }
  let log: SyncedFile | undefined
  let opened: ReturnType<typeof claim> | undefined
  const release = (): void => {
    log?.close()
    if (opened) close(opened.db)
  }
  try {
    opened = claim(path, isNew, close)
    log = openLog(path)
    if (!mayBeNew && readVersion(opened.db) === 0) throw lostDatabaseError(path)
    return { path, ...opened, log, steps: schema.steps, plan: planSteps(opened.db, path, schema), release }
  } catch (error) {
    release()
    throw errorForOperator(path, error)
  }
}

/**
 * Opens the file and locks it until this process closes it or dies. The lock is one of the kernel (fcntl) and shared: it keeps out
 * gateways of earlier versions, which want an exclusive one, and those of this version are kept out by the folder's lock. Where the
 * file system can't map memory that two connections share, the lock is exclusive, and WAL needs none
 * (sqlite.org/wal.html, sections 2.2 and 8).
 */
const claim = (path: string, isNew: boolean, close: (db: Database) => void) => {
  const open = (isShared: boolean): { readonly db: Database; readonly isShared: boolean } => {
    const db = new Database(path, { create: true, strict: true })
    try {
      // SQLite gives the -wal file the mode of the database. No open() and close() of our own here: closing any
      // descriptor of the file would drop this process's locks on it (sqlite.org/howtocorrupt.html, section 2.2).
      chmodSync(path, 0o600)
      prepare(db, isNew, isShared)
      return { db, isShared }
    } catch (error) {
      close(db)
      throw error
    }
  }
  try {
    return open(true)
  } catch (error) {
    if (isBusy(error)) throw error
    return open(false)
  }
}

const prepare = (db: Database, isNew: boolean, isShared: boolean): void => {
  db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  if (!isShared) db.run('PRAGMA locking_mode = EXCLUSIVE')
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
