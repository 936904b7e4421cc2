import { setTimeout as sleep } from 'node:timers/promises'

const [paused, reading] = [0, 1]

/** A reader waits so long before it looks again whether it may read. */
const lookMs = 1

/** The state that a connection which reads in another thread shares with the one that writes. */
export type ReaderFlags = SharedArrayBuffer

/**
 * The connections that read in other threads. While one of them is in the middle of a read, the log can't be copied as a whole; so
 * reads are short, and none begins while the writer has to copy.
 */
export const createReaders = () => {
  const flags = new Set<Int32Array>()
  return {
    open(): { readonly flags: ReaderFlags; close(): void } {
      const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
      const own = new Int32Array(shared)
      flags.add(own)
      return {
        flags: shared,
        close: () => {
          flags.delete(own)
        },
      }
    },
    /** Lets no read begin. Returns whether none is under way. */
    pause(): boolean {
      for (const each of flags) Atomics.store(each, paused, 1)
      return [...flags].every((each) => Atomics.load(each, reading) === 0)
    },
    resume(): void {
      for (const each of flags) Atomics.store(each, paused, 0)
    },
  }
}

export type Readers = ReturnType<typeof createReaders>

/** The reader's side: runs a short read when it may begin. */
export const createReadTurn = (shared: ReaderFlags) => {
  const flags = new Int32Array(shared)
  /** `false`: the writer has to copy first. Of the two flags each side sets its own before it looks at the other's. */
  const begin = (): boolean => {
    Atomics.store(flags, reading, 1)
    if (Atomics.load(flags, paused) === 0) return true
    Atomics.store(flags, reading, 0)
    return false
  }
  return async <T>(read: () => T): Promise<T> => {
    while (!begin()) await sleep(lookMs)
    try {
      return read()
    } finally {
      Atomics.store(flags, reading, 0)
    }
  }
}
