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
      const known = months.get(buildKey(tenant, month))
      if (!known) return 'unknown'
      if (known.taken >= limit) return 'full'
      known.taken++
      return 'reserved'
    },
    look(tenant, month, limit) {
      const known = months.get(buildKey(tenant, month))
      if (!known) return 'unknown'
      return known.taken >= limit ? 'full' : 'free'
    },
    release(tenant, month) {
      const known = months.get(buildKey(tenant, month))
      if (known) known.taken--
    },
    settle(tenant, month, logged) {
      const taken = months.get(buildKey(tenant, month))?.taken ?? 0
      // There is no other gateway that may have died, so calls beyond the log are still running.
      months.set(buildKey(tenant, month), { taken: Math.max(taken, logged) })
    },
  }
}
