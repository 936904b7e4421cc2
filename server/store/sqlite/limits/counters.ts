import type { Counters } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'

/**
 * Counters in memory: the embedded store belongs to one process, and a window needn't outlive it. Beyond `maxKeys` open
 * windows, the least recently hit one is dropped. So a flood of addresses can't fill the memory, and an address that keeps
 * calling stays counted. Windows use a monotonic clock.
 */
export const memoryCounters = (maxKeys = 100_000): Counters => {
  const windows = new LRUCache<string, { count: number }>({ max: maxKeys, ttl: 1, ttlResolution: 0 })
  const resetMs = (key: string) => Math.max(1, Math.ceil(windows.getRemainingTTL(key)))
  return {
    hit(key, windowMs) {
      const open = windows.get(key)
      if (open) return { count: ++open.count, resetMs: resetMs(key) }
      windows.set(key, { count: 1 }, { ttl: windowMs })
      return { count: 1, resetMs: windowMs }
    },
    mark(key, windowMs) {
      windows.set(key, { count: 1 }, { ttl: windowMs })
    },
    read(key) {
      const open = windows.get(key)
      return open && { count: open.count, resetMs: resetMs(key) }
    },
  }
}
