import type { ActionEntry } from './index-actions.ts'
import type { FindQuery } from './read-phrase.ts'
import { isPlainVerb, isReading, type VerbClass } from './words/verbs.ts'

/**
 * The factors by which an action's verb fits the query's. They were found by trials on the phrases of the tests; a tenth more or less
 * of any of them hardly matters.
 */
const verbFits = {
  same: 1.15,
  related: 1,
  /** The factor for a read instead of a write or vice versa, if the words are certain about the wanted kind, and if they aren't. */
  otherKind: 0.4,
  perhapsOtherKind: 0.53,
  unknown: 0.8,
  otherReading: 0.9,
  secondChoice: 0.95,
  otherWrite: 0.6,
  unaskedWrite: 0.8,
  /** The factor for a deletion that wasn't asked for: nobody asks for one by an unusual word. */
  unaskedDelete: 0.7,
} as const

type Reading = 'get' | 'list' | 'search'

/** The factors for reads, by the wanted kind of read and the action's. */
const readingFits: Readonly<Record<Reading, Readonly<Record<Reading, number>>>> = {
  get: { get: 0.95, search: 0.8, list: 1 },
  list: { get: 0.92, search: 0.97, list: 1.05 },
  search: { get: 0.82, search: 1.2, list: 1 },
}

/** The fit of an action whose name is only a verb. */
const fitOfBareName = 0.75

const isReadingVerb = (verb: VerbClass): verb is Reading => isReading(verb)

/** The fit of an action's verb to the query; `hasHead`: it is about the thing that is asked for. */
export const fitVerb = (entry: ActionEntry, query: FindQuery, hasHead: boolean): number => {
  const { verb, verbs } = query
  if (verb !== undefined && entry.verbTerms.includes(verb)) return verbFits.same
  if (query.sameVerbs.some((other) => entry.verbTerms.includes(other))) return verbFits.related
  if (isDoneByThing(entry, query)) return verbFits.same
  if (createsStanding(entry, query)) return verbFits.otherWrite
  if (query.kind === undefined) return entry.isRead ? fitReading(entry, query, hasHead) : fitUnaskedWrite(entry)
  if (entry.isRead !== (query.kind === 'read')) return query.isSure ? verbFits.otherKind : verbFits.perhapsOtherKind
  if (entry.verbs.length === 0) return verbFits.unknown
  if (query.kind === 'read') return fitReading(entry, query, hasHead)
  if (verbs.length === 0) return entry.verbs[0] === 'delete' ? verbFits.unaskedDelete : 1
  const at = verbs.findIndex((one) => entry.verbs.includes(one))
  if (at === 0) return 1
  return at > 0 ? verbFits.secondChoice : verbFits.otherWrite
}

/** True if the verb says by what it is done: to answer is to add a comment. */
const isDoneByThing = (entry: ActionEntry, { verb, sameVerbs, verbs, kind }: FindQuery): boolean =>
  verb !== undefined &&
  kind === 'write' &&
  verbs[0] !== 'delete' &&
  isPlainCreation(entry) &&
  [verb, ...sameVerbs].some((other) => entry.things.includes(other))

const isPlainCreation = ({ verbs, verbTerms, isRead }: ActionEntry): boolean =>
  !isRead && verbs[0] === 'create' && isPlainVerb(verbTerms[0] ?? '')

/** True for the creation of a thing that is there: who answers a ticket creates none. */
const createsStanding = (entry: ActionEntry, { standing, kind }: FindQuery): boolean =>
  kind === 'write' && isPlainCreation(entry) && entry.things.some((thing) => standing.has(thing))

/** The fit of a write to a query that asks for no kind of action: a look is likelier than a change, and both than a deletion. */
const fitUnaskedWrite = ({ verbs }: ActionEntry): number =>
  verbs[0] === 'delete' ? verbFits.perhapsOtherKind * verbFits.unaskedDelete : verbFits.unaskedWrite

const fitReading = ({ verbs }: ActionEntry, query: FindQuery, hasHead: boolean): number => {
  const [verb = 'get'] = query.verbs.filter(isReadingVerb)
  const does = verbs.filter(isReadingVerb)
  // A list of something else gets no bonus.
  const fits = does.map((one) => (hasHead || one !== 'list' ? readingFits[verb][one] : verbFits.otherReading))
  return fits.length === 0 ? verbFits.otherReading : Math.max(...fits)
}

/** The share of an action's name that the query has; words after a preposition count half. */
export const fitName = ({ things, behind }: ActionEntry, share: (term: string) => number): number => {
  if (things.length + behind.length === 0) return fitOfBareName
  const sum = (terms: readonly string[]): number => terms.reduce((sum, term) => sum + share(term), 0)
  return (sum(things) + sum(behind) / 2) / (things.length + behind.length / 2)
}
