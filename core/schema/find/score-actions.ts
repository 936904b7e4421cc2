import { distance } from 'fastest-levenshtein'
import { fitName, fitVerb } from './action-fits.ts'
import type { ActionEntry, ActionIndex, ProviderTerms } from './index-actions.ts'
import type { Alternative, FindQuery } from './read-phrase.ts'

/** How much the words count that an action has, and those of its name that weren't asked for. */
const powerOfWords = 1.65
const weightOfName = 0.5
const fitOfUnlisted = 0.85
const fitOfSpecial = 0.8
const fitOfDeprecated = 0.5
const fitOfUnnamedProvider = 0.4
/** How much an action has of a word that its provider is about. */
const shareOfTopic = 0.45

const shareOfPrefix = 0.5
const shareOfMisspelt = 0.35
/** The most terms that a word which nobody has is compared with in the end. */
const mostSimilar = 20

/** The known terms that begin like a term that nobody has, or that are written nearly like it. */
const findSimilar = (term: string, { postings }: ActionIndex): Alternative[] => {
  if (term.length < 4) return []
  const similar: Alternative[] = []
  for (const known of postings.keys()) {
    if (similar.length >= mostSimilar) break
    if (known.startsWith(term)) similar.push({ term: known, share: shareOfPrefix })
    else if (term.length > 4 && Math.abs(known.length - term.length) < 2 && distance(known, term) === 1)
      similar.push({ term: known, share: shareOfMisspelt })
  }
  return similar
}

/** A concept with the weight that it has in an index: words that few domains use say more. */
interface WeighedConcept {
  readonly term: string
  readonly weight: number
  readonly terms: readonly Alternative[]
}

const mostUnknown = 6

const weigh = ({ concepts }: FindQuery, index: ActionIndex): WeighedConcept[] => {
  let unknown = 0
  return concepts.map(({ term, weight, others }) => {
    const isUnknown = !index.postings.has(term) && unknown++ < mostUnknown
    const similar = isUnknown ? findSimilar(term, index) : []
    return { term, weight: weight * rarityOf(term, index), terms: [{ term, share: 1 }, ...others, ...similar] }
  })
}

const rarityOf = (term: string, { providers, postings }: ActionIndex): number =>
  Math.log(1 + providers.size / Math.max(1, postings.get(term)?.domains ?? 1))

/**
 * How well each provider fits what is named: providers that aren't named are less likely, the less the rarer the words are that name
 * another. `project` may be in the title of one, and says little.
 */
const createProviderFit = ({ concepts }: FindQuery, index: ActionIndex): ((id: string) => number) => {
  const asked = new Set(concepts.map(({ term }) => term))
  const sums = new Map<string, number>()
  for (const [id, { terms }] of index.providers) {
    sums.set(
      id,
      terms.reduce((sum, term) => sum + (asked.has(term) ? rarityOf(term, index) : 0), 0),
    )
  }
  const most = Math.max(0, ...sums.values())
  const certainty = Math.min(1, most / Math.log(1 + index.providers.size))
  return (id) => (most === 0 ? 1 : 1 - (1 - fitOfUnnamedProvider) * certainty * (1 - (sums.get(id) ?? 0) / most))
}

export interface ScoredAction {
  readonly entry: ActionEntry
  readonly score: number
}

/** The most actions of which the score is counted in the end: of those with the most of what is asked for. */
const mostScored = 400

/** How much each action of a range has of each concept, and of all of them by their weights. */
const sumShares = (
  concepts: readonly WeighedConcept[],
  { postings }: ActionIndex,
  [from, to]: readonly [number, number],
) => {
  const sums = new Float32Array(to - from)
  const shares = concepts.map(({ weight, terms }) => {
    const own = new Float32Array(to - from)
    for (const { term, share } of terms) {
      const known = postings.get(term)
      for (let i = 0; i < (known?.entries.length ?? 0); i++) {
        const at = (known?.entries[i] as number) - from
        const has = share * (known?.shares[i] as number)
        const before = own[at]
        if (before === undefined || has <= before) continue
        own[at] = has
        sums[at] = (sums[at] as number) + weight * (has - before)
      }
    }
    return own
  })
  return { sums, shares }
}

/** How much of a concept all actions of a provider have by its name, or by what it is about. */
const shareOfProvider = ({ terms }: WeighedConcept, provider: ProviderTerms | undefined): number => {
  const shares = terms.map(({ term, share }) => {
    if (provider?.terms.includes(term)) return share
    return provider?.about.has(term) ? share * shareOfTopic : 0
  })
  return Math.max(0, ...shares)
}

/** The most that each term is asked for. */
const findAsked = (concepts: readonly WeighedConcept[]): ReadonlyMap<string, number> => {
  const asked = new Map<string, number>()
  for (const { term, share } of concepts.flatMap(({ terms }) => terms))
    asked.set(term, Math.max(share, asked.get(term) ?? 0))
  return asked
}

/** The actions that have something of what is asked for, the best first, of one provider or of all. */
export const scoreActions = (query: FindQuery, index: ActionIndex, provider: string | undefined): ScoredAction[] => {
  const range: readonly [number, number] =
    provider === undefined ? [0, index.entries.length] : (index.providers.get(provider)?.range ?? [0, 0])
  const entryAt = (at: number): ActionEntry => index.entries[range[0] + at] as ActionEntry
  const concepts = weigh(query, index)
  const fitProvider = createProviderFit(query, index)
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0)
  const { sums, shares } = sumShares(concepts, index, range)
  const asked = findAsked(concepts)
  const score = (at: number): ScoredAction => {
    const entry = entryAt(at)
    const ofProvider = index.providers.get(entry.provider)
    let covered = 0
    let hasHead = query.head === undefined
    concepts.forEach((concept, i) => {
      const has = shares[i]?.[at] ?? 0
      if (concept.term === query.head) hasHead = has > 0.5
      covered += concept.weight * Math.max(has, shareOfProvider(concept, ofProvider))
    })
    const nameFit = fitName(entry, (term) => (ofProvider?.terms.includes(term) ? 1 : (asked.get(term) ?? 0)))
    const isSpecial = entry.special !== undefined && !asked.has(entry.special)
    return {
      entry,
      score:
        (covered / total) ** powerOfWords *
        (1 - weightOfName + weightOfName * nameFit) *
        fitVerb(entry, query, hasHead) *
        fitProvider(entry.provider) *
        (entry.isListed ? 1 : fitOfUnlisted) *
        (entry.soundsDeprecated ? fitOfDeprecated : 1) *
        (isSpecial ? fitOfSpecial : 1),
    }
  }
  return pickBest(sums, (at) => fitProvider(entryAt(at).provider))
    .map(score)
    .sort((one, other) => other.score - one.score)
}

/** Where the largest sums are. */
const pickBest = (sums: Float32Array, factor: (at: number) => number): number[] => {
  const some: number[] = []
  for (let at = 0; at < sums.length; at++) if ((sums[at] as number) > 0) some.push(at)
  if (some.length <= mostScored) return some
  const keys = new Map(some.map((at) => [at, (sums[at] as number) * factor(at)]))
  return some.sort((one, other) => (keys.get(other) ?? 0) - (keys.get(one) ?? 0)).slice(0, mostScored)
}
