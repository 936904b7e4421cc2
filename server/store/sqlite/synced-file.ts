import { closeSync, fdatasync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'

const datasync = promisify(fdatasync)
/** A disk that has taken no longer than this is waited for by who comes alone: the way to a thread and back takes as long. */
const quickMs = 0.4
const sliceBytes = 1 << 20

/** A file that somebody else writes to, and that is synced here before what was written is acknowledged. */
export interface SyncedFile {
  /**
   * Resolves when all that was written before the call is on the disk; `alone`: nothing else waits for the disk. Rejects
   * from the first failure on, until `restore` has succeeded: the kernel takes pages that it could not write for clean, so
   * the next sync would succeed over a hole (https://wiki.postgresql.org/wiki/Fsync_Errors).
   */
  sync(alone: boolean): Promise<void>
  /** The same at once, while nobody else waits. */
  syncNow(): void
  /** Writes the whole file again in its place, and syncs it: after it everything in it is on the disk. */
  restore(): Promise<void>
  /** Does so at once where a sync has failed; answers whether the file is whole now. */
  makeWhole(): boolean
  close(): void
}

/** Gives the kernel every byte again, so that it takes all pages for changed. */
function* writeAgain(file: number): Generator<void> {
  const slice = Buffer.allocUnsafe(sliceBytes)
  const { size } = fstatSync(file)
  for (let at = 0; at < size; ) {
    const bytes = readSync(file, slice, 0, Math.min(sliceBytes, size - at), at)
    if (bytes === 0 || writeSync(file, slice, 0, bytes, at) !== bytes) {
      throw new Error(`the file could not be written again at byte ${at}`)
    }
    at += bytes
    yield
  }
}

/** Throws where it can't be opened or synced. An earlier process may have died over a sync that had failed. */
export const openSyncedFile = (path: string): SyncedFile => {
  const file = openSync(path, 'r+')
  let lastMs = Number.POSITIVE_INFINITY
  let isTorn = false
  let closed = false
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const restoreNow = (): void => {
    for (const _ of writeAgain(file));
    fdatasyncSync(file)
    isTorn = false
  }

  const syncOnce = async (atOnce: boolean): Promise<void> => {
    if (isTorn) throw new Error('an earlier sync has failed')
    const startedAt = performance.now()
    try {
      if (atOnce) fdatasyncSync(file)
      else await datasync(file)
    } catch (error) {
      isTorn = true
      throw error
    } finally {
      lastMs = performance.now() - startedAt
    }
  }

  const begin = (): Promise<void> => {
    running = syncOnce(false).finally(() => {
      running = undefined
    })
    return running
  }

  restoreNow()
  return {
    // One at a time: of two that overlap the kernel tells only one of a page that both have waited for (errseq_t).
    sync(alone) {
      if (next) return next
      if (!running) return alone && lastMs <= quickMs ? syncOnce(true) : begin()
      next = running
        .catch(() => undefined)
        .then(() => {
          next = undefined
          return begin()
        })
      return next
    },
    syncNow: () => fdatasyncSync(file),
    async restore() {
      await (next ?? running)?.catch(() => undefined)
      for (const _ of writeAgain(file)) {
        await setImmediate()
        // Its number may be another file's by now.
        if (closed) throw new Error('the file is closed')
      }
      await datasync(file)
      isTorn = false
    },
    makeWhole() {
      try {
        if (isTorn) restoreNow()
        return true
      } catch {
        return false
      }
    },
    close() {
      closed = true
      closeSync(file)
    },
  }
}
