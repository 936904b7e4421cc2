import type { Audit, AuditEntry } from '../store/index.ts'

export interface AuditQueueOptions {
  readonly audit: Pick<Audit, 'append'>
  /** Called once for each batch that the store didn't take. */
  readonly onFailure: (entries: readonly AuditEntry[], cause: unknown) => void
  /** Milliseconds between tries after a failure. */
  readonly retryMs?: number | undefined
  /** How many milliseconds a write waits for the callers of the previous write to send their next entries; 0: no wait. */
  readonly gatherMs?: number | undefined
}

/** Entries that are written together; their callers share one promise. */
interface EntryBatch {
  readonly entries: AuditEntry[]
  readonly promise: Promise<void>
  readonly resolve: () => void
}

const maxBatch = 500
/** Entries kept while the store is down. New calls are refused then, so only calls under way add entries. */
const maxUnwritten = 100_000

/** Writes entries in batches: entries that arrive during a write go into the next batch. */
export const createAuditQueue = ({ audit, onFailure, retryMs = 500, gatherMs = 0 }: AuditQueueOptions) => {
  const batches: EntryBatch[] = []
  let unwrittenEntries: AuditEntry[] = []
  let scheduled = false
  let writing: Promise<void> | undefined
  let gathering: { readonly callers: number; readonly done: () => void } | undefined
  let retry: Timer | undefined
  let closed = false

  const keep = (entries: readonly AuditEntry[], cause: unknown): void => {
    onFailure(entries, cause)
    unwrittenEntries.push(...entries.slice(0, maxUnwritten - unwrittenEntries.length))
    if (!retry) retryLater()
  }

  const retryLater = (): void => {
    if (!closed) retry = setTimeout(retryUnwritten, retryMs)
  }

  const retryUnwritten = async (): Promise<void> => {
    try {
      while (unwrittenEntries.length > 0) {
        const batch = new Set(unwrittenEntries.slice(0, maxBatch))
        await audit.append([...batch])
        unwrittenEntries = unwrittenEntries.filter((entry) => !batch.has(entry))
      }
      retry = undefined
    } catch {
      // `onFailure` was called when the batch failed for the first time; its entries stay in `kept`.
      retryLater()
    }
  }

  /** How many callers waited when the last write ended, its own and those of the next batch, and when it ended. */
  let last = { callers: 0, endedAt: Number.NEGATIVE_INFINITY }

  /**
   * Waits until the batch holds an entry of each of the last callers, for `gatherMs` at most. Without this wait the callers would
   * split into two groups that take turns, and a write of 32 entries costs MongoDB and its driver nearly as much as one of 64.
   */
  const gather = ({ entries }: EntryBatch): Promise<void> | undefined => {
    const { callers, endedAt } = last
    if (entries.length >= Math.min(callers, maxBatch) || performance.now() - endedAt >= gatherMs) return undefined
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        gathering = undefined
        resolve()
      }
      const timer = setTimeout(done, gatherMs)
      gathering = { callers, done }
    })
  }

  const write = async (): Promise<void> => {
    for (let batch = batches[0]; batch; batch = batches[0]) {
      await gather(batch)
      batches.shift()
      try {
        await audit.append(batch.entries)
      } catch (cause) {
        keep(batch.entries, cause)
      }
      last = { callers: batch.entries.length + (batches[0]?.entries.length ?? 0), endedAt: performance.now() }
      batch.resolve()
    }
    writing = undefined
  }

  const flush = (): void => {
    scheduled = false
    if (batches.length > 0) writing ??= write()
  }

  const newBatch = (): EntryBatch => {
    const batch = { entries: [], ...Promise.withResolvers<void>() }
    batches.push(batch)
    return batch
  }

  return {
    /** Resolves when the entry is durable, or when the store has failed and the entry is kept to be tried again. */
    add(entry: AuditEntry): Promise<void> {
      const newest = batches.at(-1)
      const batch = newest && newest.entries.length < maxBatch ? newest : newBatch()
      batch.entries.push(entry)
      if (gathering && batch.entries.length >= Math.min(gathering.callers, maxBatch)) gathering.done()
      if (!scheduled && !writing) {
        scheduled = true
        // Not a microtask: that would write each call's entry in a batch of its own.
        setImmediate(flush)
      }
      return batch.promise
    },
    /** Whether the store has taken every entry so far. */
    get writable(): boolean {
      return unwrittenEntries.length === 0
    },
    /** Writes the waiting entries, and tries the kept ones once more. */
    async close(): Promise<void> {
      closed = true
      clearTimeout(retry)
      flush()
      await writing
      await retryUnwritten()
    },
  }
}
