import MiniSearch, { type SearchOptions } from 'minisearch'
import type { Domain } from './domain.ts'
import { isVerb, termOf, termsOfName, verbsMeantBy, wordsOf } from './find-words.ts'

export interface FoundAction {
  readonly provider: string
  readonly action: string
}

export interface FindOptions {
  readonly most: number
  /** Only this provider's actions. */
  readonly provider?: string | undefined
  /** Whether the caller may use the action. Asked of those that the words match, best first. */
  admits(found: FoundAction): boolean
}

/** The actions that words ask for, the likeliest first. */
export type ActionFinder = (words: string, options: FindOptions) => Promise<readonly FoundAction[]>

interface Entry extends FoundAction {
  readonly id: string
  readonly domain: string
  readonly name: string
  readonly description: string
  readonly synonyms: string
  readonly parameters: string
  /** Of the name. */
  readonly nameTerms: ReturnType<typeof termsOfName>
  readonly isDeprecated: boolean
  /** Whether tools list it: of a document's many actions, its author chose those that people ask for. */
  readonly isListed: boolean
}

const entriesOf = ({ provider: { id, title }, source }: Domain): Entry[] => {
  const listed = source.listed && new Set(source.listed)
  return source.words().map(({ name, description, synonyms, parameters }) => ({
    ...{ id: `${id}.${name}`, provider: id, action: name, domain: `${id} ${title}` },
    ...{ name, description, synonyms: synonyms.join(' '), parameters: parameters.join(' ') },
    nameTerms: termsOfName(name),
    isDeprecated: /\bdeprecated\b/i.test(description),
    isListed: listed?.has(name) ?? true,
  }))
}

interface Index {
  /**
   * The listed actions, and all, of which it gives those that aren't listed: a document of a thousand actions uses the words of its
   * domain so often that they would count for nothing in the listed ones.
   */
  readonly parts: readonly { readonly search: MiniSearch<Entry>; readonly isListed: boolean; readonly weight: number }[]
  /** The words of the entries, with how many domains use them. Only others may be beginnings or misspelt: looking for those takes long in a large index. */
  readonly known: ReadonlyMap<string, number>
  readonly size: number
}

/** As many entries as are indexed before others get their turn: some 10 ms. */
const chunkSize = 100

const emptyIndex = (note: (term: string) => void): MiniSearch<Entry> =>
  new MiniSearch<Entry>({
    fields: ['name', 'synonyms', 'domain', 'description', 'parameters'],
    storeFields: ['provider', 'action', 'isListed', 'isDeprecated', 'nameTerms'],
    tokenize: wordsOf,
    processTerm(word) {
      const term = termOf(word)
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
    const entries = entriesOf(domain)
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

/** What of a query is written as names of actions are: who knows the name is given that action first. */
const namesIn = (words: string): readonly string[] =>
  words.slice(0, longestQuery).match(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g) ?? []

const weightOfImplied = 0.4
/** More than any score. */
const bonusOfNamed = 1e6
const weightOfUnlisted = 0.5

/** How the words of a query are looked for. */
const optionsFor = (known: Index['known'], isOnlyImplied: ReadonlySet<string>): SearchOptions => ({
  boost: { name: 3, synonyms: 2.5, domain: 1.5, parameters: 0.5 },
  prefix: (term) => term.length > 3 && !known.has(term),
  fuzzy: (term) => (term.length > 4 && !known.has(term) ? 0.2 : false),
  weights: { prefix: 0.4, fuzzy: 0.2 },
  boostTerm: (term) => (isOnlyImplied.has(term) ? weightOfImplied : 1),
})

/** Which share of the asked words an action has. Words that few domains use count more than common words, and nouns more than verbs. */
const createCoverage = (asked: readonly string[], { known, size }: Index) => {
  const parts = asked.map((term) => {
    const rarity = Math.log(1 + size / (known.get(term) ?? 1))
    return { term, weight: isVerb(term) ? rarity / 2 : rarity, meant: verbsMeantBy(term) }
  })
  const all = parts.reduce((sum, { weight }) => sum + weight, 0)
  return (found: readonly string[]): number => {
    let sum = 0
    for (const { term, weight, meant } of parts) {
      if (found.includes(term)) sum += weight
      else if (meant.some((verb) => found.includes(verb))) sum += weight * 0.7
    }
    return sum / all
  }
}

/** How much of an action's name was asked for; what stands behind a preposition counts half. */
const precision = ([main, behind]: Entry['nameTerms'], provider: string, found: readonly string[]): number => {
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

  return async (words, { most, provider, admits }) => {
    making ??= makeIndex(domains)
    const index = await making
    const asked = [...new Set(wordsOf(words.slice(0, longestQuery)).flatMap((word) => termOf(word) ?? []))]
    const isOnlyImplied = new Set(asked.flatMap(verbsMeantBy).filter((verb) => !asked.includes(verb)))
    const names = namesIn(words)
    const query = [...asked, ...isOnlyImplied].join(' ')
    const options = optionsFor(index.known, isOnlyImplied)
    const coverage = createCoverage(asked, index)
    const isWanted = (one: FoundAction): boolean => (provider === undefined || one.provider === provider) && admits(one)
    return index.parts
      .flatMap(({ search, isListed, weight }) => {
        const filter: SearchOptions['filter'] = (one) => one.isListed === isListed && isWanted(one as never)
        return search
          .search(query, { ...options, filter })
          .map(({ provider, action, score, queryTerms, nameTerms, isDeprecated }) => {
            const isNamed = names.includes(action) || words === `${provider} ${action}`
            const part = isDeprecated ? weight / 2 : weight
            const fit = coverage(queryTerms) ** 2 * (0.5 + precision(nameTerms, provider, queryTerms) / 2)
            return { provider, action, score: score * part * fit + (isNamed ? bonusOfNamed : 0) }
          })
      })
      .sort((one, other) => other.score - one.score)
      .slice(0, most)
      .map(({ provider, action }) => ({ provider, action }))
  }
}
