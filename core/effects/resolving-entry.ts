import { isoTime } from '../iso-time.ts'
import { type AuditEntry, momentOfEntry, noAuditExtras, type Resolution } from '../store/index.ts'

type Resolved = Pick<AuditEntry, 'id' | 'at' | 'tenant' | 'action' | 'key' | 'token_id' | 'request_id'>

export interface EffectFinding {
  readonly as: Resolution
  readonly source: 'admin' | 'job'
  /** How it was found out. */
  readonly reason: string
  /** The status of the vendor's answer; 200 where there was none. */
  readonly status?: number
}

/**
 * The entry that says what became of a call whose outcome was unknown. It has the call's own time, so that it lies beside the call, goes
 * with it, and is billed in the month when it happened.
 */
export const buildResolvingEntry = (
  { id, tenant, action, key, token_id, request_id }: Resolved,
  { as, source, reason, status = 200 }: EffectFinding,
): AuditEntry => {
  const at = momentOfEntry(id)
  return {
    ...noAuditExtras,
    id: Bun.randomUUIDv7('hex', at),
    at: isoTime(at),
    ...{ tenant, action, source, key, token_id, request_id },
    outcome: 'ok',
    code: null,
    status,
    ip: null,
    duration_ms: 0,
    count: 1,
    cache: null,
    bytes: 0,
    billable: as === 'done',
    reason,
    tries: null,
    resolves: id,
    resolved_as: as,
  }
}
