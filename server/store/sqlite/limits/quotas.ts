import type { Quotas } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'

/**
 * Quotas in memory: the embedded store belongs to one process, and after a restart the number of taken calls is read from
 * the audit log.
 */
export const memoryQuotas = (): Quotas => {
  const months = new LRUCache<string, { taken: number }>({ max: 100_000 })
  const buildKey = (tenant: string, month: string): string => `${tenant}/${month}`
  return {
    reserve(tenant, month, limit) {
      const counter = months.get(buildKey(tenant, month))
      if (!counter) return 'unknown'
      if (counter.taken >= limit) return 'full'
      counter.taken++
      return 'reserved'
    },
    look(tenant, month, limit) {
      const counter = months.get(buildKey(tenant, month))
      if (!counter) return 'unknown'
      return counter.taken >= limit ? 'full' : 'free'
    },
    release(tenant, month) {
      const counter = months.get(buildKey(tenant, month))
      if (counter) counter.taken--
    },
    settle(tenant, month, logged) {
      const taken = months.get(buildKey(tenant, month))?.taken ?? 0
      // There is no other gateway that may have died, so calls beyond the log are still running.
      months.set(buildKey(tenant, month), { taken: Math.max(taken, logged) })
    },
  }
}
