import type { AuditEntry } from './entries.ts'

/** Members of which a search may name several values. */
export const severalOf = ['tenant', 'action', 'source', 'key', 'code', 'outcome', 'token_id'] as const

/** The members in which a word is looked for. */
export const searchedMembers = [
  'reason',
  'action',
  'key',
  'code',
  'tenant',
  'id',
  'request_id',
  'token_id',
  'actor',
] as const

/** A word to be found in an entry, or in the names of its tenant or its token. */
export interface SearchWord {
  readonly text: string
  /** The ids of tenants with the word in their names. */
  readonly tenants: readonly string[]
  /** The ids of tokens and admin keys with the word in their labels. */
  readonly tokens: readonly string[]
}

/** Conditions that no index answers: all of them hold. */
export interface EntrySearch {
  /** One of the values each. */
  readonly anyOf?: { readonly [Member in (typeof severalOf)[number]]?: readonly string[] }
  /** The ids of tokens and admin keys, of which the entry has one. */
  readonly labelled?: readonly string[]
  /** The entry is about one of these providers. */
  readonly providers?: readonly string[]
  /** The status is in one of these ranges, both ends included. */
  readonly statuses?: readonly (readonly [least: number, most: number])[]
  /** It took longer than so many milliseconds. */
  readonly overMs?: number
  /** Texts that the reason contains. */
  readonly reasons?: readonly string[]
  readonly words?: readonly SearchWord[]
}

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
  const { anyOf = {}, labelled, providers, statuses, overMs, reasons = [], words = [] } = search
  return (
    severalOf.every((member) => anyOf[member] === undefined || isOneOf(entry[member], anyOf[member])) &&
    (labelled === undefined || isOneOf(entry.token_id, labelled)) &&
    (providers === undefined || isOneOf(entry.key?.split('/')[0] ?? null, providers)) &&
    (statuses === undefined || statuses.some(([least, most]) => entry.status >= least && entry.status <= most)) &&
    (overMs === undefined || entry.duration_ms > overMs) &&
    reasons.every((text) => contains(entry.reason, text)) &&
    words.every((word) => hasWord(entry, word))
  )
}
