import { closeSync, fdatasync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'

const datasync = promisify(fdatasync)
/** If the last sync was at most this slow, a single caller syncs on the main thread: using another thread takes as long. */
const quickMs = 0.4
const sliceBytes = 1 << 20

/** A file that SQLite writes to. It is synced here before writes are acknowledged. */
export interface SyncedFile {
  /**
   * Resolves when everything written before the call is on the disk. `alone`: no other caller waits for the disk. After a
   * failure it rejects until `restore` succeeds: the kernel marks pages that it couldn't write as clean, so the next sync
   * would succeed although data is missing (https://wiki.postgresql.org/wiki/Fsync_Errors).
   */
  sync(alone: boolean): Promise<void>
  /** Syncs on the main thread. */
  syncNow(): void
  /** Writes the whole file again, in place, and syncs it. Afterwards everything in it is on the disk. */
  restore(): Promise<void>
  /** If a sync has failed, restores the file on the main thread. Returns whether the file is complete on the disk. */
  makeWhole(): boolean
  close(): void
}

/** Writes every byte again, so that the kernel marks all pages as changed. */
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

/** Throws if the file can't be opened or synced. Restores it first, as an earlier process may have died after a failed sync. */
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
    // One at a time: if two syncs overlap, the kernel reports a failed page to only one of them (errseq_t).
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
        // Another file may have the same number by now.
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
