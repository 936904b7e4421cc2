import MiniSearch from 'minisearch'
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
  readonly isCurated: boolean
}

const entriesOf = ({ provider: { id, title }, source }: Domain): Entry[] =>
  source.words().map(({ name, description, synonyms }) => ({
    ...{ id: `${id}.${name}`, provider: id, action: name, domain: `${id} ${title}` },
    ...{ name, description, synonyms: synonyms.join(' ') },
    isCurated: source.listed?.includes(name) ?? true,
  }))

interface Index {
  readonly search: MiniSearch<Entry>
  /** The words of the entries. Only others may be beginnings or misspelt: looking for those takes long in a large index. */
  readonly known: ReadonlySet<string>
}

/** As many entries as are indexed before others get their turn: some 10 ms. */
const chunkSize = 100

const makeIndex = async (domains: Iterable<Domain>): Promise<Index> => {
  const known = new Set<string>()
  const search = new MiniSearch<Entry>({
    fields: ['name', 'synonyms', 'domain', 'description'],
    storeFields: ['provider', 'action', 'isCurated'],
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
  for (const domain of domains) await search.addAllAsync(entriesOf(domain), { chunkSize })
  return { search, known }
}

const longestQuery = 500
const weightOfImplied = 0.4
/** Of an action that is asked for by its own name: others have the same words, too. */
const weightOfName = 6
/** Of an imported action that nobody curated: a document has hundreds that are rarely meant. */
const weightOfUncurated = 0.6

/** By `update_issue` or `github search` an action is named, by `search issues` it isn't. */
const weightFor = (query: string): ((found: Entry) => number) => {
  const named = new Set(query.split(/\s+/).filter((word) => word.includes('_')))
  return ({ provider, action, isCurated }) => {
    if (named.has(action) || query === `${provider} ${action}`) return weightOfName
    return isCurated ? 1 : weightOfUncurated
  }
}

/**
 * Finds actions by their names, descriptions and synonyms and by the names of their providers. All domains share one index,
 * because the scores of several can't be compared. The index is made on the first use.
 */
export const createActionFinder = (domains: ReadonlyMap<string, Domain>): ActionFinder => {
  let making: Promise<Index> | undefined

  return async (words, { most, provider, admits }) => {
    making ??= makeIndex(domains.values())
    const { search, known } = await making
    const query = words.slice(0, longestQuery)
    const weigh = weightFor(query)
    const asked = [...new Set(termsOf(query).flatMap((word) => processTerm(word) ?? []))]
    const implied = asked.flatMap((word) => impliedBy.get(word)?.map(([, verb]) => verb) ?? [])
    const isOnlyImplied = new Set(implied.filter((word) => !asked.includes(word)))
    return search
      .search([...asked, ...isOnlyImplied].join(' '), {
        boost: { name: 3, synonyms: 2.5, domain: 1.5 },
        prefix: (term) => term.length > 3 && !known.has(term),
        fuzzy: (term) => (term.length > 4 && !known.has(term) ? 0.2 : false),
        boostDocument: (_id, _term, stored) => weigh(stored as unknown as Entry),
        weights: { prefix: 0.4, fuzzy: 0.2 },
        boostTerm: (term) => (isOnlyImplied.has(term) ? weightOfImplied : 1),
        filter: (found) => (provider === undefined || found.provider === provider) && admits(found as never),
      })
      .slice(0, most)
      .map(({ provider, action }) => ({ provider, action }))
  }
}
