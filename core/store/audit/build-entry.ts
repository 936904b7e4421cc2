import { type IsoTime, isoTime, type UnixMs } from '../../time.ts'
import type { AuditEntry, AuditExtra } from './entries.ts'

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

/**
 * The members that all entries have, but for the id, whose name differs between stores. Spreading the entry would take ten times as
 * long.
 */
export const copyAuditMembers = (
  entry: NewAuditEntry,
  at: IsoTime,
  count: number,
): Omit<AuditEntry, 'id' | AuditExtra> => {
  const { code = null } = entry
  return {
    at,
    tenant: entry.tenant ?? null,
    action: entry.action,
    source: entry.source,
    key: entry.key,
    outcome: entry.outcome ?? (code === null ? 'ok' : 'error'),
    code,
    status: entry.status ?? 200,
    ip: entry.ip ?? null,
    token_id: entry.token_id ?? null,
    request_id: entry.request_id ?? null,
    duration_ms: entry.duration_ms ?? 0,
    count,
    cache: entry.cache ?? null,
    bytes: entry.bytes ?? 0,
    billable: entry.billable ?? false,
    reason: entry.reason ?? null,
    tries: entry.tries ?? null,
  }
}

/** The entry of an event. */
export const buildAuditEntry = (event: NewAuditEntry, { id, at, count = 1 }: EntryPlace): AuditEntry => {
  const members: { -readonly [K in keyof AuditEntry]?: AuditEntry[K] } = copyAuditMembers(event, isoTime(at), count)
  members.id = id
  members.digest = event.digest ?? null
  members.resolves = event.resolves ?? null
  members.resolved_as = event.resolved_as ?? null
  members.approval_id = event.approval_id ?? null
  members.parent = event.parent ?? null
  members.actor = event.actor ?? null
  members.idempotency_key = event.idempotency_key ?? null
  members.class = event.class ?? null
  members.changes = event.changes ?? null
  return members as AuditEntry
}
