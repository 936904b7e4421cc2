import { createActionFinder, type FindableDomain } from '@patchbay/core/schema'
import { asked } from './asked.ts'

/** The goals, in percent of the phrases. */
export const findGoals = { first: 60, five: 80 }

export interface RankedPhrase {
  readonly phrase: string
  readonly found: readonly string[]
  /** True if the phrase names its product: one of its words is the name of a right action's provider. */
  readonly isNamed: boolean
  /** The rank of the first right action, from 1; 0: none is among the first five. */
  readonly rank: number
}

type Domains = ReadonlyMap<string, FindableDomain>

const isNamed = (domains: Domains, [phrase, ...right]: (typeof asked)[number]): boolean =>
  right.some((name) => {
    const { id = '', title = '' } = domains.get(name.split('.')[0] ?? '')?.provider ?? {}
    const words = `${id} ${title}`.toLowerCase().split(/[^a-z0-9]+/)
    return phrase
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .some((word) => word.length > 2 && words.includes(word))
  })

/** Ranks the right actions in what `find_actions` finds for each phrase. Throws Error if the domains lack a right action. */
export const rankPhrases = (domains: Domains): Promise<readonly RankedPhrase[]> => {
  const unknown = asked
    .flatMap(([, ...right]) => right)
    .filter((name) => {
      const [provider = '', action = ''] = name.split('.')
      return domains.get(provider)?.source.kind(action) === undefined
    })
  if (unknown.length > 0) throw new Error(`no document has ${unknown.join(', ')}`)
  const find = createActionFinder(domains)
  return Promise.all(
    asked.map(async (one) => {
      const [phrase, ...right] = one
      const found = (await find(phrase, { most: 5, admits: () => true })).map(
        ({ provider, action }) => `${provider}.${action}`,
      )
      const rank = found.findIndex((name) => right.includes(name)) + 1
      return { phrase, found, isNamed: isNamed(domains, one), rank }
    }),
  )
}

/** The percentage of phrases with a right action among the first `last`. */
export const shareWithin = (ranked: readonly RankedPhrase[], last: number): number =>
  (100 * ranked.filter(({ rank }) => rank > 0 && rank <= last).length) / ranked.length
