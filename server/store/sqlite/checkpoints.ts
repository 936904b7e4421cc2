import type { Database } from 'bun:sqlite'
import { countFrames } from './count-frames.ts'
import type { SyncedFile } from './synced-file.ts'

/** Frames of the log after which it is copied into the database, as SQLite itself would have it. */
const mostFrames = 1000
/** Looking how many there are takes a microsecond or two. */
const commitsBetweenLooks = 16

interface Log {
  readonly busy: number
  /** Frames that the connection knows of. */
  readonly log: number
  readonly checkpointed: number
}

/**
 * Copies the write-ahead log into the database, and makes both whole after a failure. SQLite's own checkpoints keep a
 * failed sync to themselves.
 */
export const createCheckpoints = (db: Database, log: SyncedFile, path: string) => {
  const look = db.query<Log, []>('PRAGMA wal_checkpoint(NOOP)')
  const copy = db.query<Log, []>('PRAGMA wal_checkpoint(PASSIVE)')
  const { user_version: version } = db.query<{ user_version: number }, []>('PRAGMA user_version').get() ?? {}
  let commits = 0

  const framesOf = (): number => look.get()?.log ?? 0
  const copyAll = (): void => {
    const found = copy.get()
    if (found?.busy !== 0) throw new Error('the database is busy')
  }

  return {
    /** Throws when the log could not be copied: what is acknowledged from then on might be lost. */
    afterCommit(): void {
      if (++commits % commitsBetweenLooks !== 0 || framesOf() < mostFrames) return
      copyAll()
    },
    /** The least that can be written. */
    touch(): void {
      db.run(`PRAGMA user_version = ${version}`)
    },
    /**
     * After it all that was ever written is known to be on the disk. First the log: it must be whole there before any of it
     * is copied, or a power failure in between would leave a database with half of it. Where the kernel has dropped pages
     * that it could not write, only a new start finds out what is left; `beyondRepair` hears of it.
     */
    async repair(beyondRepair: (reason: Error) => void): Promise<void> {
      if (db.inTransaction) db.run('ROLLBACK')
      await log.restore()
      const [want, found] = [framesOf(), await countFrames(`${path}-wal`)]
      if (found < want) {
        const reason = new Error(
          `${path}-wal lost what was written to it: a sync failed, and of ${want} frames ${found} can be read back. What was ` +
            'acknowledged is safe. Look after the disk, then start again',
        )
        beyondRepair(reason)
        throw reason
      }
      copyAll()
    },
  }
}
