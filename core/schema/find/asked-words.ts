import type { ActionEntry, ActionIndex, FindableDomain } from './index-actions.ts'
import { expandJargon } from './words/jargon.ts'
import { foldText, isFaint, splitWords, toTerm } from './words/words.ts'

/**
 * The words in which people ask for actions, from the sentences of plugins (`asked.json`). All sentences of an action are one text, because
 * a query has a word of one and a word of another; the best single sentence finds less. Which words an action has counts more than how often.
 */
export interface AskedWords {
  /** The actions that have a term or a pair of terms, with its share in each. */
  readonly postings: ReadonlyMap<string, { readonly entries: readonly number[]; readonly shares: readonly number[] }>
  /** The number of actions with words. */
  readonly count: number
  /** The actions with sentences of their own. */
  readonly withSentences: ReadonlySet<number>
}

type Counts = Map<string, number>

const countOfFaint = 0.2
const countOfPair = 0.35
const countOfName = 3
/** The count of a word that people use for actions of other providers with the same name. */
const countOfNamesake = 0.2
/** A word that an action has so often has half the share. */
const halfCount = 0.3

/** The terms of words, and each two neighbours as a pair, with how much they count. */
const countTerms = (words: readonly string[]): Counts => {
  const counts: Counts = new Map()
  const count = (term: string, most: number): void => {
    counts.set(term, Math.max(most, counts.get(term) ?? 0))
  }
  let before: string | undefined
  for (const word of words) {
    const term = toTerm(word)
    if (term === undefined) continue
    count(term, isFaint(word) ? countOfFaint : 1)
    if (before !== undefined && before !== term) count(`${before} ${term}`, countOfPair)
    before = term
  }
  return counts
}

const add = (
  counts: Counts,
  others: ReadonlyMap<string, number>,
  factor: number,
  leaveOut: readonly string[],
): void => {
  for (const [term, count] of others)
    if (!leaveOut.includes(term)) counts.set(term, (counts.get(term) ?? 0) + factor * count)
}

const nameTerms = ({ things, behind, verbTerms }: ActionEntry): readonly string[] => [
  ...new Set([...things, ...behind, ...verbTerms]),
]

/** Actions of several providers share a name, apart from the provider's own: `list_slack_users` is `list_users`. */
const groupByName = (index: ActionIndex): ReadonlyMap<string, readonly number[]> =>
  Map.groupBy(index.entries.keys(), (number) => {
    const entry = index.entries[number] as ActionEntry
    const own = readOwnTerms(entry, index)
    return nameTerms(entry)
      .filter((term) => !own.includes(term))
      .toSorted()
      .join(' ')
  })

const readOwnTerms = ({ provider }: ActionEntry, { providers }: ActionIndex): readonly string[] =>
  providers.get(provider)?.terms ?? []

/** The words of each action's own sentences, without those by which its provider is named. */
const readSentences = async (
  index: ActionIndex,
  domains: Iterable<FindableDomain>,
  pause: () => Promise<void>,
): Promise<Map<number, Counts>> => {
  const isName = (word: string): boolean => index.names.has(word)
  const texts = new Map<number, Counts>()
  for (const { provider, asked } of domains) {
    const {
      terms: own,
      range: [from, to],
    } = index.providers.get(provider.id) ?? { terms: [], range: [0, 0] }
    const sentences = asked?.() ?? {}
    for (let number = from; number < to; number++) {
      const { action } = index.entries[number] as ActionEntry
      if (!Object.hasOwn(sentences, action)) continue
      const counts: Counts = new Map()
      for (const sentence of sentences[action] ?? []) {
        const words = splitWords(expandJargon(foldText(sentence).toLowerCase(), isName))
        // Queries have these words too: they aren't misspelt ones of actions.
        for (const word of words) index.words.set(word, (index.words.get(word) ?? 0) + 1)
        add(counts, countTerms(words), 1, own)
      }
      texts.set(number, counts)
    }
    await pause()
  }
  return texts
}

/** Reads the sentences of all domains, whose actions are in the index. */
export const readAskedWords = async (
  index: ActionIndex,
  domains: Iterable<FindableDomain>,
  pause: () => Promise<void>,
): Promise<AskedWords> => {
  const own = await readSentences(index, domains, pause)
  const texts = new Map(own.entries().map(([number, counts]) => [number, new Map(counts)]))
  for (const namesakes of groupByName(index).values()) {
    const spokenOf = namesakes.filter((number) => own.has(number))
    for (const number of spokenOf.length === 0 ? [] : namesakes) {
      const others = spokenOf.filter((other) => other !== number)
      const counts: Counts = texts.get(number) ?? new Map()
      const leaveOut = readOwnTerms(index.entries[number] as ActionEntry, index)
      for (const other of others) add(counts, own.get(other) ?? new Map(), countOfNamesake / others.length, leaveOut)
      if (counts.size > 0) texts.set(number, counts)
    }
  }
  const postings = new Map<string, { entries: number[]; shares: number[] }>()
  for (const [number, counts] of texts) {
    const entry = index.entries[number] as ActionEntry
    if (own.has(number)) {
      add(counts, new Map(nameTerms(entry).map((term) => [term, countOfName])), 1, readOwnTerms(entry, index))
      add(counts, new Map(entry.synonyms.map((term) => [term, 1])), 1, readOwnTerms(entry, index))
    }
    for (const [term, count] of counts) {
      const posting = postings.get(term) ?? { entries: [], shares: [] }
      posting.entries.push(number)
      posting.shares.push(count / (count + halfCount))
      postings.set(term, posting)
    }
  }
  return { postings, count: texts.size, withSentences: new Set(own.keys()) }
}

/**
 * How near a query is to the words in which people ask for each action: about 1 for one that has all of them, and more where they are
 * neighbours, too. Words that few actions have say more. The words that name an action's provider don't count.
 */
export const measureNearness = (
  query: string,
  { postings, count }: AskedWords,
  { entries, providers }: ActionIndex,
): Float32Array => {
  const nearness = new Float32Array(entries.length)
  const weights = new Map<string, number>()
  let total = 0
  for (const [term, own] of countTerms(splitWords(query))) {
    const posting = postings.get(term)
    const weight = own * Math.log(1 + count / Math.max(1, posting?.entries.length ?? 1))
    if (!term.includes(' ')) {
      weights.set(term, weight)
      total += weight
    }
    posting?.entries.forEach((number, at) => {
      nearness[number] = (nearness[number] as number) + weight * (posting.shares[at] as number)
    })
  }
  for (const { terms, range } of providers.values()) {
    const others = total - terms.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)
    for (let number = range[0]; number < range[1]; number++)
      nearness[number] = (nearness[number] as number) / Math.max(1, others)
  }
  return nearness
}
