import { fitName, fitVerb } from './action-fits.ts'
import { type ActionEntry, type ActionIndex, isBulkWord, type ProviderTerms } from './index-actions.ts'
import type { FindQuery } from './read-phrase.ts'
import { rarityOf, type WeighedConcept, weighConcepts } from './weigh-concepts.ts'

/** The power of the share of the query's words that an action has, and the weight of the fit of its name. */
const powerOfWords = 1.65
const weightOfName = 0.5
/** The fit of an action by hand that tools don't list, and of one that only a document has. */
const fitOfUnlisted = 0.9
const fitOfUnchosen = 0.77
const fitOfSpecial = 0.8
/** The fit of an action for many things where many are meant. */
const fitOfBulk = 1.25
const fitOfDeprecated = 0.5
const fitOfUnnamedProvider = 0.4
/** The share of a word of the provider's subject in its actions. */
const shareOfTopic = 0.45

/** The share of the provider's own name in an action's: `list_drives` of Google Drive is about no more than the other actions. */
const shareOfOwnName = 0.7

/** The certainty from which a query names a provider. */
const certainlyNamed = 2 / 3

interface NamedProviders {
  /** True for the provider that the query certainly names. */
  isNamed(id: string): boolean
  /**
   * The fit of a provider to the query: if the query names providers, the others are less likely, the more so the rarer the naming words
   * are. `project` may be in the title of one, and says little.
   */
  fit(id: string): number
}

const findNamedProviders = ({ concepts }: FindQuery, index: ActionIndex): NamedProviders => {
  const queryTerms = new Set(concepts.map(({ term }) => term))
  const sums = new Map<string, number>()
  for (const [id, { terms }] of index.providers) {
    sums.set(
      id,
      terms.reduce((sum, term) => sum + (queryTerms.has(term) ? rarityOf(term, index) : 0), 0),
    )
  }
  const most = Math.max(0, ...sums.values())
  const certainty = Math.min(1, most / Math.log(1 + index.providers.size))
  return {
    isNamed: (id) => certainty > certainlyNamed && sums.get(id) === most,
    fit: (id) => (most === 0 ? 1 : 1 - (1 - fitOfUnnamedProvider) * certainty * (1 - (sums.get(id) ?? 0) / most)),
  }
}

const fitChoice = ({ isListed, isChosen }: ActionEntry): number => {
  if (isListed) return 1
  return isChosen ? fitOfUnlisted : fitOfUnchosen
}

export interface ScoredAction {
  readonly entry: ActionEntry
  readonly score: number
  /** The share of the query that the action has, from 0 to 1. */
  readonly share: number
  /** How near the query is to the action's sentences, from 0 to about 1; `undefined`: it has none. */
  readonly nearness: number | undefined
  /** True if the query names the action's provider and most of its thing: then the action is no guess, however much else is asked. */
  readonly isNamed: boolean
}

/** The fit of a name from which a query has most of its thing. */
const fitOfNamedThing = 0.5
/** The share from which an action has a word of the query. */
const shareOfHad = 0.45
/** The fit of a write without the query's object. */
const fitWithoutObject = 0.85

/** The most actions to score in the end: those with the largest shares of the query, and those to whose sentences it is nearest. */
const mostScored = 400
const mostNear = 200

/** The weight of how near the query is to an action's sentences, and the share of its words that counts instead where it has none. */
const weightOfNearness = 0.7
const nearnessWithoutSentences = 0.4
/** Few common words say less than their share. */
const powerOfNearness = 1.6

/** The shares of each concept in the actions of a range, and their weighted sums. */
const sumShares = (
  concepts: readonly WeighedConcept[],
  { postings }: ActionIndex,
  [from, to]: readonly [number, number],
) => {
  const sums = new Float32Array(to - from)
  const shares = concepts.map(({ weight, terms }) => {
    const own = new Float32Array(to - from)
    for (const { term, share } of terms) {
      const posting = postings.get(term)
      for (let i = 0; i < (posting?.entries.length ?? 0); i++) {
        const at = (posting?.entries[i] as number) - from
        const has = share * (posting?.shares[i] as number)
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

/** The share of a concept that all actions of a provider have by its name or subject. */
const shareOfProvider = ({ terms }: WeighedConcept, provider: ProviderTerms | undefined): number => {
  const shares = terms.map(({ term, share }) => {
    if (provider?.terms.includes(term)) return share
    return provider?.about.has(term) ? share * shareOfTopic : 0
  })
  return Math.max(0, ...shares)
}

/** The largest weight of each term in the query. */
const weighTerms = (concepts: readonly WeighedConcept[]): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  for (const { term, share } of concepts.flatMap(({ terms }) => terms))
    weights.set(term, Math.max(share, weights.get(term) ?? 0))
  return weights
}

/** The places of the concepts of what a write is done to, which a right action has: not of names of providers, nor of words that no action has. */
const findObjects = (
  { object, kind }: FindQuery,
  concepts: readonly WeighedConcept[],
  index: ActionIndex,
): number[] => {
  if (kind !== 'write') return []
  const providers = [...index.providers.values()]
  return concepts.flatMap(({ term }, at) => {
    const isKnown = (index.postings.get(term)?.domains ?? 0) > 0
    return object.has(term) && isKnown && !providers.some(({ terms }) => terms.includes(term)) ? [at] : []
  })
}

/** How near a query is to the sentences of each action of an index. */
export interface Nearness {
  readonly nearness: Float32Array
  readonly withSentences: ReadonlySet<number>
}

/** The actions that match part of the query, the best first, of one provider or of all. */
export const scoreActions = (
  query: FindQuery,
  index: ActionIndex,
  provider: string | undefined,
  { nearness, withSentences }: Nearness,
): ScoredAction[] => {
  const range: readonly [number, number] =
    provider === undefined ? [0, index.entries.length] : (index.providers.get(provider)?.range ?? [0, 0])
  const entryAt = (at: number): ActionEntry => index.entries[range[0] + at] as ActionEntry
  const concepts = weighConcepts(query, index)
  const named = findNamedProviders(query, index)
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0)
  const { sums, shares } = sumShares(concepts, index, range)
  const weights = weighTerms(concepts)
  const objects = findObjects(query, concepts, index)
  const missesObject = ({ isRead, things }: ActionEntry, at: number): boolean =>
    !isRead &&
    objects.length > 0 &&
    objects.every((i) => (shares[i]?.[at] ?? 0) <= shareOfHad) &&
    things.some((thing) => weights.has(thing))
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
    const fitNameWith = (ownName: number): number =>
      fitName(entry, (term) => (ofProvider?.terms.includes(term) ? ownName : (weights.get(term) ?? 0)))
    const isMeantBulk = query.isBulk && isBulkWord(entry.special)
    const isSpecial = entry.special !== undefined && !weights.has(entry.special) && !isMeantBulk
    const verb = fitVerb(entry, query, hasHead)
    const words = (covered / total) ** powerOfWords * (1 - weightOfName + weightOfName * fitNameWith(shareOfOwnName))
    const hasSentences = withSentences.has(range[0] + at)
    const near = Math.max(nearness[range[0] + at] ?? 0, hasSentences ? 0 : nearnessWithoutSentences * words)
    return {
      entry,
      share: covered / total,
      nearness: hasSentences ? near : undefined,
      isNamed: named.isNamed(entry.provider) && fitNameWith(0) >= fitOfNamedThing,
      score:
        // People's sentences have the verb already, so that it counts less beside them.
        (words * verb + weightOfNearness * near ** powerOfNearness * Math.sqrt(verb)) *
        named.fit(entry.provider) *
        (missesObject(entry, at) ? fitWithoutObject : 1) *
        fitChoice(entry) *
        (entry.soundsDeprecated ? fitOfDeprecated : 1) *
        (isSpecial ? fitOfSpecial : 1) *
        (isMeantBulk ? fitOfBulk : 1),
    }
  }
  const fitProvider = (at: number): number => named.fit(entryAt(at).provider)
  const nearest = pickBest(nearness.subarray(...range), mostNear, fitProvider)
  return [...new Set([...pickBest(sums, mostScored, fitProvider), ...nearest])]
    .map(score)
    .sort((one, other) => other.score - one.score)
}

/** The indexes of the largest sums. */
const pickBest = (sums: Float32Array, most: number, factor: (at: number) => number): number[] => {
  const some: number[] = []
  for (let at = 0; at < sums.length; at++) if ((sums[at] as number) > 0) some.push(at)
  if (some.length <= most) return some
  const keys = new Map(some.map((at) => [at, (sums[at] as number) * factor(at)]))
  return some.sort((one, other) => (keys.get(other) ?? 0) - (keys.get(one) ?? 0)).slice(0, most)
}
