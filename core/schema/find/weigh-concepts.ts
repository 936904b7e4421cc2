import { distance } from 'fastest-levenshtein'
import type { ActionIndex } from './index-actions.ts'
import type { Alternative } from './phrase-concepts.ts'
import type { FindQuery } from './read-phrase.ts'

const shareOfPrefix = 0.5
const shareOfMisspelt = 0.35
/** The most terms with which an unknown word is compared in the end. */
const mostSimilar = 20

/** The indexed terms that begin like an unknown term, or are spelt nearly like it. */
const findSimilar = (term: string, { postings }: ActionIndex): Alternative[] => {
  if (term.length < 4) return []
  const similar: Alternative[] = []
  for (const indexTerm of postings.keys()) {
    if (similar.length >= mostSimilar) break
    if (indexTerm.startsWith(term)) similar.push({ term: indexTerm, share: shareOfPrefix })
    else if (term.length > 4 && Math.abs(indexTerm.length - term.length) < 2 && distance(indexTerm, term) === 1)
      similar.push({ term: indexTerm, share: shareOfMisspelt })
  }
  return similar
}

const shareOfParts = 0.6
const shortestPart = 4

/** The two words of a compound that only one domain writes as one: others have `free` and `busy` for `freebusy`. */
const splitCompound = (term: string, { postings }: ActionIndex): Alternative[] => {
  if ((postings.get(term)?.domains ?? 0) > 1) return []
  for (let end = shortestPart; end <= term.length - shortestPart; end++) {
    const parts = [term.slice(0, end), term.slice(end)]
    if (parts.every((part) => (postings.get(part)?.domains ?? 0) > 0))
      return parts.map((part) => ({ term: part, share: shareOfParts }))
  }
  return []
}

/** A concept with its weight in an index: words that few domains use say more. */
export interface WeighedConcept {
  readonly term: string
  readonly weight: number
  readonly terms: readonly Alternative[]
}

const mostUnknown = 6

export const weighConcepts = ({ concepts }: FindQuery, index: ActionIndex): WeighedConcept[] => {
  let unknown = 0
  return concepts.map(({ term, weight, others }) => {
    const isUnknown = !index.postings.has(term) && unknown++ < mostUnknown
    const similar = isUnknown ? findSimilar(term, index) : splitCompound(term, index)
    return { term, weight: weight * rarityOf(term, index), terms: [{ term, share: 1 }, ...others, ...similar] }
  })
}

export const rarityOf = (term: string, { providers, postings }: ActionIndex): number =>
  Math.log(1 + providers.size / Math.max(1, postings.get(term)?.domains ?? 1))
