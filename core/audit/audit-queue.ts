import type { Audit, AuditEntry } from '../store/index.ts'

export interface AuditQueueOptions {
  readonly audit: Pick<Audit, 'append'>
  /** Told once for each batch that the store did not take. */
  readonly onFailure: (entries: readonly AuditEntry[], cause: unknown) => void
  /** Milliseconds between tries after a failure. */
  readonly retryMs?: number | undefined
}

interface Waiting {
  readonly entry: AuditEntry
  readonly done: () => void
}

const maxBatch = 500
/** Entries kept while the store is down; calls are refused meanwhile, so only those under way add to it. */
const maxKept = 100_000

/** Writes entries in batches: what comes while one write is under way goes into the next one. */
export const createAuditQueue = ({ audit, onFailure, retryMs = 500 }: AuditQueueOptions) => {
  let queue: Waiting[] = []
  let kept: AuditEntry[] = []
  let scheduled = false
  let writing: Promise<void> | undefined
  let retry: Timer | undefined
  let closed = false

  const keep = (entries: readonly AuditEntry[], cause: unknown): void => {
    onFailure(entries, cause)
    kept.push(...entries.slice(0, maxKept - kept.length))
    if (!retry) retryLater()
  }

  const retryLater = (): void => {
    if (!closed) retry = setTimeout(retryKept, retryMs)
  }

  const retryKept = async (): Promise<void> => {
    try {
      while (kept.length > 0) {
        const batch = new Set(kept.slice(0, maxBatch))
        await audit.append([...batch])
        kept = kept.filter((entry) => !batch.has(entry))
      }
      retry = undefined
    } catch {
      // Told when the batch failed first; it stays in `kept`.
      retryLater()
    }
  }

  const write = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatch)
      queue = queue.slice(batch.length)
      const entries = batch.map(({ entry }) => entry)
      try {
        await audit.append(entries)
      } catch (cause) {
        keep(entries, cause)
      }
      for (const { done } of batch) done()
    }
    writing = undefined
  }

  const flush = (): void => {
    scheduled = false
    if (queue.length > 0) writing ??= write()
  }

  return {
    /** Resolves when the entry is durable. When the store fails it resolves too: the entry is kept and tried again. */
    add: (entry: AuditEntry): Promise<void> =>
      new Promise((done) => {
        queue.push({ entry, done })
        if (scheduled || writing) return
        scheduled = true
        // Not a microtask: that would write each call by itself.
        setImmediate(flush)
      }),
    /** Whether the store has taken all that it was given. */
    get writable(): boolean {
      return kept.length === 0
    },
    /** Writes what waits, and tries once more what is kept. */
    async close(): Promise<void> {
      closed = true
      clearTimeout(retry)
      flush()
      await writing
      await retryKept()
    },
  }
}
