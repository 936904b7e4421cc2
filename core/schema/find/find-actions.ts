import { setImmediate } from 'node:timers/promises'
import { type AskedWords, measureNearness, readAskedWords } from './asked-words.ts'
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
import { type Nearness, type ScoredAction, scoreActions } from './score-actions.ts'
import type { Spelling } from './words/spelling.ts'

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
  /** True if the words are those of a name, and nobody's sentence: they aren't compared with sentences. */
  readonly isName?: true
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

/** The share of a query below which an action without sentences is a guess. */
const weakShare = 0.5
/** The sum of share, nearness and score below which another one is: each alone tells less of what no action does. */
const weakSum = 1.18
const wholeShare = 0.7

const isGuess = ({ share, nearness, score, isNamed }: ScoredAction): boolean =>
  !isNamed && (nearness === undefined ? share < weakShare : share + nearness + score < weakSum)

const toFoundAction = (scored: ScoredAction): FoundAction => ({
  provider: scored.entry.provider,
  action: scored.entry.action,
  ...(isGuess(scored) && { isWeak: true }),
  ...(scored.share >= wholeShare && { isWhole: true }),
})

interface IndexedWords {
  readonly index: ActionIndex
  readonly askedWords: AskedWords
  readonly spelling: Spelling
}

const noNearness: Nearness = { nearness: new Float32Array(), withSentences: new Set() }

const nextTurn = (): Promise<void> => setImmediate()

/**
 * Finds actions by their names, descriptions, synonyms and sentences and by the names of their providers. All domains share the index,
 * because scores of different indexes can't be compared. It is built on the first use.
 */
export const createActionFinder = (domains: ReadonlyMap<string, FindableDomain>): ActionFinder => {
  let making: Promise<IndexedWords> | undefined
  let turn = Promise.resolve()

  const make = async (): Promise<IndexedWords> => {
    const index = createActionIndex()
    for (const domain of domains.values()) await indexDomain(index, domain, nextTurn)
    await indexCompounds(index, nextTurn)
    const askedWords = await readAskedWords(index, domains.values(), nextTurn)
    return { index, askedWords, spelling: createQuerySpelling(index) }
  }

  return async (words, { most, provider, isName, admits }) => {
    making ??= make()
    const { index, askedWords, spelling } = await making
    // One search at a time, so that other requests are served between the searches of a batch.
    turn = turn.then(() => nextTurn())
    await turn
    const named = findByName(words, index)
    const mended = mendQuery(words.slice(0, longestQuery), index, spelling)
    const near = isName
      ? noNearness
      : { nearness: measureNearness(mended, askedWords, index), withSentences: askedWords.withSentences }
    const scored = scoreActions(readPhrase(mended), index, provider, near).filter(({ entry }) => !named.includes(entry))
    return [
      ...named.map(({ provider: id, action }): FoundAction => ({ provider: id, action })),
      ...scored.filter(({ entry }) => !entry.isDeprecated).map(toFoundAction),
      ...scored.filter(({ entry }) => entry.isDeprecated).map(toFoundAction),
    ]
      .filter((action) => (provider === undefined || action.provider === provider) && admits(action))
      .slice(0, most)
  }
}
