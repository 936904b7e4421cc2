import { setImmediate as nextTurn } from 'node:timers/promises'
import MiniSearch, { type SearchOptions } from 'minisearch'
import type { Domain } from '../domain.ts'
import { findImpliedVerbs, isVerb, splitWords, termsOfName, toTerm } from './find-words.ts'

export interface FoundAction {
  readonly provider: string
  readonly action: string
}

export interface FindOptions {
  readonly most: number
  /** Only this provider's actions. */
  readonly provider?: string | undefined
  /** Whether the caller may use the action. Called for each match, in order of score. */
  admits(found: FoundAction): boolean
}

/** The actions that match the words, the best match first. */
export type ActionFinder = (words: string, options: FindOptions) => Promise<readonly FoundAction[]>

interface IndexedAction extends FoundAction {
  readonly id: string
  readonly domain: string
  readonly name: string
  readonly description: string
  readonly synonyms: string
  readonly parameters: string
  /** The terms of its name. */
  readonly nameTerms: ReturnType<typeof termsOfName>
  /** The vendor advises against it, or ends it. */
  readonly isDeprecated: boolean
  /** Whether its description seems to say so; the words may also mean something else. */
  readonly soundsDeprecated: boolean
  /** Whether tools list it: the overlay's author chose the actions that people ask for most. */
  readonly isListed: boolean
}

const buildEntries = ({ provider: { id, title }, source }: Domain): IndexedAction[] => {
  const listed = source.listed && new Set(source.listed)
  return source.words().map(({ name, description, synonyms, parameters, isDeprecated = false }) => ({
    id: `${id}.${name}`,
    provider: id,
    action: name,
    domain: `${id} ${title}`,
    name,
    description,
    synonyms: synonyms.join(' '),
    parameters: parameters.join(' '),
    nameTerms: termsOfName(name),
    isDeprecated,
    soundsDeprecated: /\bdeprecated\b/i.test(description),
    isListed: listed?.has(name) ?? true,
  }))
}

interface Index {
  /**
   * Two indexes: one of the listed actions, and one of all actions, which returns only those that aren't listed. A document of a
   * thousand actions uses the words of its domain so often that they would carry no weight in the listed actions.
   */
  readonly parts: readonly {
    readonly search: MiniSearch<IndexedAction>
    readonly isListed: boolean
    readonly weight: number
  }[]
  /**
   * The words of the entries, with how many domains use them. Only words that are not among them are searched as prefixes or
   * misspellings, which takes long in a large index.
   */
  readonly known: ReadonlyMap<string, number>
  readonly size: number
}

/** The number of entries that are indexed before other work gets its turn, which takes some 10 ms. */
const chunkSize = 100

const emptyIndex = (note: (term: string) => void): MiniSearch<IndexedAction> =>
  new MiniSearch<IndexedAction>({
    fields: ['name', 'synonyms', 'domain', 'description', 'parameters'],
    storeFields: ['provider', 'action', 'isListed', 'isDeprecated', 'soundsDeprecated', 'nameTerms'],
    tokenize: splitWords,
    processTerm(word) {
      const term = toTerm(word)
      if (term === undefined) return null
      note(term)
      return term
    },
    // Terms of a query are processed before.
    searchOptions: { processTerm: (term) => term },
  })

const makeIndex = async (domains: ReadonlyMap<string, Domain>): Promise<Index> => {
  const known = new Map<string, number>()
  let seen = new Set<string>()
  const note = (term: string): void => {
    if (seen.has(term)) return
    seen.add(term)
    known.set(term, (known.get(term) ?? 0) + 1)
  }
  const [listed, all] = [emptyIndex(note), emptyIndex(note)]
  for (const domain of domains.values()) {
    seen = new Set()
    const entries = buildEntries(domain)
    await listed.addAllAsync(
      entries.filter(({ isListed }) => isListed),
      { chunkSize },
    )
    await all.addAllAsync(entries, { chunkSize })
  }
  const parts = [
    { search: listed, isListed: true, weight: 1 },
    { search: all, isListed: false, weight: weightOfUnlisted },
  ]
  return { parts, known, size: domains.size }
}

const longestQuery = 500
/** The most words of a query, because each word is looked up in thousands of actions. */
const mostTerms = 16
/** The most words that no action has, because searching their prefixes and misspellings takes longest. */
const mostUnknown = 6

/** The parts of a query that look like names of actions: whoever knows the name gets that action first. */
const namesIn = (words: string): readonly string[] =>
  words.slice(0, longestQuery).match(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g) ?? []

const weightOfImplied = 0.4
/** Higher than any score. */
const bonusOfNamed = 1e6
const weightOfUnlisted = 0.5

/** How the words of a query are looked for. */
const optionsFor = (unknown: ReadonlySet<string>, isOnlyImplied: ReadonlySet<string>): SearchOptions => ({
  boost: { name: 3, synonyms: 2.5, domain: 1.5, parameters: 0.5 },
  prefix: (term) => term.length > 3 && unknown.has(term),
  fuzzy: (term) => (term.length > 4 && unknown.has(term) ? 0.2 : false),
  weights: { prefix: 0.4, fuzzy: 0.2 },
  boostTerm: (term) => (isOnlyImplied.has(term) ? weightOfImplied : 1),
})

/**
 * The share of the query's words that an action has. Words that few domains use count more than common words, and nouns more than
 * verbs.
 */
const createCoverage = (asked: readonly string[], { known, size }: Index) => {
  const parts = asked.map((term) => {
    const rarity = Math.log(1 + size / (known.get(term) ?? 1))
    return { term, weight: isVerb(term) ? rarity / 2 : rarity, impliedVerbs: findImpliedVerbs(term) }
  })
  const all = parts.reduce((sum, { weight }) => sum + weight, 0)
  return (found: readonly string[]): number => {
    let sum = 0
    for (const { term, weight, impliedVerbs } of parts) {
      if (found.includes(term)) sum += weight
      else if (impliedVerbs.some((verb) => found.includes(verb))) sum += weight * 0.7
    }
    return sum / all
  }
}

/** The share of an action's name that the query has; words after a preposition count half. */
const precision = ([main, behind]: IndexedAction['nameTerms'], provider: string, found: readonly string[]): number => {
  const count = (terms: readonly string[]): number =>
    terms.filter((term) => found.includes(term) || term === provider).length
  return (count(main) + count(behind) / 2) / (main.length + behind.length / 2 || 1)
}

/**
 * Finds actions by their names, descriptions and synonyms and by the names of their providers. All domains share the index,
 * because the scores of several can't be compared. It is made on the first use.
 */
export const createActionFinder = (domains: ReadonlyMap<string, Domain>): ActionFinder => {
  let making: Promise<Index> | undefined
  let turn = Promise.resolve()

  return async (words, { most, provider, admits }) => {
    making ??= makeIndex(domains)
    const index = await making
    // One search at a time, so that others are served between those of a batch.
    turn = turn.then(() => nextTurn())
    await turn
    const terms = new Set(splitWords(words.slice(0, longestQuery)).flatMap((word) => toTerm(word) ?? []))
    const asked = [...terms].slice(0, mostTerms)
    const unknown = new Set(asked.filter((term) => !index.known.has(term)).slice(0, mostUnknown))
    const isOnlyImplied = new Set(asked.flatMap(findImpliedVerbs).filter((verb) => !asked.includes(verb)))
    const names = namesIn(words)
    const query = [...asked, ...isOnlyImplied].join(' ')
    const options = optionsFor(unknown, isOnlyImplied)
    const coverage = createCoverage(asked, index)
    const isWanted = (one: FoundAction): boolean => (provider === undefined || one.provider === provider) && admits(one)
    return index.parts
      .flatMap(({ search, isListed, weight }) => {
        const filter: SearchOptions['filter'] = (one) => one.isListed === isListed && isWanted(one as never)
        return search
          .search(query, { ...options, filter })
          .map(({ provider, action, score, queryTerms, nameTerms, isDeprecated, soundsDeprecated }) => {
            const isNamed = names.includes(action) || words === `${provider} ${action}`
            const part = soundsDeprecated ? weight / 2 : weight
            const fit = coverage(queryTerms) ** 2 * (0.5 + precision(nameTerms, provider, queryTerms) / 2)
            const isLast = isDeprecated && !isNamed
            return { provider, action, isLast, score: score * part * fit + (isNamed ? bonusOfNamed : 0) }
          })
      })
      .sort((one, other) => Number(one.isLast) - Number(other.isLast) || other.score - one.score)
      .slice(0, most)
      .map(({ provider, action }) => ({ provider, action }))
  }
}
