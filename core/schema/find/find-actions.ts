import { setImmediate } from 'node:timers/promises'
import {
  type ActionEntry,
  type ActionIndex,
  createActionIndex,
  type FindableDomain,
  indexCompounds,
  indexDomain,
} from './index-actions.ts'
import { createQuerySpelling, mendQuery } from './mend-query.ts'
import { readPhrase } from './read-phrase.ts'
import { type ScoredAction, scoreActions } from './score-actions.ts'
import type { Spelling } from './spelling.ts'

export interface FoundAction {
  readonly provider: string
  readonly action: string
  /** True if the action has so little of the query that probably no action does what is asked. */
  readonly isWeak?: true
  /** True if the action has nearly all of the query. */
  readonly isWhole?: true
}

export interface FindOptions {
  readonly most: number
  /** The provider to search alone. */
  readonly provider?: string | undefined
  /** True if the caller may use the action. Called for each match, in order of score. */
  admits(action: FoundAction): boolean
}

/** The actions that match the words, the best match first. */
export type ActionFinder = (words: string, options: FindOptions) => Promise<readonly FoundAction[]>

const longestQuery = 500

/** The parts of a query that look like names of actions: a named action comes first. */
const namesIn = (words: string): readonly string[] =>
  words.slice(0, longestQuery).match(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g) ?? []

/** The actions that the query names exactly, with or without their provider's name: they come first. */
const findByName = (words: string, { entries, byName }: ActionIndex): ActionEntry[] => {
  const [provider, action = '', ...others] = words.split(' ')
  const isQualified = others.length === 0 && entries.some((entry) => entry.provider === provider)
  const names = [...new Set([...namesIn(words), ...(isQualified ? [action] : [])])]
  const actions = names.flatMap((name) => (byName.get(name) ?? []).flatMap((at) => entries[at] ?? []))
  return isQualified
    ? actions.toSorted((one, other) => Number(other.provider === provider) - Number(one.provider === provider))
    : actions
}

/** The share of a query below which an action is a guess. */
const weakShare = 0.5
const wholeShare = 0.7

const toFound = ({ entry, share, isNamed }: ScoredAction): FoundAction => ({
  provider: entry.provider,
  action: entry.action,
  ...(share < weakShare && !isNamed && { isWeak: true }),
  ...(share >= wholeShare && { isWhole: true }),
})

interface IndexedWords {
  readonly index: ActionIndex
  readonly spelling: Spelling
}

const nextTurn = (): Promise<void> => setImmediate()

/**
 * Finds actions by their names, descriptions and synonyms and by the names of their providers. All domains share the index,
 * because scores of different indexes can't be compared. It is built on the first use.
 */
export const createActionFinder = (domains: ReadonlyMap<string, FindableDomain>): ActionFinder => {
  let making: Promise<IndexedWords> | undefined
  let turn = Promise.resolve()

  const make = async (): Promise<IndexedWords> => {
    const index = createActionIndex()
    for (const domain of domains.values()) await indexDomain(index, domain, nextTurn)
    await indexCompounds(index, nextTurn)
    return { index, spelling: createQuerySpelling(index) }
  }

  return async (words, { most, provider, admits }) => {
    making ??= make()
    const { index, spelling } = await making
    // One search at a time, so that other requests are served between the searches of a batch.
    turn = turn.then(() => nextTurn())
    await turn
    const named = findByName(words, index)
    const query = readPhrase(mendQuery(words.slice(0, longestQuery), index, spelling))
    const scored = scoreActions(query, index, provider).filter(({ entry }) => !named.includes(entry))
    return [
      ...named.map(({ provider: id, action }): FoundAction => ({ provider: id, action })),
      ...scored.filter(({ entry }) => !entry.isDeprecated).map(toFound),
      ...scored.filter(({ entry }) => entry.isDeprecated).map(toFound),
    ]
      .filter((action) => (provider === undefined || action.provider === provider) && admits(action))
      .slice(0, most)
  }
}
