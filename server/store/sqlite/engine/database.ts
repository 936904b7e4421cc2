import type { Database } from 'bun:sqlite'
import { closeSync, openSync, statSync } from 'node:fs'
import { unavailable } from '../../rules/unavailable.ts'
import { createGuardedWrites, type GuardedWritesParts } from './guarded-writes.ts'
import { type HeldFiles, holdFiles } from './held-files.ts'
import { createReaders, type Readers } from './readers.ts'
import { errorForOperator } from './schema/error-for-operator.ts'
import { type LockedDatabase, lockDatabase } from './schema/lock-database.ts'
import { upgradeDatabases } from './schema/upgrade-databases.ts'

/** A connection that reads. */
export interface SqliteReads {
  /** A statement, compiled at its first use. */
  readonly query: Database['query']
  /** Runs `work`, which sees the database as of one instant. An error of SQLite becomes UNAVAILABLE; its message is in `cause` only. */
  read<T>(work: () => T): Promise<T>
}

/** One database file of this process, and the connection that writes. */
export interface SqliteDatabase extends SqliteReads {
  readonly path: string
  /** True if this process can open it a second time, to read beside its writes. */
  readonly isShared: boolean
  /** The connections that do. */
  readonly readers: Readers
  /** Resolves when everything that can be read by now is on the disk. */
  settled(): Promise<void>
  /**
   * The same in one transaction, which is durable when this resolves. UNAVAILABLE if the disk takes too long: it may become durable after all. `waiting`: how many callers wait for it; 0: it becomes
   * durable with the next write that a caller waits for.
   */
  write<T>(work: () => T, waiting?: number): Promise<T>
  /**
   * Reads and writes. Checks that the file and its log still exist, as SQLite would keep
   * writing to deleted files.
   */
  ping(): Promise<void>
  /** The files as they are now, for a copy of them while the database is in use. Throws UNAVAILABLE after a failed write. */
  hold(): HeldFiles
  /** True after a write that succeeded. */
  readonly isUp: boolean
  /** `false`: its log can't be trusted, so it stays open until the process ends. */
  close(): boolean
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
 * Opens or creates the file (mode 0600) and runs missing steps. Throws an Error for the operator if a process of an earlier version
 * has the file, a newer version wrote it, its steps aren't ours, or it can't be opened.
 */
export const openDatabase = (path: string, steps: readonly string[], options: DatabaseOptions = {}): SqliteDatabase => {
  const locked = lockDatabase(path, { steps }, options.mayBeNew)
  try {
    upgradeDatabases([locked])
    return useDatabase(locked, options)
  } catch (error) {
    locked.release()
    throw error
  }
}

/** Takes a locked database into use, whose steps have all run. */
export const useDatabase = (
  { db, log, path, isShared }: LockedDatabase,
  { unsure = () => undefined, beyondRepair = () => undefined }: DatabaseOptions = {},
): SqliteDatabase => {
  try {
    log.syncNow()
    return guard({ db, log, path, isShared, unsure, beyondRepair })
  } catch (error) {
    throw errorForOperator(path, error)
  }
}

const readInode = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino

interface Guarded extends Omit<GuardedWritesParts, 'readers'> {
  readonly isShared: boolean
}

const guard = (parts: Guarded): SqliteDatabase => {
  const { db, log, path, isShared, beyondRepair } = parts
  const files = [path, `${path}-wal`].map((file) => ({ file, inode: readInode(file) }))
  const schema = db.query('SELECT count(*) FROM sqlite_schema')
  const readers = createReaders()
  const writes = createGuardedWrites({ ...parts, readers })
  const { state, checkpoints, read, commit } = writes
  let isWhole = true
  let held: HeldFiles | undefined
  let descriptor: number | undefined

  return {
    path,
    isShared,
    readers,
    query: db.query.bind(db),
    read,
    write: writes.write,
    settled: writes.settled,
    async ping() {
      await writes.touch()
      await read(() => {
        schema.get()
        const gone = files.find(({ file, inode }) => readInode(file) !== inode)
        if (gone) throw unavailable(new Error(`${gone.file} is gone`))
      })
    },
    hold() {
      if (state.isClosed || !state.isSound) throw unavailable(new Error(`${path} is not in order`))
      held?.release()
      commit(() => checkpoints.touch())
      descriptor ??= openSync(path, 'r')
      held = holdFiles(db, path, descriptor, checkpoints)
      return held
    },
    get isUp() {
      return state.isUp
    },
    close() {
      if (state.isClosed) return isWhole
      state.isClosed = true
      held?.release()
      checkpoints.close()
      isWhole = log.makeWhole()
      log.close()
      // Closing copies the log into the database. If the log has a hole on the disk, a power failure meanwhile would leave a
      // mixture of the two.
      if (isWhole) {
        db.close(true)
        if (descriptor !== undefined) closeSync(descriptor)
      } else beyondRepair(new Error(`${path}-wal could not be synced: check the disk, then start again`))
      return isWhole
    },
  }
}
