import { snakeCase } from '../../snake-case.ts'
import { isReservedParameter } from '../body.ts'
import { findRelated } from '../find/words/related.ts'
import { isFaint, isWeightless, splitCamelWords, toTerm } from '../find/words/words.ts'

/** The last words of names that add nothing to the word before: an `emailAddress` is an `email`, a `phone_number` a `phone`. */
const carriers: ReadonlySet<string> = new Set(['address', 'number'])

const readTerms = (name: string): readonly string[] => {
  const words = splitCamelWords(name).filter((word) => !isFaint(word) && !isWeightless(word))
  const bare = words.length > 1 && carriers.has(words.at(-1) ?? '') ? words.slice(0, -1) : words
  return bare.flatMap((word) => toTerm(word) ?? [])
}

const isRelated = (one: string, other: string): boolean =>
  findRelated(one).includes(other) || findRelated(other).includes(one)

/** The names of parameters that mean the same at every vendor, although they have no word in common. */
const sameParameters: readonly (readonly string[])[] = [
  'limit per_page page_size results_per_page first top count most most_records'.split(' '),
  'after cursor page_token next_page_token next_cursor start_cursor starting_after page_cursor'.split(' '),
  'q query search search_query search_term keyword keywords'.split(' '),
  'text body content message message_text text_body comment'.split(' '),
  'title name subject summary topic headline'.split(' '),
  'description about notes note details'.split(' '),
  'description comment body text'.split(' '),
  'children blocks'.split(' '),
  'rows values data records'.split(' '),
  'start start_time start_date starts_at begin from'.split(' '),
  'end end_time end_date ends_at to until'.split(' '),
]

/** The only known name that means the same as the given one at other vendors. */
const findSameParameter = (name: string, candidates: readonly string[]): string | undefined => {
  const written = snakeCase(name)
  for (const group of sameParameters.filter((names) => names.includes(written))) {
    const [meant, ...others] = candidates.filter((one) => group.includes(snakeCase(one)))
    if (meant !== undefined) return others.length === 0 ? meant : undefined
  }
  return undefined
}

const shareOfRelated = 0.6
const leastShare = 0.5
/** The least share of a parameter around the action's own: `fields` are hardly `result_fields`. */
const leastShareOfReserved = 0.6

/** The share that two names have in common: their common words, and half as much for words that mean nearly the same. */
const compareTerms = (terms: readonly string[], otherTerms: readonly string[]): number => {
  const sum = terms.reduce((sum, term) => {
    if (otherTerms.includes(term)) return sum + 1
    return otherTerms.some((other) => isRelated(term, other)) ? sum + shareOfRelated : sum
  }, 0)
  return sum / Math.max(1, terms.length, otherTerms.length)
}

const longest = 64

/** True if the name has the last word of the known one, which says what it is: `email_address` is an `email`, `max_results` are no `result_fields`. */
const hasThing = (terms: readonly string[], otherTerms: readonly string[]): boolean => {
  const thing = otherTerms.at(-1) ?? ''
  return terms.some((term) => term === thing || isRelated(term, thing))
}

/** The known name that has most of a name's words, or words that mean nearly the same; `undefined`: none, or several alike. */
export const findNearestByWords = (name: string, names: readonly string[]): string | undefined => {
  if (name.length > longest) return undefined
  const same = findSameParameter(name, names)
  if (same !== undefined) return same
  const terms = readTerms(name)
  const scored = names
    .map((candidate) => ({ candidate, terms: readTerms(candidate) }))
    .filter((one) => hasThing(terms, one.terms))
    // The parameters around an action's own are meant by their own words only: `as_user` is no account.
    .filter(({ candidate, terms: own }) => !isReservedParameter(candidate) || own.some((term) => terms.includes(term)))
    .map((one) => ({ candidate: one.candidate, share: compareTerms(terms, one.terms) }))
    .filter(({ candidate, share }) => share >= (isReservedParameter(candidate) ? leastShareOfReserved : leastShare))
    .toSorted((one, other) => other.share - one.share)
  const [best, second] = scored
  return best && best.share > (second?.share ?? 0) ? best.candidate : undefined
}
