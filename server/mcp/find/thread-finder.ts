import { setImmediate } from 'node:timers/promises'
import { GatewayError } from '@patchbay/core/errors'
import type { ActionFinder, Domain, FoundAction } from '@patchbay/core/schema'
import { createThread, type ThreadBounds } from '../../threads/thread.ts'
import type { FindTasks, SentDomain, SentMatches, SentSearch } from './find-thread.ts'

export interface ThreadFinder {
  readonly find: ActionFinder
  /** Resolves when the thread has ended. */
  close(): Promise<void>
}

/** Agents look for actions again within minutes, and a search takes milliseconds. */
const bounds: Partial<ThreadBounds> = { idleMs: 10 * 60_000, mostWaiting: 500 }

/** The most tries: the thread may die while it gets the domains. */
const mostTries = 3

const withFit = (action: FoundAction, fit: number | undefined): FoundAction => {
  if (fit === 1) return action
  return fit === 2 ? { ...action, isWhole: true } : { ...action, isWeak: true }
}

/**
 * Finds actions in a thread of its own, which has the index. The thread starts, and gets the domains, at the first
 * search.
 */
export const createThreadFinder = (
  domains: ReadonlyMap<string, Domain>,
  onFailure: (error: Error) => void,
): ThreadFinder => {
  const module = new URL('./find-thread', import.meta.url)
  const thread = createThread<FindTasks>({ module, work: 'finding actions', onFailure, bounds })
  /** The actions by number. */
  const actions: FoundAction[] = []
  let teaching: Promise<void> | undefined

  const describe = ({ provider: { id, title, synonyms }, source, asked }: Domain, first: number): SentDomain => {
    const words = source.words()
    for (const [at, { name }] of words.entries()) actions[first + at] = { provider: id, action: name }
    const kinds = words.map(({ name }) => source.kind(name))
    const provider = { id, title, ...(synonyms && { synonyms }) }
    return { provider, listed: source.listed, words, kinds, first, asked: asked?.() }
  }

  const teach = async (): Promise<void> => {
    let first = 0
    for (const domain of domains.values()) {
      const sent = describe(domain, first)
      first += sent.words.length
      await thread.run('learn', sent)
      // Reading the words of a large domain takes milliseconds: calls get their turn between two.
      await setImmediate()
    }
  }

  const ask = async (search: SentSearch): Promise<SentMatches> => {
    for (let tries = 0; tries < mostTries; tries++) {
      const matches = await thread.run('find', search)
      if (matches) return matches
      teaching ??= teach().finally(() => {
        teaching = undefined
      })
      await teaching
    }
    throw new GatewayError('UNAVAILABLE', 'Actions can’t be found at the moment; try again', { retryAfter: 1 })
  }

  return {
    async find(words, { most, provider, isName, admits }) {
      const matches: FoundAction[] = []
      const { numbers, fits } = await ask({ words, provider, isName, domains: domains.size })
      for (const [at, number] of numbers.entries()) {
        const action = actions[number]
        if (action && admits(action)) matches.push(withFit(action, fits[at]))
        if (matches.length >= most) break
      }
      return matches
    },
    close: () => thread.close(),
  }
}
