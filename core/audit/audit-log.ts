import { accountKey, type CallRecord, isBillable, type OpenWrite, readOutcome } from '../context/index.ts'
import { elapsedMs } from '../elapsed-ms.ts'
import { GatewayError } from '../errors.ts'
import { inBackground } from '../in-background.ts'
import { classesText } from '../provider/index.ts'
import { type Aftermath, type AuditEntry, buildAuditEntry, momentOfEntry, type NewAuditEntry } from '../store/index.ts'
import { currentMs, type UnixMs } from '../time.ts'
import { type AuditQueueOptions, createAuditQueue, type Opened } from './audit-queue.ts'
import type { Opening } from './open-intents.ts'
import { createRefusalCounts, type RefusalCountsOptions, type RefusedCall } from './refusal-counts.ts'

/** The end of a write that was opened. */
export interface Closing {
  /** The id of the write's intent. */
  readonly id: string
  readonly aftermath?: Aftermath | undefined
}

export interface AuditLog {
  /** Makes a write's intent durable. Nothing may be sent unless it is. */
  open(opening: Opening): Promise<Opened>
  /** Tells whether a write of this process is under way, or its entry isn't durable yet. */
  isOpen(id: string): boolean
  /**
   * Resolves when the entry is durable. It also resolves when the store fails: then the entry is written to an error line of
   * the log, kept in memory and tried again.
   */
  record(entry: NewAuditEntry, closing?: Closing): Promise<void>
  /** Records a call; `code` is `null` for a call that succeeded. */
  recordCall(record: CallRecord, status: number, code: string | null): Promise<void>
  /** Counts a call that was refused before its caller was known: one entry for each minute, network and error code. */
  refused(refusal: RefusedCall): void
  /** Throws UNAVAILABLE while entries can't be written, because no provider may be called without an audit entry. */
  assertWritable(): void
  readonly writable: boolean
  /** Writes the waiting entries before a stop. Entries that the store doesn't take are written to an error line of the log. */
  close(): Promise<void>
}

export interface AuditLogOptions extends AuditQueueOptions, Pick<RefusalCountsOptions, 'refusalMs'> {
  /** Tells whether the store was up when it was last used; sends nothing to the store. */
  readonly isUp?: () => boolean
  /** Called for every recorded call and every refusal. */
  readonly observer?: CallObserver
}

/** Observes every recorded call, and every call that was refused before its caller was known. */
export interface CallObserver {
  call(record: CallRecord, code: string | null, durationMs: number): void
  refused(refusal: RefusedCall): void
}

const completeEntry = (
  event: NewAuditEntry,
  at: UnixMs,
  count: number,
  id: string = Bun.randomUUIDv7('hex', at),
): AuditEntry => buildAuditEntry(event, { id, at, count })

type CallEntry = NewAuditEntry & Pick<AuditEntry, 'outcome'>

const entryOfCall = (call: CallRecord, status: number, code: string | null, durationMs: number): CallEntry => ({
  tenant: call.tenantId ?? null,
  action: call.action ?? null,
  source: call.source,
  key: accountKey(call) ?? null,
  outcome: readOutcome(call, code),
  code,
  status,
  ip: call.arrival.ip,
  token_id: call.tokenId ?? null,
  request_id: call.arrival.requestId,
  duration_ms: durationMs,
  cache: call.cache ?? null,
  bytes: code === null ? call.bytes : 0,
  billable: isBillable(call),
  reason: call.reason ?? null,
  tries: call.tries ?? null,
  digest: call.write?.digest ?? null,
  idempotency_key: call.write?.idempotencyKey ?? null,
  approval_id: call.approvalId ?? call.standingId ?? null,
  parent: call.parent ?? null,
  class: classesText(call.classes),
})

export const createAuditLog = ({ refusalMs, isUp = () => true, observer, ...options }: AuditLogOptions): AuditLog => {
  const queue = createAuditQueue(options)
  const refusals = createRefusalCounts({
    refusalMs,
    write: (refusal, first, count) =>
      inBackground(
        queue.add(completeEntry({ ...refusal, action: null, key: null, outcome: 'error' }, first, count)),
        'record_refusals',
      ),
  })

  const isWritable = (): boolean => queue.writable && isUp()

  const record = (entry: NewAuditEntry, closing?: Closing): Promise<void> =>
    closing
      ? queue.add(completeEntry(entry, momentOfEntry(closing.id), 1, closing.id), closing.aftermath)
      : queue.add(completeEntry(entry, currentMs(), 1))

  const closeWrite = async (write: OpenWrite, entry: CallEntry): Promise<void> => {
    const closing = write.close(entry.outcome)
    await record(entry, { id: write.id, aftermath: closing instanceof Promise ? await closing : closing })
    const after = write.recorded(entry.outcome)
    if (after) await after
  }

  return {
    open: queue.open,
    isOpen: queue.isOpen,
    record,
    recordCall(call, status, code) {
      const durationMs = elapsedMs(call.arrival.startedAt)
      observer?.call(call, code, durationMs)
      const entry = entryOfCall(call, status, code, durationMs)
      return call.write ? closeWrite(call.write, entry) : record(entry)
    },
    refused(refusal) {
      observer?.refused(refusal)
      refusals.add(refusal)
    },
    get writable() {
      return isWritable()
    },
    assertWritable() {
      if (!isWritable()) {
        throw new GatewayError('UNAVAILABLE', 'The audit log can’t be written at the moment; try again', {
          retryAfter: 1,
        })
      }
    },
    async close() {
      refusals.close()
      await queue.close()
    },
  }
}
