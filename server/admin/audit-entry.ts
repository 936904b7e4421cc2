import type { AuditEntry } from '@patchbay/core/store'

/** The members of an audit entry that answers show, in this order (decisions, "Admin"). */
export const shownMembers = [
  'id',
  'at',
  'tenant',
  'action',
  'source',
  'key',
  'outcome',
  'code',
  'status',
  'ip',
  'token_id',
  'request_id',
  'duration_ms',
  'count',
] as const satisfies readonly (keyof AuditEntry)[]

type ShownEntry = Pick<AuditEntry, (typeof shownMembers)[number]>

/** The entry as answers show it; what is counted of it besides is told by the usage. */
export const shownEntry = (entry: AuditEntry): ShownEntry =>
  Object.fromEntries(shownMembers.map((member) => [member, entry[member]])) as unknown as ShownEntry
