import type { Allowances } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import { type Allowance, count, hear, take, takenOf } from '../rules/allowance.ts'

const onePerson = { people: 1, agents: 0 }
const oneAgent = { people: 0, agents: 1 }

/** Windows of vendors' rate limits in memory: the embedded store belongs to one process, and vendors tell again what is left. */
export const memoryAllowances = (): Allowances => {
  const kept = new LRUCache<string, { allowance: Allowance; at: number }>({ max: 10_000 })
  const read = (key: string): Allowance | undefined => {
    const found = kept.get(key)
    return found && { ...found.allowance, endsInMs: found.allowance.endsInMs - (performance.now() - found.at) }
  }
  const keep = (key: string, allowance: Allowance | undefined): void => {
    if (!allowance) return
    const found = kept.peek(key)
    const at = performance.now()
    if (found) Object.assign(found, { allowance, at })
    else kept.set(key, { allowance, at })
  }
  return {
    take(key, { share, figures, sent = 0, told }) {
      const current = count(read(key), sent)
      const asked = share === 'people' ? onePerson : oneAgent
      const { allowance, granted } = take(told ? hear(current, told) : current, asked, figures)
      keep(key, allowance)
      return takenOf(allowance, share, granted[share] === 1)
    },
    tell(key, told) {
      keep(key, hear(read(key), told))
    },
  }
}
