import { distance } from 'fastest-levenshtein'
import { isPlural } from './read-phrase.ts'
import { classifyVerb, isAmbiguousVerb, isReading, type VerbClass, verbForms } from './words/verbs.ts'
import { isFaint, splitAtPreposition, splitCamelWords, toTerm } from './words/words.ts'

const listTerms = (name: string): readonly string[] => splitCamelWords(name).flatMap((word) => toTerm(word) ?? [])

const isVerb = (term: string): boolean => classifyVerb(term).length > 0

/** The term of the verb that a misspelt word was meant for: one letter may differ, two in a long word, as where two are swapped. */
const findMisspeltVerb = (word: string): string | undefined => {
  const most = word.length > 4 ? 2 : 1
  const near = [...verbForms]
    .filter((verb) => Math.min(verb.length, word.length) > 2)
    .map((verb) => ({ verb, away: distance(word, verb) }))
    .filter(({ away }) => away <= most)
    .toSorted((one, other) => one.away - other.away)
  return near[0] && toTerm(near[0].verb)
}

/** The aspects of a thing that people look at: `order_status` and `message_history` order and message nothing. */
const aspects: ReadonlySet<string> = new Set(
  'status state history detail info information content template total summary type name number balance activity log owner'.split(
    ' ',
  ),
)

/**
 * The verb of a name: the first word that can be nothing else. Of those that are nouns as often a look, or one with a word behind it: the
 * last word is the thing, as in `support_email`.
 */
const findVerb = (name: string): string | undefined => {
  const [words] = splitAtPreposition(splitCamelWords(name))
  const terms = words.map((word) => (isPlural(word) ? '' : (toTerm(word) ?? '')))
  const certain = terms.find((term) => isVerb(term) && !isAmbiguousVerb(term))
  if (certain !== undefined) return certain
  const isLook = (term: string): boolean => isVerb(term) && isReading(classifyVerb(term)[0] ?? 'create')
  if (aspects.has(terms.at(-1) ?? '')) return 'get'
  return terms.find(isLook) ?? terms.find((term, at) => isVerb(term) && (at === 0 || at < terms.length - 1))
}

const classifyName = (name: string): readonly VerbClass[] => classifyVerb(findVerb(name) ?? '')

/** True for a name that reads, false for one that writes, by its verb; `undefined`: it has none. */
export const isReadName = (name: string): boolean | undefined => {
  const [verb] = classifyName(name)
  return verb === undefined ? undefined : isReading(verb)
}

/** The wish behind a name that is no action: the words to find actions by, and which of those may be suggested for it. */
export interface NameWish {
  readonly words: string
  /** True for a wish to read. */
  readonly isRead: boolean
  /** True if the name has a word for what it is about: `delete_everything` hasn't. */
  readonly hasThing: boolean
  /** True if an action may be suggested: never one that writes for a wish to read, nor one that deletes for another wish. */
  admits(action: string, effect: 'read' | 'write'): boolean
  /** True for an action whose name has the same words: `send_mail` for `sendEmail`. */
  isSame(action: string): boolean
  /** True if the name and the action are both about one thing, or both about several: `get_invoices` is no misspelt `get_invoice`. */
  isAsMany(action: string): boolean
  /** True for an action whose name has every word of the wish, and more: `send_chat_message` for `send_message`. */
  isWithin(action: string): boolean
  /** True for an action whose every word is in the name, as vendors prefix names with what they belong to: `post_message` for `chat.postMessage`. */
  names(action: string): boolean
}

const endsInPlural = (name: string): boolean => isPlural(splitCamelWords(name).at(-1) ?? '')

const longestWish = 64

/** Reads the wish behind a name that is no action. Without a verb it is a wish to read. */
export const readNameWish = (text: string): NameWish => {
  const name = text.slice(0, longestWish)
  const [first = ''] = splitCamelWords(name)
  const wished = classifyVerb(findVerb(name) ?? findMisspeltVerb(first) ?? '')
  const terms = new Set(listTerms(name))
  const isRead = isReading(wished[0] ?? 'get')
  return {
    words: splitCamelWords(name).join(' '),
    isRead,
    hasThing: splitCamelWords(name).some((word) => !isFaint(word) && !isVerb(toTerm(word) ?? 'get')),
    admits(action, effect) {
      if (isRead || effect === 'read') return isRead && effect === 'read'
      const [does] = classifyName(action)
      if (does === 'delete') return wished.includes('delete')
      return wished[0] !== 'delete' || does === 'update'
    },
    isSame(action) {
      const others = listTerms(action)
      return others.length === terms.size && others.every((term) => terms.has(term))
    },
    isWithin(action) {
      const others = listTerms(action)
      return terms.size > 1 && [...terms].every((term) => others.includes(term))
    },
    isAsMany: (action) => endsInPlural(action) === endsInPlural(name),
    names(action) {
      const others = listTerms(action)
      return others.length > 1 && others.every((term) => terms.has(term))
    },
  }
}
