import { createActionFinder, type FindableDomain } from '@patchbay/core/schema'
import { asked } from './asked.ts'

/** Of the shares in hundred. */
export const findGoals = { first: 60, five: 80 }

export interface RankedPhrase {
  readonly phrase: string
  readonly found: readonly string[]
  /** Whether the phrase says which product is meant: a word of it is how the provider of a right action is called. */
  readonly isNamed: boolean
  /** Of the first right action, from 1; 0: none is among the first five. */
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

/** How well `find_actions` finds what the phrases ask for. Throws Error if the domains lack a right action. */
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

/** How many of hundred phrases have a right action among the first `last`. */
export const shareWithin = (ranked: readonly RankedPhrase[], last: number): number =>
  (100 * ranked.filter(({ rank }) => rank > 0 && rank <= last).length) / ranked.length
