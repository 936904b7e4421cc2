import { LRUCache } from 'lru-cache'

/** Names whose last change is remembered one by one. */
const mostNames = 20_000

/** How often what an answer depends on has changed. The generation of a name never becomes smaller, and each change makes it larger. */
export interface Generations {
  read(name: string): number
  raise(name: string): void
}

/** In bounded memory, however many names there come to be: the change of a name that is left out counts for all others that are not remembered. */
export const createGenerations = (most = mostNames): Generations => {
  let last = 0
  let others = 0
  const known = new LRUCache<string, number>({
    max: most,
    dispose: (generation, _name, reason) => {
      if (reason === 'evict') others = Math.max(others, generation)
    },
  })
  return {
    // Without noting the use: each call reads two of them.
    read: (name) => known.peek(name) ?? others,
    raise(name) {
      known.set(name, ++last)
    },
  }
}
