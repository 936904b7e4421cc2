import { classifyVerb, isAmbiguousVerb, isReading, type VerbClass } from './verbs.ts'
import { isFaint, splitWords, toTerm } from './words.ts'

/** `chat.postMessage` in words. */
const splitName = (name: string): readonly string[] => splitWords(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2'))

const listTerms = (name: string): readonly string[] => splitName(name).flatMap((word) => toTerm(word) ?? [])

const isThing = (term: string | undefined): boolean => term !== undefined && classifyVerb(term).length === 0

/** The classes of a name's verb, likeliest first; empty if it has none. Its first word may be one that is a noun as often. */
const classifyName = (name: string): readonly VerbClass[] => {
  const terms = listTerms(name)
  const certain = terms.find((term) => classifyVerb(term).length > 0 && !isAmbiguousVerb(term))
  return classifyVerb(certain ?? terms[0] ?? '')
}

/** The wish behind a name that is no action: the words to find actions by, and which of those may be suggested for it. */
export interface NameWish {
  readonly words: string
  /** True if the name has a word for what it is about: `delete_everything` hasn't. */
  readonly hasThing: boolean
  /** True if an action may be suggested: never one that writes for a wish to read, nor one that deletes for another wish. */
  admits(action: string, effect: 'read' | 'write'): boolean
  /** True for an action whose name has the same words: `send_mail` for `sendEmail`. */
  isSame(action: string): boolean
}

const longestWish = 64

/** Reads the wish behind a name that is no action. Without a verb it is a wish to read. */
export const readNameWish = (given: string): NameWish => {
  const name = given.slice(0, longestWish)
  const wished = classifyName(name)
  const terms = new Set(listTerms(name))
  const isRead = isReading(wished[0] ?? 'get')
  return {
    words: splitName(name).join(' '),
    hasThing: splitName(name).some((word) => !isFaint(word) && isThing(toTerm(word))),
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
  }
}
