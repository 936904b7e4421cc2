import { type AuditEntry, auditExtras } from '@patchbay/core/store'

/**
 * The members of an entry in the order of a line. Those that most entries lack come last, and a line ends before those that are
 * missing.
 */
const names = [
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
  'cache',
  'bytes',
  'billable',
  'reason',
  'tries',
  'digest',
  'resolves',
  'resolved_as',
  'approval_id',
  'parent',
  'actor',
  'idempotency_key',
  'class',
  'changes',
] as const

/** Members that each line has. */
const shortLine = names.length - auditExtras.length

type MembersOf<Names extends readonly (keyof AuditEntry)[]> = { -readonly [I in keyof Names]: AuditEntry[Names[I]] }
/** The members of an entry in the order of a line. */
export type LineMembers = MembersOf<typeof names>

/** Member by member, as a loop over their names takes twice as long. */
const toMembers = (entry: AuditEntry): LineMembers => [
  entry.id,
  entry.at,
  entry.tenant,
  entry.action,
  entry.source,
  entry.key,
  entry.outcome,
  entry.code,
  entry.status,
  entry.ip,
  entry.token_id,
  entry.request_id,
  entry.duration_ms,
  entry.count,
  entry.cache,
  entry.bytes,
  entry.billable,
  entry.reason,
  entry.tries,
  entry.digest,
  entry.resolves,
  entry.resolved_as,
  entry.approval_id,
  entry.parent,
  entry.actor,
  entry.idempotency_key,
  entry.class,
  entry.changes,
]

const toEntry = (members: LineMembers): AuditEntry => ({
  id: members[0],
  at: members[1],
  tenant: members[2],
  action: members[3],
  source: members[4],
  key: members[5],
  outcome: members[6],
  code: members[7],
  status: members[8],
  ip: members[9],
  token_id: members[10],
  request_id: members[11],
  duration_ms: members[12],
  count: members[13],
  cache: members[14],
  bytes: members[15],
  billable: members[16],
  reason: members[17] ?? null,
  tries: members[18] ?? null,
  digest: members[19] ?? null,
  resolves: members[20] ?? null,
  resolved_as: members[21] ?? null,
  approval_id: members[22] ?? null,
  parent: members[23] ?? null,
  actor: members[24] ?? null,
  idempotency_key: members[25] ?? null,
  class: members[26] ?? null,
  changes: members[27] ?? null,
})

const isSafe = Number.isSafeInteger

const printLine = (entry: AuditEntry): string => {
  const members = toMembers(entry)
  const missing = (members as readonly unknown[]).indexOf(undefined)
  // JSON would turn it into null.
  if (missing >= 0) throw new TypeError(`the audit entry ${entry.id} lacks ${names[missing]}`)
  // The table would refuse it later, when no caller waits for it any more.
  const { status, count, bytes, duration_ms } = entry
  if (!(isSafe(status) && isSafe(count) && isSafe(bytes)) || !Number.isFinite(duration_ms))
    throw new TypeError(`the audit entry ${entry.id} has a number that the table doesn't accept`)
  let end: number = members.length
  while (end > shortLine && members[end - 1] === null) end--
  ;(members as unknown[]).length = end
  return JSON.stringify(members)
}

/**
 * The text of a batch. Each line is a JSON array of an entry's members: their names would take half of the bytes. JSON
 * escapes line breaks within a value.
 */
export const printAuditEntries = (entries: readonly AuditEntry[]): string => entries.map(printLine).join('\n')

/** The lines of a batch's text. */
export const parseAuditLines = (text: string): LineMembers[] => JSON.parse(`[${text.replaceAll('\n', ',')}]`)

/** All entries of a batch's text. */
export const parseAuditEntries = (text: string): AuditEntry[] => parseAuditLines(text).map(toEntry)

export type RowValues = (string | number | boolean | null)[]

/** The statement that adds the row of a line with so many members: those that it lacks are NULL by themselves. */
export const insertRow = (members: number): string =>
  `INSERT INTO audit (${names.slice(0, members).join(', ')}) VALUES (${'?, '.repeat(members - 1)}?)`

/** The row of a line, which becomes it: an entry made of each, and a row made of that, would be garbage at once. */
export const rowOfLine = (line: LineMembers): RowValues => {
  const values: unknown[] = line
  const changes = names.length - 1
  if (values[changes]) values[changes] = JSON.stringify(values[changes])
  return values as RowValues
}

/** The beginning of each line. */
export const lineBegin = '["'

/** The entries whose line contains `part`, last first. Searching the text is much faster than parsing every line. */
export function* entriesWith(text: string, part: string): Generator<AuditEntry> {
  for (let end = text.length; end > 0; ) {
    const position = text.lastIndexOf(part, end - 1)
    if (position < 0) return
    const begin = text.lastIndexOf('\n', position) + 1
    const next = text.indexOf('\n', position)
    yield toEntry(JSON.parse(text.slice(begin, next < 0 ? text.length : next)))
    end = begin - 1
  }
}
