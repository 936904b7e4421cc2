import type { Audit, AuditEntry } from '../store/index.ts'

export interface AuditQueueOptions {
  readonly audit: Pick<Audit, 'append'>
  /** Told once for each batch that the store did not take. */
  readonly onFailure: (entries: readonly AuditEntry[], cause: unknown) => void
  /** Milliseconds between tries after a failure. */
  readonly retryMs?: number | undefined
}

/** Entries that are written together; all who wait for one of them wait for the same promise. */
interface Batch {
  readonly entries: AuditEntry[]
  readonly promise: Promise<void>
  readonly resolve: () => void
}

const maxBatch = 500
/** Entries kept while the store is down; calls are refused meanwhile, so only those under way add to it. */
const maxKept = 100_000

/** Writes entries in batches: what comes while one write is under way goes into the next one. */
export const createAuditQueue = ({ audit, onFailure, retryMs = 500 }: AuditQueueOptions) => {
  const batches: Batch[] = []
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
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      try {
        await audit.append(batch.entries)
      } catch (cause) {
        keep(batch.entries, cause)
      }
      batch.resolve()
    }
    writing = undefined
  }

  const flush = (): void => {
    scheduled = false
    if (batches.length > 0) writing ??= write()
  }

  const newBatch = (): Batch => {
    const batch = { entries: [], ...Promise.withResolvers<void>() }
    batches.push(batch)
    return batch
  }

  return {
    /** Resolves when the entry is durable. When the store fails it resolves too: the entry is kept and tried again. */
    add(entry: AuditEntry): Promise<void> {
      const last = batches.at(-1)
      const batch = last && last.entries.length < maxBatch ? last : newBatch()
      batch.entries.push(entry)
      if (!scheduled && !writing) {
        scheduled = true
        // Not a microtask: that would write each call by itself.
        setImmediate(flush)
      }
      return batch.promise
    },
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
