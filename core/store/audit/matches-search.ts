import type { AuditEntry } from './entries.ts'
import { type EntrySearch, type SearchWord, searchedMembers, severalOf } from './search.ts'

/** The letters of ASCII alone have no case: both stores can compare so. */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const contains = (text: string | null, part: string): boolean =>
  text !== null && lowerAscii(text).includes(lowerAscii(part))

const isOneOf = (value: string | null, values: readonly string[]): boolean => value !== null && values.includes(value)

const hasWord = (entry: AuditEntry, { text, tenants, tokens }: SearchWord): boolean =>
  searchedMembers.some((member) => contains(entry[member], text)) ||
  isOneOf(entry.tenant, tenants) ||
  isOneOf(entry.token_id, tokens)

/** True if the entry meets all conditions. */
export const matchesSearch = (entry: AuditEntry, search: EntrySearch): boolean => {
  const { anyOf = {}, labelled, providers, statuses, overMs, reasons = [], words = [], none = [] } = search
  return (
    severalOf.every((member) => anyOf[member] === undefined || isOneOf(entry[member], anyOf[member])) &&
    (labelled === undefined || isOneOf(entry.token_id, labelled)) &&
    (providers === undefined || isOneOf(entry.key?.split('/')[0] ?? null, providers)) &&
    (statuses === undefined || statuses.some(([least, most]) => entry.status >= least && entry.status <= most)) &&
    (overMs === undefined || entry.duration_ms > overMs) &&
    reasons.every((text) => contains(entry.reason, text)) &&
    words.every((word) => hasWord(entry, word)) &&
    !none.some((unwanted) => matchesSearch(entry, unwanted))
  )
}
