import {
  accountKey,
  type CallRecord,
  type CallWitness,
  isBillable,
  type OpenWrite,
  readOutcome,
} from '../context/index.ts'
import { elapsedMs } from '../elapsed-ms.ts'
import { GatewayError } from '../errors.ts'
import { inBackground } from '../in-background.ts'
import { classesText } from '../provider/index.ts'
import { type AuditEntry, buildAuditEntry, momentOfEntry, type NewAuditEntry } from '../store/index.ts'
import { currentMs, isoTime, type UnixMs } from '../time.ts'
import { type AuditQueueOptions, type BatchResult, createAuditQueue } from './audit-queue.ts'
import type { Opening } from './open-intents.ts'
import { createRefusalCounts, type RefusalCountsOptions, type RefusedCall } from './refusal-counts.ts'

export interface AuditLog {
  /** Makes a write's intent durable. Nothing may be sent unless it is. */
  open(opening: Opening): Promise<BatchResult>
  /** Tells whether a write of this process is under way, or its entry isn't durable yet. */
  isOpen(id: string): boolean
  /**
   * Resolves when the entry is durable. It also resolves when the store fails: then the entry is written to an error line of
   * the log, kept in memory and tried again. `id`: the entry’s, where it was told before.
   */
  record(entry: NewAuditEntry, id?: string): Promise<void>
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
  /** Called with each failed call of a tenant that keeps them. Must not reject. */
  readonly keepFailed?: (entry: AuditEntry, witness: CallWitness) => Promise<void>
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

/** The entry of a call, built at once: that of its event, to be completed, would be as large. */
const entryOfCall = (call: CallRecord, status: number, code: string | null, durationMs: number): AuditEntry => {
  const { write, arrival } = call
  const now = currentMs()
  return {
    id: write?.id ?? Bun.randomUUIDv7('hex', now),
    at: isoTime(write ? momentOfEntry(write.id) : now),
    tenant: call.tenantId ?? null,
    action: call.action ?? null,
    source: call.source,
    key: accountKey(call) ?? null,
    outcome: readOutcome(call, code),
    code,
    status,
    ip: arrival.ip,
    token_id: call.tokenId ?? null,
    request_id: arrival.requestId,
    duration_ms: durationMs,
    count: 1,
    cache: call.cache ?? null,
    bytes: code === null ? call.bytes : 0,
    billable: isBillable(call),
    reason: call.reason ?? null,
    tries: call.tries ?? null,
    digest: write?.digest ?? null,
    resolves: null,
    resolved_as: null,
    approval_id: call.approvalId ?? call.standingId ?? null,
    parent: call.parent ?? null,
    actor: null,
    idempotency_key: write?.idempotencyKey ?? null,
    class: classesText(call.classes),
    changes: null,
  }
}

export const createAuditLog = ({
  refusalMs,
  isUp = () => true,
  observer,
  keepFailed,
  ...options
}: AuditLogOptions): AuditLog => {
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

  const record = (event: NewAuditEntry, id?: string): Promise<void> =>
    queue.add(completeEntry(event, id === undefined ? currentMs() : momentOfEntry(id), 1, id))

  const closeWrite = async (write: OpenWrite, entry: AuditEntry): Promise<void> => {
    await queue.add(entry, await write.close(entry.outcome))
    await write.recorded(entry.outcome)
  }

  return {
    open: queue.open,
    isOpen: queue.isOpen,
    record,
    recordCall(call, status, code) {
      const durationMs = elapsedMs(call.arrival.startedAt)
      observer?.call(call, code, durationMs)
      const entry = entryOfCall(call, status, code, durationMs)
      const recorded = call.write ? closeWrite(call.write, entry) : queue.add(entry)
      if (code === null || !call.witness || !keepFailed) return recorded
      return Promise.all([recorded, keepFailed(entry, call.witness)]).then(() => undefined)
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
