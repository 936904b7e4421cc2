import type { AuditEntry, AuditFilter, AuditRange } from '@patchbay/core/store'
import { newestId, oldestIdAt } from '../../rules/audit/ids.ts'

/** A range of audit ids: `from` is inclusive, `before` exclusive. */
export interface IdRange {
  readonly from: string
  readonly before: string
}

/** Found entries, newest first. */
export interface AuditSlice {
  readonly entries: readonly AuditEntry[]
  /** The search covered this id and all later ones; `undefined`: it covered the whole range. */
  readonly next: string | undefined
}

/** Found entries, oldest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** The search covered all ids up to this one; `undefined`: it covered the whole range. */
  readonly upTo: string | undefined
}

/** The least text after an id: all ids have the same length, and a space sorts before their characters. */
export const isBehind = (id: string): string => `${id} `

const later = (one: string, other: string): string => (one > other ? one : other)
const earlier = (one: string, other: string): string => (one < other ? one : other)

/** `before`: the last id of the previous page, as in `AuditFilter`. */
export const computeIdRange = (range: AuditRange & Pick<Partial<AuditFilter>, 'id' | 'before'>): IdRange => {
  const { id, after, upTo, since, until, before = newestId } = range
  const from = later(since ? oldestIdAt(since) : '', after ? isBehind(after) : '')
  const end = earlier(until ? oldestIdAt(until) : newestId, upTo ? isBehind(upTo) : newestId)
  return { from: later(from, id ?? ''), before: earlier(earlier(end, before), id ? isBehind(id) : newestId) }
}

const byId = (one: AuditEntry, other: AuditEntry): number => (one.id < other.id ? -1 : Number(one.id > other.id))

export const oldestFirst = (entries: readonly AuditEntry[]): readonly AuditEntry[] => {
  const isInOrder = entries.every((entry, n) => n === 0 || (entries[n - 1] as AuditEntry).id <= entry.id)
  return isInOrder ? entries : entries.toSorted(byId)
}

/** Sorts, and removes duplicates: an entry that moved into the table during the search was found twice. */
export const newestFirst = (entries: readonly AuditEntry[]): readonly AuditEntry[] =>
  entries.toSorted((one, other) => byId(other, one)).filter(({ id }, n, sorted) => id !== sorted[n - 1]?.id)

/** Joins two pages of the same range to one of at most `limit` entries. */
export const joinedPage = (one: AuditPage, other: AuditPage, limit: number): AuditPage => {
  const upTo = earlier(one.upTo ?? newestId, other.upTo ?? newestId)
  const entries = oldestFirst([...one.entries, ...other.entries].filter(({ id }) => id <= upTo))
  if (entries.length > limit) return { entries: entries.slice(0, limit), upTo: entries[limit - 1]?.id }
  return { entries, upTo: upTo === newestId ? undefined : upTo }
}
