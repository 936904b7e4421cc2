import { isoTime, type UnixMs } from '../../time.ts'
import type { AuditEntry } from './entries.ts'

/**
 * An event as its recorder describes it. The defaults of members that are left out: no caller, no request, no duration, and success with
 * status 200. A `code` makes the event an error, unless an `outcome` says otherwise.
 */
export type NewAuditEntry = Pick<AuditEntry, 'action' | 'source' | 'key'> & {
  readonly [M in Exclude<keyof AuditEntry, 'id' | 'at' | 'count' | 'action' | 'source' | 'key'>]?:
    | AuditEntry[M]
    | undefined
}

/** The place of an entry in the log. `at`: milliseconds since 1970. `count`: as in the entry. */
export interface EntryPlace {
  readonly id: string
  readonly at: UnixMs
  readonly count?: number
}

/** The entry of an event. All members in one literal: an object that grows afterwards is allocated several times. */
export const buildAuditEntry = (event: NewAuditEntry, { id, at, count = 1 }: EntryPlace): AuditEntry => {
  const { code = null } = event
  return {
    id,
    at: isoTime(at),
    tenant: event.tenant ?? null,
    action: event.action,
    source: event.source,
    key: event.key,
    outcome: event.outcome ?? (code === null ? 'ok' : 'error'),
    code,
    status: event.status ?? 200,
    ip: event.ip ?? null,
    token_id: event.token_id ?? null,
    request_id: event.request_id ?? null,
    duration_ms: event.duration_ms ?? 0,
    count,
    cache: event.cache ?? null,
    bytes: event.bytes ?? 0,
    billable: event.billable ?? false,
    reason: event.reason ?? null,
    tries: event.tries ?? null,
    digest: event.digest ?? null,
    resolves: event.resolves ?? null,
    resolved_as: event.resolved_as ?? null,
    approval_id: event.approval_id ?? null,
    parent: event.parent ?? null,
    actor: event.actor ?? null,
    idempotency_key: event.idempotency_key ?? null,
    class: event.class ?? null,
    changes: event.changes ?? null,
  }
}
