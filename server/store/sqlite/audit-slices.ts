import type { AuditEntry, AuditFilter, AuditRange } from '@patchbay/core/store'
import { newestId, oldestIdAt } from '../rules/audit-ids.ts'

/** Ids of the audit log: `from` and all that follow, up to but without `before`. */
export interface IdRange {
  readonly from: string
  readonly before: string
}

/** Entries that were found, newest first. */
export interface AuditSlice {
  readonly entries: readonly AuditEntry[]
  /** Everything from this id on was looked at; `undefined`: the whole range was. */
  readonly next: string | undefined
}

/** Entries that were found, oldest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** Everything up to this id was looked at; `undefined`: the whole range was. */
  readonly upTo: string | undefined
}

/** The least that comes after an id: all have the same length, and nothing in them comes before a space. */
export const behind = (id: string): string => `${id} `

const later = (one: string, other: string): string => (one > other ? one : other)
const earlier = (one: string, other: string): string => (one < other ? one : other)

/** `before`: the last id of the page before, as in an `AuditFilter`. */
export const idRangeOf = (range: AuditRange & Pick<Partial<AuditFilter>, 'id' | 'before'>): IdRange => {
  const { id, after, upTo, since, until, before = newestId } = range
  const from = later(since ? oldestIdAt(since) : '', after ? behind(after) : '')
  const end = earlier(until ? oldestIdAt(until) : newestId, upTo ? behind(upTo) : newestId)
  return { from: later(from, id ?? ''), before: earlier(earlier(end, before), id ? behind(id) : newestId) }
}

const byId = (one: AuditEntry, other: AuditEntry): number => (one.id < other.id ? -1 : Number(one.id > other.id))

export const oldestFirst = (entries: readonly AuditEntry[]): readonly AuditEntry[] => {
  const isInOrder = entries.every((entry, n) => n === 0 || (entries[n - 1] as AuditEntry).id <= entry.id)
  return isInOrder ? entries : entries.toSorted(byId)
}

/** Each entry once: one that came into the table during the search was found twice. */
export const newestFirst = (entries: readonly AuditEntry[]): readonly AuditEntry[] =>
  entries.toSorted((one, other) => byId(other, one)).filter(({ id }, n, sorted) => id !== sorted[n - 1]?.id)

/** Two pages of the same range as one, of `limit` entries at most. */
export const joinedPage = (one: AuditPage, other: AuditPage, limit: number): AuditPage => {
  const upTo = earlier(one.upTo ?? newestId, other.upTo ?? newestId)
  const found = oldestFirst([...one.entries, ...other.entries].filter(({ id }) => id <= upTo))
  if (found.length > limit) return { entries: found.slice(0, limit), upTo: found[limit - 1]?.id }
  return { entries: found, upTo: upTo === newestId ? undefined : upTo }
}
