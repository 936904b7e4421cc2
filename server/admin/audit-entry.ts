import type { AuditEntry } from '@patchbay/core/store'

/** The members of an audit entry that answers show, in this order; they are the columns of an export. */
export const entryMembers = [
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

type EntryJson = Pick<AuditEntry, (typeof entryMembers)[number]>

/** The entry as answers show it. Its other members are for counting; `/admin/usage` shows the sums. */
export const entryToJson = (entry: AuditEntry): EntryJson =>
  Object.fromEntries(entryMembers.map((member) => [member, entry[member]])) as unknown as EntryJson
