import { LRUCache } from 'lru-cache'

/** The most names whose last change is remembered one by one. */
const mostNames = 20_000

/** Counts of changes to things that answers depend on. The generation of a name never becomes smaller, and each change makes it larger. */
export interface Generations {
  read(name: string): number
  raise(name: string): void
  /** Counts a change of all names. */
  raiseAll(): void
}

/** Counts in bounded memory, however many names there are: a change of a name that isn't remembered counts for all such names. */
export const createGenerations = (most = mostNames): Generations => {
  let last = 0
  let others = 0
  const generations = new LRUCache<string, number>({
    max: most,
    dispose: (generation, _name, reason) => {
      if (reason === 'evict') others = Math.max(others, generation)
    },
  })
  return {
    // `peek` doesn't note the use: each call reads two generations.
    read: (name) => generations.peek(name) ?? others,
    raise(name) {
      generations.set(name, ++last)
    },
    raiseAll() {
      generations.clear()
      others = ++last
    },
  }
}
