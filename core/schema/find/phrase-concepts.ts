import { findDerived, findRelated } from './words/related.ts'
import { classifyVerb, findRepeated, isPlainVerb } from './words/verbs.ts'
import { isFaint, isPreposition, toTerm } from './words/words.ts'

/** A term that an action may have in place of another, and its share of that one. */
export interface Alternative {
  readonly term: string
  readonly share: number
}

/** One word of a query, with the terms that an action may have in its place. */
export interface Concept {
  readonly term: string
  /** The word's weight, not yet adjusted by the number of actions that have it. */
  readonly weight: number
  readonly others: readonly Alternative[]
}

const shareOfRelated = 0.55
const shareOfDerived = 0.7
const shareOfJoined = 0.9

const weightOfFirst = 1
const weightOfLater = 0.75
/** The weight of the last word of a noun phrase, its head; the others qualify it. */
const weightOfHead = 1.1
const weightOfModifier = 0.85
/** The weight of whose thing it is: `the customer's subscription`. */
const weightOfOwner = 0.6
/** The weights of a verb that many actions have, as `get`, of one that fewer have, as `cancel`, and of one that names the subject, as `comment`. */
const weightOfPlainVerb = 0.35
const weightOfVerb = 0.5
const weightOfOwnVerb = 0.85
const weightOfFaint = 0.15

export const chooseVerbWeight = (verb: string): number => {
  if (isPlainVerb(verb)) return weightOfPlainVerb
  const [first] = classifyVerb(verb)
  return first === undefined || first === 'create' || first === 'send' ? weightOfOwnVerb : weightOfVerb
}

export const toConcept = (term: string, weight: number, joined: readonly string[] = []): Concept => {
  const related = findRelated(term).map((other) => ({ term: other, share: shareOfRelated }))
  const derived = [...findDerived(term), ...findRepeated(term)].map((other) => ({ term: other, share: shareOfDerived }))
  const whole = joined.map((other) => ({ term: other, share: shareOfJoined }))
  return { term, weight, others: [...related, ...derived, ...whole].filter((other) => other.term !== term) }
}

/** The words in groups: those without a stop word between them, as the parts of a thing's name. */
export const groupWords = (words: readonly string[]): string[][] => {
  const groups: string[][] = [[]]
  for (const word of words) {
    if (toTerm(word) === undefined || isPreposition(word)) groups.push([])
    else groups.at(-1)?.push(word)
  }
  return groups.filter((group) => group.length > 0)
}

const isPerson = (word: string): boolean => /^(?:who|someone|somebody|everyone|everybody)$/.test(word)

export const toConcepts = (groups: readonly (readonly string[])[], later = weightOfLater): Concept[] =>
  groups.flatMap((group, index) => {
    const weight = index === 0 ? weightOfFirst : later
    const head = group.findLastIndex((word) => !isFaint(word))
    return group.flatMap((word, at) => {
      const term = toTerm(word)
      if (term === undefined || isPerson(word)) return []
      const beside = [group.slice(at, at + 2), group.slice(Math.max(0, at - 1), at + 1)].filter(
        (two) => two.length === 2,
      )
      const joined = beside
        .flatMap((two) => [two.join(''), two.toReversed().join('')])
        .flatMap((whole) => toTerm(whole) ?? [])
      const part = group[at + 1] === 's' ? weightOfOwner : weightOfModifier
      return [toConcept(term, isFaint(word) ? weightOfFaint : weight * (at === head ? weightOfHead : part), joined)]
    })
  })
