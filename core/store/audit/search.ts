/** Members for which a search may name several values. */
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
  /** The ids of tokens and admin keys; an entry matches if it has one of them. */
  readonly labelled?: readonly string[]
  /** The entry is about one of these providers. */
  readonly providers?: readonly string[]
  /** The status is in one of these ranges, both ends included. */
  readonly statuses?: readonly (readonly [least: number, most: number])[]
  /** Only calls that took longer than this, in milliseconds. */
  readonly overMs?: number
  /** Texts that the reason contains. */
  readonly reasons?: readonly string[]
  readonly words?: readonly SearchWord[]
  /** An entry that meets one of these searches isn't wanted. */
  readonly none?: readonly EntrySearch[]
}
