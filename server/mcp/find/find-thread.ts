/** The module of the thread in which actions are found: reading the words of thousands of actions takes a second. */
import { type AskedSentences, createActionFinder, type FindableDomain, type FoundAction } from '@patchbay/core/schema'
import { serveTasks } from '../../threads/serve-tasks.ts'

/** A domain in the form for the thread. */
export interface SentDomain {
  readonly provider: FindableDomain['provider']
  readonly listed: FindableDomain['source']['listed']
  readonly words: ReturnType<FindableDomain['source']['words']>
  /** The kind of each action, in the same order. */
  readonly kinds: readonly ReturnType<FindableDomain['source']['kind']>[]
  readonly asked: AskedSentences | undefined
  /** The number of the first action. The others follow. */
  readonly first: number
}

export interface SentSearch {
  readonly words: string
  readonly provider: string | undefined
  readonly isName: true | undefined
  /** The number of domains. */
  readonly domains: number
}

/** Matches by the numbers of their actions, and how well each fits: 0 for a weak one, 2 for one that has nearly all of the query, else 1. */
export interface SentMatches {
  readonly numbers: Int32Array
  readonly fits: Uint8Array
}

const toFindable = ({ provider, listed, words, kinds, asked }: SentDomain): FindableDomain => {
  const kindOf = new Map(words.map(({ name }, at) => [name, kinds[at]]))
  const source = { listed, words: () => words, kind: (name: string) => kindOf.get(name) }
  return { provider, source, ...(asked && { asked: () => asked }) }
}

const createTasks = () => {
  const domains = new Map<string, FindableDomain>()
  const numbers = new Map<string, number>()
  let find = createActionFinder(domains)

  return {
    learn: (sent: SentDomain): Promise<void> => {
      domains.set(sent.provider.id, toFindable(sent))
      for (const [at, { name }] of sent.words.entries()) numbers.set(`${sent.provider.id} ${name}`, sent.first + at)
      find = createActionFinder(domains)
      return Promise.resolve()
    },
    /** The actions that match, the best match first. `undefined`: this thread doesn't know all domains yet. */
    find: async (search: SentSearch): Promise<SentMatches | undefined> => {
      if (domains.size < search.domains) return undefined
      const { words, provider, isName } = search
      const options = { most: Number.POSITIVE_INFINITY, provider, ...(isName && { isName }), admits: () => true }
      const matches = await find(words, options)
      return {
        numbers: Int32Array.from(matches, ({ provider, action }) => numbers.get(`${provider} ${action}`) ?? -1),
        fits: Uint8Array.from(matches, measureFit),
      }
    },
  }
}

const measureFit = ({ isWeak, isWhole }: FoundAction): number => {
  if (isWeak) return 0
  return isWhole ? 2 : 1
}

/** The tasks of the thread, by name. */
export type FindTasks = ReturnType<typeof createTasks>

serveTasks(createTasks)
