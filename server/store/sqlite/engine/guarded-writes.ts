import { type Database, SQLiteError } from 'bun:sqlite'
import { GivenUp } from '@patchbay/core/store'
import { createCommandBound, type NextCommand } from '../../rules/command-bound.ts'
import { unavailable } from '../../rules/unavailable.ts'
import { createCheckpoints } from './checkpoints.ts'
import type { Readers } from './readers.ts'
import type { SyncedFile } from './synced-file.ts'
import { transaction } from './transaction.ts'

/** Errors that keep SQLite from writing. Other errors are faults of a statement. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof SQLiteError && /^SQLITE_(IOERR|FULL|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM)/.test(error.code ?? '')

export interface GuardedWritesParts {
  readonly db: Database
  readonly log: SyncedFile
  readonly path: string
  readonly readers: Readers
  /** Called when a rejected write may nevertheless survive. */
  readonly unsure: () => void
  /** Called when the process must end, because only a new start can tell what is on the disk. */
  readonly beyondRepair: (reason: Error) => void
}

/** Reads and commits of one connection, and whether they can be trusted. */
const createCommits = ({ db, log, path, readers, beyondRepair }: GuardedWritesParts) => {
  const state = {
    /** True after a write that succeeded. */
    isUp: true,
    /** False while it isn't known what is on the disk. */
    isSound: true,
    isClosed: false,
  }
  let [committed, durable] = [0, 0]

  const failed = (): void => {
    state.isUp = false
    state.isSound = false
  }
  const checkpoints = createCheckpoints({ db, log, path, readers, onFailure: failed })
  /** A closed handle throws plain Errors. */
  const asUnavailable = (error: unknown): unknown =>
    error instanceof SQLiteError || state.isClosed ? unavailable(error) : error
  const read = async <T>(work: () => T): Promise<T> => {
    try {
      return await work()
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
      state.isSound = true
    } catch (error) {
      throw unavailable(error)
    }
  }

  const sync = async (alone: boolean): Promise<void> => {
    const upTo = committed
    await log.sync(alone)
    durable = Math.max(durable, upTo)
  }

  return {
    state,
    checkpoints,
    failed,
    read,
    commit,
    repair,
    sync,
    /** Tells whether everything that can be read by now is on the disk. */
    isDurable: (): boolean => durable === committed,
  }
}

/** Reads and writes of one connection. After a failure of the disk every write waits until database and log are repaired. */
export const createGuardedWrites = (parts: GuardedWritesParts) => {
  const { unsure } = parts
  const { state, checkpoints, failed, read, commit, repair, sync, isDurable } = createCommits(parts)

  const writeNow = async <T>(work: () => T, waiting: number, nextCommand: NextCommand): Promise<T> => {
    if (!state.isSound && !state.isClosed) {
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
    state.isUp = true
    return result
  }

  const bound = createCommandBound()
  /** The disk took too long. What is committed by now can be read, and becomes durable with the next sync that succeeds. */
  const giveUp = (): void => {
    state.isUp = false
    unsure()
  }

  return {
    state,
    checkpoints,
    read,
    commit,
    async write<T>(work: () => T, waiting = 1): Promise<T> {
      try {
        return await bound.run((nextCommand) => writeNow(work, waiting, nextCommand), giveUp)
      } catch (error) {
        throw error instanceof GivenUp ? unavailable(error) : error
      }
    },
    /** Writes without the bound: the callers have a shorter one, and ask again only when the last write has ended. */
    touch: (): Promise<void> =>
      writeNow(
        () => checkpoints.touch(),
        1,
        () => undefined,
      ),
    /** Resolves when everything that can be read by now is on the disk. */
    async settled(): Promise<void> {
      if (isDurable()) return
      try {
        await sync(false)
      } catch (error) {
        failed()
        throw unavailable(error)
      }
    },
  }
}
