import type { Domain } from '../domain.ts'
import type { ActionWords, Source } from '../source.ts'
import { classifyVerb, isAmbiguousVerb, isReading, type VerbClass, verbForms } from './words/verbs.ts'
import { isFaint, isWeightless, splitAtPreposition, splitWords, toTerm } from './words/words.ts'

/** The parts of a domain that the finder needs. */
export interface FindableDomain {
  readonly provider: Pick<Domain['provider'], 'id' | 'title' | 'synonyms'>
  readonly source: Pick<Source, 'listed' | 'words' | 'kind'>
  readonly asked?: Domain['asked']
}

/** The facts of one action by which it is found. */
export interface ActionEntry {
  readonly provider: string
  readonly action: string
  /** The terms of the action's name without its verbs: those of the thing, and those behind a preposition. */
  readonly things: readonly string[]
  readonly behind: readonly string[]
  /** The classes of the name's verbs, the first one first. */
  readonly verbs: readonly VerbClass[]
  /** The terms of these verbs. */
  readonly verbTerms: readonly string[]
  /** The terms of its synonyms. */
  readonly synonyms: readonly string[]
  readonly isRead: boolean
  /** A word of the name that marks the action as one for few. */
  readonly special: string | undefined
  readonly isListed: boolean
  /** True if an author chose the action because people ask for it: it is listed, or written by hand. */
  readonly isChosen: boolean
  /** True if the vendor advises against the action, or ends it. */
  readonly isDeprecated: boolean
  /** True if the description has the word "deprecated", which may refer to something else. */
  readonly soundsDeprecated: boolean
}

/** The entries that have a term, with its share in each: 1 for a term of the name. */
interface Postings {
  readonly entries: number[]
  readonly shares: number[]
  /** The number of domains that have the term. */
  domains: number
}

export interface ProviderTerms {
  readonly terms: readonly string[]
  /** The terms of the provider's subject and other names. */
  readonly about: ReadonlySet<string>
  /** The range of the provider's entries. */
  readonly range: readonly [from: number, to: number]
}

export interface ActionIndex {
  readonly entries: ActionEntry[]
  readonly postings: Map<string, Postings>
  /** The entries of each name. */
  readonly byName: Map<string, number[]>
  /** The terms by which people name each provider. */
  readonly providers: Map<string, ProviderTerms>
  /** The number of times each word is in the actions, before it is made a term: misspelt words may stand for these. */
  readonly words: Map<string, number>
  /** The words by which people name providers. */
  readonly names: Set<string>
}

/** The words in names of actions that are for few. */
const specialWords: ReadonlySet<string> = new Set([
  'admin',
  'enterprise',
  'bulk',
  'batch',
  'legacy',
  'internal',
  'async',
])

/** True for a word of the names of actions that do many things at once. */
export const isBulkWord = (word: string | undefined): boolean => word === 'bulk' || word === 'batch'

/** The share of a term in an action, by the term's place. */
const shares = { name: 1, behind: 0.9, synonyms: 0.95, description: 0.75, path: 0.6, parameters: 0.4 } as const

const toTermsOf = (words: readonly string[]): string[] => words.flatMap((word) => toTerm(word) ?? [])

const toTerms = (text: string): string[] => toTermsOf(splitWords(text))

export const createActionIndex = (): ActionIndex => ({
  entries: [],
  postings: new Map(),
  byName: new Map(),
  providers: new Map(),
  words: new Map(),
  names: new Set(),
})

/**
 * The verbs of a name: those that can be nothing else, or else the one that it begins with. Participles are none: `list_related_records`
 * relates nothing.
 */
const findVerbs = (words: readonly string[]): string[] => {
  const certain = words.filter((word) => verbForms.has(word)).flatMap((word) => toTerm(word) ?? [])
  const verbs = certain.filter((term) => !isAmbiguousVerb(term))
  if (verbs.length > 0) return verbs
  const first = toTerm(words[0] ?? '') ?? ''
  return classifyVerb(first).length > 0 ? [first] : []
}

const shareOfPart = 0.6
const termsInOneTurn = 500

/** Lets the words of a compound find it: `worklog` is found by `work` and by `log`, if these are words of other actions. */
export const indexCompounds = async ({ postings }: ActionIndex, pause: () => Promise<void>): Promise<void> => {
  for (const [count, [term, { entries, shares: own }]] of [...postings].entries()) {
    if (count % termsInOneTurn === termsInOneTurn - 1) await pause()
    for (let end = 3; end <= term.length - 3; end++) {
      const parts = [term.slice(0, end), term.slice(end)].map((part) => toTerm(part) ?? '')
      if (!parts.every((part) => postings.has(part))) continue
      for (const part of parts) {
        const posting = postings.get(part)
        entries.forEach((entry, at) => {
          posting?.entries.push(entry)
          posting?.shares.push((own[at] ?? 0) * shareOfPart)
        })
      }
      break
    }
  }
}

/** Reads an action's name: its verbs and its things. */
const readName = (name: string) => {
  const words = splitWords(name)
  const [main, behind] = splitAtPreposition(words)
  const isThing = (word: string): boolean => !isFaint(word) && !isWeightless(word)
  const verbTerms = findVerbs(main)
  const [verbTerm] = verbTerms
  return {
    words,
    mainTerms: toTermsOf(main),
    behindTerms: toTermsOf(behind),
    verbTerms,
    things: toTermsOf(main.filter(isThing)).filter((term) => term !== verbTerm),
    behind: toTermsOf(behind.filter(isThing)),
    special: words.find((word) => specialWords.has(word)),
  }
}

const countWords = ({ words: counts }: ActionIndex, words: readonly string[]): readonly string[] => {
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return words
}

/** The terms of an action, each with its share. */
const measureTerms = (
  index: ActionIndex,
  { words, mainTerms, behindTerms }: ReturnType<typeof readName>,
  { synonyms, description, path = '', parameters }: ActionWords,
): ReadonlyMap<string, number> => {
  const own = new Map<string, number>()
  const note = (terms: readonly string[], share: number): void => {
    for (const term of terms) own.set(term, Math.max(own.get(term) ?? 0, share))
  }
  note(mainTerms, shares.name)
  note(behindTerms, shares.behind)
  countWords(index, words)
  const count = (text: string): string[] => toTermsOf(countWords(index, splitWords(text)))
  note(synonyms.flatMap(count), shares.synonyms)
  note(count(description), shares.description)
  note(toTerms(path), shares.path)
  note(parameters.flatMap(count), shares.parameters)
  return own
}

/** Adds an action's terms; `seen` has those that its domain had before. */
const addTerms = (
  { postings }: ActionIndex,
  number: number,
  own: ReadonlyMap<string, number>,
  seen: Set<string>,
): void => {
  for (const [term, share] of own) {
    const posting = postings.get(term) ?? { entries: [], shares: [], domains: 0 }
    posting.entries.push(number)
    posting.shares.push(share)
    if (share > shares.parameters && !seen.has(term)) {
      posting.domains++
      seen.add(term)
    }
    postings.set(term, posting)
  }
}

/** The number of actions that are indexed before other work has its turn. */
const actionsInOneTurn = 50

/** Adds a domain's actions to an index, and lets other work have its turn now and then. */
export const indexDomain = async (
  index: ActionIndex,
  { provider: { id, title, synonyms = [] }, source }: FindableDomain,
  pause: () => Promise<void>,
): Promise<void> => {
  const listed = source.listed && new Set(source.listed)
  const seen = new Set<string>()
  const from = index.entries.length
  for (const [count, words] of source.words().entries()) {
    const { name, description, isByHand = false, isDeprecated = false } = words
    const number = index.entries.length
    const read = readName(name)
    const { things, behind, verbTerms, special } = read
    const kind = source.kind(name)
    index.entries.push({
      provider: id,
      action: name,
      things,
      behind,
      verbs: [...new Set(verbTerms.flatMap(classifyVerb))],
      verbTerms,
      synonyms: words.synonyms.flatMap(toTerms),
      isRead:
        kind === 'read' ||
        kind === 'secret-read' ||
        verbTerms.slice(0, 1).some((term) => isReading(classifyVerb(term)[0] ?? 'create')),
      special,
      isListed: listed?.has(name) ?? true,
      isChosen: isByHand || (listed?.has(name) ?? true),
      isDeprecated,
      soundsDeprecated: /\bdeprecated\b/i.test(description),
    })
    const named = index.byName.get(name)
    if (named) named.push(number)
    else index.byName.set(name, [number])
    addTerms(index, number, measureTerms(index, read, words), seen)
    if (count % actionsInOneTurn === actionsInOneTurn - 1) await pause()
  }
  for (const word of splitWords(`${id} ${title}`)) index.names.add(word)
  index.providers.set(id, {
    terms: [...new Set(toTerms(`${id} ${title}`))],
    about: new Set(synonyms.flatMap(toTerms)),
    range: [from, index.entries.length],
  })
  await pause()
}
