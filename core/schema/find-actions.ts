import MiniSearch, { type SearchOptions } from 'minisearch'
import type { Domain } from './domain.ts'

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

/** Words that say nothing about an action. */
const stopWords = new Set(
  (
    'a an and any are as at be been but by can could did do does for from had has have how i if in into is it its let me my ' +
    'of off on or our out over please so some that the their them then there these they this those to up us was we were will ' +
    'with would you your'
  ).split(' '),
)

/** What people say for the few verbs by which actions are named. They count less than the thing that is asked for. */
const verbs: Readonly<Record<string, string>> = {
  get: 'show see view read look open fetch display check what which who how',
  list: 'show see view browse fetch display all every latest recent what which who',
  search: 'find look lookup query filter where',
  find: 'search look lookup',
  create: 'make add new open start file raise write',
  add: 'create new put attach',
  post: 'send tell write say publish',
  send: 'post',
  update: 'change edit modify set move assign close rename adjust',
  delete: 'remove drop erase cancel',
  remove: 'delete take',
  cancel: 'stop abort void',
}

const impliedBy = Map.groupBy(
  Object.entries(verbs).flatMap(([verb, others]) => others.split(' ').map((other) => [other, verb] as const)),
  ([other]) => other,
)

/** A word without the ending of its plural: close enough for both sides to meet. */
const stem = (word: string): string => {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word
}

const termsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

const processTerm = (word: string): string | undefined => (word === '' || stopWords.has(word) ? undefined : stem(word))

interface Entry extends FoundAction {
  readonly id: string
  readonly domain: string
  readonly name: string
  readonly description: string
  readonly synonyms: string
  /** Whether tools list it: of a document's many actions, its author chose those that people ask for. */
  readonly isListed: boolean
}

const entriesOf = ({ provider: { id, title }, source }: Domain): Entry[] => {
  const listed = source.listed && new Set(source.listed)
  return source.words().map(({ name, description, synonyms }) => ({
    ...{ id: `${id}.${name}`, provider: id, action: name, domain: `${id} ${title}` },
    ...{ name, description, synonyms: synonyms.join(' '), isListed: listed?.has(name) ?? true },
  }))
}

interface Index {
  /**
   * The listed actions, and all, of which it gives those that aren't listed: a document of a thousand actions uses the words of its
   * domain so often that they would count for nothing in the listed ones.
   */
  readonly parts: readonly { readonly search: MiniSearch<Entry>; readonly isListed: boolean; readonly weight: number }[]
  /** The words of the entries. Only others may be beginnings or misspelt: looking for those takes long in a large index. */
  readonly known: ReadonlySet<string>
}

/** As many entries as are indexed before others get their turn: some 10 ms. */
const chunkSize = 100

const emptyIndex = (known: Set<string>): MiniSearch<Entry> =>
  new MiniSearch<Entry>({
    fields: ['name', 'synonyms', 'domain', 'description'],
    storeFields: ['provider', 'action', 'isListed'],
    tokenize: termsOf,
    processTerm(word) {
      const term = processTerm(word)
      if (term === undefined) return null
      known.add(term)
      return term
    },
    // Terms of a query are processed before.
    searchOptions: { processTerm: (term) => term },
  })

const makeIndex = async (domains: Iterable<Domain>): Promise<Index> => {
  const known = new Set<string>()
  const [listed, all] = [emptyIndex(known), emptyIndex(known)]
  for (const domain of domains) {
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
  return { parts, known }
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
  boost: { name: 3, synonyms: 2.5, domain: 1.5 },
  prefix: (term) => term.length > 3 && !known.has(term),
  fuzzy: (term) => (term.length > 4 && !known.has(term) ? 0.2 : false),
  weights: { prefix: 0.4, fuzzy: 0.2 },
  boostTerm: (term) => (isOnlyImplied.has(term) ? weightOfImplied : 1),
})

/**
 * Finds actions by their names, descriptions and synonyms and by the names of their providers. All domains share the index,
 * because the scores of several can't be compared. It is made on the first use.
 */
export const createActionFinder = (domains: ReadonlyMap<string, Domain>): ActionFinder => {
  let making: Promise<Index> | undefined

  return async (words, { most, provider, admits }) => {
    making ??= makeIndex(domains.values())
    const { parts, known } = await making
    const asked = [...new Set(termsOf(words.slice(0, longestQuery)).flatMap((word) => processTerm(word) ?? []))]
    const implied = asked.flatMap((word) => impliedBy.get(word)?.map(([, verb]) => verb) ?? [])
    const isOnlyImplied = new Set(implied.filter((word) => !asked.includes(word)))
    const names = namesIn(words)
    const query = [...asked, ...isOnlyImplied].join(' ')
    const options = optionsFor(known, isOnlyImplied)
    const isWanted = (one: FoundAction): boolean => (provider === undefined || one.provider === provider) && admits(one)
    return parts
      .flatMap(({ search, isListed, weight }) => {
        const filter: SearchOptions['filter'] = (one) => one.isListed === isListed && isWanted(one as never)
        return search.search(query, { ...options, filter }).map(({ provider, action, score, queryTerms }) => {
          const share = asked.filter((word) => queryTerms.includes(word)).length / asked.length
          const isNamed = names.includes(action) || words === `${provider} ${action}`
          return { provider, action, score: score * weight * share + (isNamed ? bonusOfNamed : 0) }
        })
      })
      .sort((one, other) => other.score - one.score)
      .slice(0, most)
      .map(({ provider, action }) => ({ provider, action }))
  }
}
