import { findRelated } from '../find/related.ts'
import { isFaint, isWeightless, splitCamelWords, toTerm } from '../find/words.ts'

const readTerms = (name: string): readonly string[] =>
  splitCamelWords(name)
    .filter((word) => !isFaint(word) && !isWeightless(word))
    .flatMap((word) => toTerm(word) ?? [])

const isRelated = (one: string, other: string): boolean =>
  findRelated(one).includes(other) || findRelated(other).includes(one)

const shareOfRelated = 0.6
const leastShare = 0.5

/** How much of two names is the same: their common words, and half as much for words that mean nearly the same. */
const compareTerms = (given: readonly string[], known: readonly string[]): number => {
  const sum = given.reduce((sum, term) => {
    if (known.includes(term)) return sum + 1
    return known.some((other) => isRelated(term, other)) ? sum + shareOfRelated : sum
  }, 0)
  return sum / Math.max(1, given.length, known.length)
}

const longest = 64

/** True if the name has the last word of the known one, which says what it is: `email_address` is an `email`, `max_results` are no `result_fields`. */
const hasThing = (given: readonly string[], known: readonly string[]): boolean => {
  const thing = known.at(-1) ?? ''
  return given.some((term) => term === thing || isRelated(term, thing))
}

/** The known name that has most of a name's words, or words that mean nearly the same; `undefined`: none, or several alike. */
export const findNearestByWords = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > longest) return undefined
  const terms = readTerms(name)
  const scored = known
    .map((candidate) => ({ candidate, terms: readTerms(candidate) }))
    .filter((one) => hasThing(terms, one.terms))
    .map((one) => ({ candidate: one.candidate, share: compareTerms(terms, one.terms) }))
    .filter(({ share }) => share >= leastShare)
    .toSorted((one, other) => other.share - one.share)
  const [best, second] = scored
  return best && best.share > (second?.share ?? 0) ? best.candidate : undefined
}
