import { GatewayError } from '../errors.ts'
import { isoTime } from '../iso-time.ts'
import type { Audit, AuditEntry, AuditSource } from '../store/index.ts'

/** What only calls have. */
type OfCalls = Pick<AuditEntry, 'cache' | 'bytes' | 'billable'>

/** What the writer of an entry knows; id, time and count are the log's. */
export type NewAuditEntry = Omit<AuditEntry, 'id' | 'at' | 'count' | keyof OfCalls> & Partial<OfCalls>

export interface Refusal {
  readonly ip: string
  readonly source: AuditSource
  readonly code: string
  readonly status: number
}

export interface AuditLog {
  /**
   * Resolves when the entry is durable. When the store fails it resolves too: the entry is kept and tried again, and
   * stands whole in an error line of the log.
   */
  record(entry: NewAuditEntry): Promise<void>
  /** Counts a call refused before its caller was known: one entry a minute, address and code. */
  refused(refusal: Refusal): void
  /** Throws UNAVAILABLE while entries can't be written: no provider is called then. */
  assertWritable(): void
  readonly writable: boolean
  /** Writes what waits; for a stop. What the store does not take then stands in an error line of the log. */
  close(): Promise<void>
}

interface Waiting {
  readonly entry: AuditEntry
  readonly done: () => void
}

export interface AuditLogOptions {
  readonly audit: Pick<Audit, 'append'>
  /** Told once for each batch that the store did not take. */
  readonly onFailure: (entries: readonly AuditEntry[], cause: unknown) => void
  /** Milliseconds between tries after a failure. */
  readonly retryMs?: number
  /** Milliseconds over which refusals of one kind are counted; its entry is there within a second after. */
  readonly refusalMs?: number
}

const maxBatch = 500
/** Entries kept while the store is down; calls are refused meanwhile, so only those under way add to it. */
const maxKept = 100_000
const maxRefusals = 10_000

/** Writes the audit log in batches: what comes while one write is under way goes into the next one. */
export const createAuditLog = ({ audit, onFailure, retryMs = 500, refusalMs = 58_000 }: AuditLogOptions): AuditLog => {
  let queue: Waiting[] = []
  let kept: AuditEntry[] = []
  let scheduled = false
  let writing: Promise<void> | undefined
  let retry: Timer | undefined
  let closed = false

  const refusals = new Map<string, { first: number; refusal: Refusal; count: number }>()

  /** Member by member, which costs a fraction of spreading the entry. `at`: milliseconds since 1970. */
  const complete = (entry: NewAuditEntry, at: number, count: number): AuditEntry => ({
    id: Bun.randomUUIDv7('hex', at),
    at: isoTime(at),
    tenant: entry.tenant,
    action: entry.action,
    source: entry.source,
    key: entry.key,
    outcome: entry.outcome,
    code: entry.code,
    status: entry.status,
    ip: entry.ip,
    token_id: entry.token_id,
    request_id: entry.request_id,
    duration_ms: entry.duration_ms,
    count,
    cache: entry.cache ?? null,
    bytes: entry.bytes ?? 0,
    billable: entry.billable ?? false,
  })

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

  const enqueue = (entry: AuditEntry): Promise<void> =>
    new Promise((done) => {
      queue.push({ entry, done })
      if (scheduled || writing) return
      scheduled = true
      // Not a microtask: that would write each call by itself.
      setImmediate(flush)
    })

  /** Writes those whose first was before `time`. A map keeps the order in which they began. */
  const writeRefusals = (time: number): void => {
    for (const [key, { first, refusal, count }] of refusals) {
      if (first > time) return
      refusals.delete(key)
      const entry = complete(
        {
          ...refusal,
          tenant: null,
          action: null,
          key: null,
          outcome: 'error',
          token_id: null,
          request_id: null,
          duration_ms: 0,
        },
        first,
        count,
      )
      enqueue(entry)
    }
  }

  const timer = setInterval(() => writeRefusals(Date.now() - refusalMs), refusalMs / 58)
  timer.unref()

  return {
    record: (entry) => enqueue(complete(entry, Date.now(), 1)),
    refused(refusal) {
      const key = `${refusal.ip} ${refusal.source} ${refusal.code}`
      const known = refusals.get(key)
      if (known) known.count++
      else {
        if (refusals.size >= maxRefusals) writeRefusals(Number.POSITIVE_INFINITY)
        refusals.set(key, { first: Date.now(), refusal, count: 1 })
      }
    },
    get writable() {
      return kept.length === 0
    },
    assertWritable() {
      if (kept.length > 0) {
        throw new GatewayError('UNAVAILABLE', 'The audit log can not be written at the moment; try again', {
          retryAfter: 1,
        })
      }
    },
    async close() {
      closed = true
      clearInterval(timer)
      clearTimeout(retry)
      writeRefusals(Number.POSITIVE_INFINITY)
      flush()
      await writing
      await retryKept()
    },
  }
}
