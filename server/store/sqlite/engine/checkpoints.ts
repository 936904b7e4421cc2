import type { Database } from 'bun:sqlite'
import { countFrames } from './count-frames.ts'
import type { Readers } from './readers.ts'
import type { SyncedFile } from './synced-file.ts'

/** The log is copied into the database after this many frames, which is SQLite's own default. */
const mostFrames = 1000
/** The largest size of the log while a backup holds both files as they are: a gigabyte of the usual pages. */
const mostFramesHeld = 262_144
/** Reading the number of frames takes a microsecond or two. */
const commitsBetweenLooks = 16
/**
 * A reader ends its read within milliseconds: the pause before it is asked again, and the number of times after which
 * it isn't waited for.
 */
const [askMs, mostAsks] = [2, 1000]

interface Log {
  readonly busy: number
  /** Frames that the connection knows. */
  readonly log: number
  readonly checkpointed: number
}

interface CheckpointParts {
  readonly db: Database
  readonly log: SyncedFile
  readonly path: string
  readonly readers: Readers
  /** Called when the log can't be copied, where no write waits for it. */
  readonly onFailure: () => void
}

/**
 * Copies the write-ahead log into the database, and repairs both after a failure. SQLite's automatic checkpoints don't
 * report a failed sync.
 */
export const createCheckpoints = ({ db, log, path, readers, onFailure }: CheckpointParts) => {
  const look = db.query<Log, []>('PRAGMA wal_checkpoint(NOOP)')
  const copy = db.query<Log, []>('PRAGMA wal_checkpoint(PASSIVE)')
  const { user_version: version } = db.query<{ user_version: number }, []>('PRAGMA user_version').get() ?? {}
  let commits = 0
  /** The number of frames at which the log is copied. */
  let copyAt = mostFrames
  let asking: Timer | undefined
  let held: { isWhole: boolean } | undefined

  const readFrameCount = (): number => look.get()?.log ?? 0
  const copyNow = (): Log | null => {
    try {
      return copy.get()
    } finally {
      readers.resume()
    }
  }
  const copyAll = (): void => {
    if (held) held.isWhole = false
    held = undefined
    const copy = copyNow()
    if (copy?.busy !== 0) throw new Error('the database is busy')
    // A read that is under way, in this process or in another one, keeps the rest in the log.
    copyAt = copy.checkpointed < copy.log ? copy.log + mostFrames : mostFrames
  }
  /** Copies the log as soon as no reader is in the middle of a read. */
  const copyBetweenReads = (asks = 0): void => {
    clearTimeout(asking)
    asking = undefined
    if (readers.pause() || asks >= mostAsks) {
      copyAll()
      return
    }
    asking = setTimeout(() => {
      try {
        copyBetweenReads(asks + 1)
      } catch {
        onFailure()
      }
    }, askMs)
    asking.unref()
  }

  const stopAsking = (): void => {
    clearTimeout(asking)
    asking = undefined
    readers.resume()
  }

  return {
    /** Throws if the log can't be copied: later acknowledged writes might be lost. */
    afterCommit(): void {
      if (asking) {
        if (readers.pause()) copyBetweenReads()
        return
      }
      if (++commits % commitsBetweenLooks !== 0 || readFrameCount() < (held ? mostFramesHeld : copyAt)) return
      copyBetweenReads()
    },
    /**
     * Holds the database file and the log's first frames as they are, until `hold` is called again or the log has grown too
     * long; then `isWhole` turns false. The log must have a frame that isn't copied, because the next write begins a log anew
     * of which all is copied.
     */
    hold(holder: { isWhole: boolean } | undefined): number {
      stopAsking()
      held = holder
      return readFrameCount()
    },
    /** The smallest possible write. */
    touch(): void {
      db.run(`PRAGMA user_version = ${version}`)
    },
    /**
     * Afterwards everything that was ever written is on the disk. The log comes first: it must be complete on the disk before
     * any of it is copied, or a power failure in between would leave half of it in the database. If the kernel dropped pages
     * that it couldn't write, only a new start can find out what is left; `beyondRepair` is called then.
     */
    async repair(beyondRepair: (reason: Error) => void): Promise<void> {
      if (db.inTransaction) db.run('ROLLBACK')
      await log.restore()
      const [want, readable] = [readFrameCount(), await countFrames(`${path}-wal`)]
      if (readable < want) {
        const reason = new Error(
          `${path}-wal lost writes: a sync failed, and only ${readable} of ${want} frames can be read back. Acknowledged writes ` +
            'are safe. Check the disk, then start again',
        )
        beyondRepair(reason)
        throw reason
      }
      copyAll()
    },
    close: stopAsking,
  }
}

export type Checkpoints = ReturnType<typeof createCheckpoints>
