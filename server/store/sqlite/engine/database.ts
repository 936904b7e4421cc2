import { type Database, SQLiteError } from 'bun:sqlite'
import { closeSync, openSync, statSync } from 'node:fs'
import { createCommandBound, GivenUp, type NextCommand } from '../../rules/command-bound.ts'
import { unavailable } from '../../rules/unavailable.ts'
import { createCheckpoints } from './checkpoints.ts'
import { type HeldFiles, holdFiles } from './held-files.ts'
import { createReaders, type Readers } from './readers.ts'
import { errorForOperator } from './schema/error-for-operator.ts'
import { type LockedDatabase, lockDatabase } from './schema/lock-database.ts'
import { upgradeDatabases } from './schema/upgrade-databases.ts'
import type { SyncedFile } from './synced-file.ts'
import { transaction } from './transaction.ts'

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
  /** Whether this process can open it a second time, to read beside its writes. */
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
  /** Whether the last write succeeded. */
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

/** Errors that keep SQLite from writing. Other errors are faults of a statement. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof SQLiteError && /^SQLITE_(IOERR|FULL|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM)/.test(error.code ?? '')

interface Guarded {
  readonly unsure: NonNullable<DatabaseOptions['unsure']>
  readonly beyondRepair: NonNullable<DatabaseOptions['beyondRepair']>
  readonly db: Database
  readonly log: SyncedFile
  readonly path: string
  readonly isShared: boolean
}

const guard = ({ db, log, path, isShared, unsure, beyondRepair }: Guarded): SqliteDatabase => {
  const files = [path, `${path}-wal`].map((file) => ({ file, inode: readInode(file) }))
  const schema = db.query('SELECT count(*) FROM sqlite_schema')
  const readers = createReaders()
  let isUp = true
  let isSound = true
  let [committed, durable] = [0, 0]
  let closed = false
  let isWhole = true
  let held: HeldFiles | undefined
  let descriptor: number | undefined

  const failed = (): void => {
    isUp = false
    isSound = false
  }
  const checkpoints = createCheckpoints({ db, log, path, readers, onFailure: failed })
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
      const result = transaction(db, work)
      committed++
      return result
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

  const sync = async (alone: boolean): Promise<void> => {
    const upTo = committed
    await log.sync(alone)
    durable = Math.max(durable, upTo)
  }

  const writeNow = async <T>(work: () => T, waiting: number, nextCommand: NextCommand): Promise<T> => {
    if (!isSound && !closed) {
      await repair()
      nextCommand()
    }
    const result = commit(work)
    try {
      checkpoints.afterCommit()
      if (waiting > 0) await sync(waiting === 1)
    } catch (error) {
      failed()
      unsure()
      throw unavailable(error)
    }
    isUp = true
    return result
  }

  const bound = createCommandBound()
  /** The disk took too long. What is committed by now can be read, and becomes durable with the next sync that succeeds. */
  const giveUp = (): void => {
    isUp = false
    unsure()
  }
  const write = async <T>(work: () => T, waiting = 1): Promise<T> => {
    try {
      return await bound.run((nextCommand) => writeNow(work, waiting, nextCommand), giveUp)
    } catch (error) {
      throw error instanceof GivenUp ? unavailable(error) : error
    }
  }

  return {
    path,
    isShared,
    readers,
    query: db.query.bind(db),
    read,
    write,
    async settled() {
      if (durable === committed) return
      try {
        await sync(false)
      } catch (error) {
        failed()
        throw unavailable(error)
      }
    },
    async ping() {
      // Without the bound: whoever asks has a shorter one, and asks again only when the last one has ended.
      await writeNow(
        () => checkpoints.touch(),
        1,
        () => undefined,
      )
      await read(() => {
        schema.get()
        const gone = files.find(({ file, inode }) => readInode(file) !== inode)
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
      if (closed) return isWhole
      closed = true
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
