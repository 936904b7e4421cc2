import { isPoliteWord } from './read-phrase.ts'
import { expandJargon, isJargon } from './words/jargon.ts'
import { findRelated, relatedWords } from './words/related.ts'
import { createSpelling, type Spelling } from './words/spelling.ts'
import { classifyVerb, verbForms } from './words/verbs.ts'
import { foldText, isFaint, isStopWord, toTerm } from './words/words.ts'

/** The facts of an index that mending a query needs. */
export interface MendableIndex {
  readonly words: ReadonlyMap<string, number>
  readonly postings: ReadonlyMap<string, unknown>
  /** The words by which providers are named. */
  readonly names: ReadonlySet<string>
}

/** Queries have these words as often as frequent words of actions. */
const countOfQueryWords = 30

/** The words among which those of queries are looked for: the index's, and those that queries have in their place. */
export const createQuerySpelling = ({ words, names }: MendableIndex): Spelling => {
  const counts = new Map(words)
  for (const word of [...verbForms, ...relatedWords, ...names])
    counts.set(word, Math.max(countOfQueryWords, counts.get(word) ?? 0))
  return createSpelling(counts, names)
}

const isKnown = (word: string, { postings }: MendableIndex): boolean => {
  const term = toTerm(word)
  if (term === undefined || postings.has(term) || isFaint(word) || isStopWord(word) || isPoliteWord(word)) return true
  return classifyVerb(term).length > 0 || findRelated(term).length > 0 || isJargon(word)
}

const mostMended = 6

/** Its parts are no words. */
const mailAddress = /\S+@\S+\.\p{L}{2,}/gu
const phoneNumber = /\+\d[\d ().-]{5,}\d/g
/** An issue by its key, as `PROJ-12`. */
const issueKey = /\b\p{Lu}[\p{Lu}\d]{1,9}-\d+\b/gu

/** A query with things in place of ids whose form says what they are of. An abbreviation before a number says it itself, as in `INV-12`. */
const nameTheThing = (text: string): string =>
  text
    .replaceAll(mailAddress, 'somebody')
    .replaceAll(phoneNumber, 'the phone')
    .replaceAll(issueKey, (key) => (isJargon(key.slice(0, key.indexOf('-')).toLowerCase()) ? key : 'issue'))

/** `SetupIntent` in words, unless it is known as it is, like `HubSpot`. */
const splitNames = (text: string, index: MendableIndex): string =>
  text.replaceAll(/\b[A-Z]?[a-z]+(?:[A-Z][a-z]+)+\b/g, (name) => {
    const whole = name.toLowerCase()
    return index.names.has(whole) || index.words.has(whole) ? name : name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  })

/** A query as the index would have it: its jargon expanded, and its misspelt words as they were meant. */
export const mendQuery = (text: string, index: MendableIndex, spelling: Spelling): string => {
  let left = mostMended
  const mend = (word: string): string => {
    if (spelling.has(word) || isKnown(word, index) || left-- <= 0) return word
    return spelling.correct(word) ?? word
  }
  const isName = (word: string): boolean => index.names.has(word)
  const expanded = expandJargon(splitNames(nameTheThing(foldText(text)), index).toLowerCase(), isName)
  return moveNameBehind(moveOrderInFront(expanded.replaceAll(/\p{L}[\p{L}\p{N}]+/gu, mend)), index)
}

/** `triage the inbox: set the priority` with the order in front, and the occasion behind it. */
const moveOrderInFront = (text: string): string => {
  const [occasion = '', order = '', ...others] = text.split(/:\s+/)
  const [first = ''] = order.split(' ')
  const isOrder = others.length === 0 && occasion.includes(' ') && verbForms.has(first)
  return isOrder ? `${order} in ${occasion}` : text
}

/** `jira: create an issue` and `trello card create` with the provider at the end, so that the query begins with what is to be done. */
const moveNameBehind = (text: string, { names }: MendableIndex): string => {
  const words = text.split(/[\s:]+/)
  const isName = (word: string): boolean => names.has(word) && !verbForms.has(word) && !isStopWord(word)
  const end = words.findIndex((word) => !isName(word))
  return end <= 0 ? text : `${words.slice(end).join(' ')} in ${words.slice(0, end).join(' ')}`
}
