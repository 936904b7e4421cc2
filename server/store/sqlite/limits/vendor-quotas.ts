import type { VendorQuotaCounts } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import {
  applyReport,
  buildTaken,
  countUnasked,
  isClosed,
  takeCalls,
  type VendorQuotaWindow,
} from '../../rules/limits/vendor-quota.ts'

const onePerson = { people: 1, agents: 0 }
const oneAgent = { people: 0, agents: 1 }

/**
 * Windows of vendors' rate limits in memory: the embedded store belongs to one process, and the vendor's next answer reports what
 * is left.
 */
export const memoryVendorQuotas = (): VendorQuotaCounts => {
  const windows = new LRUCache<string, { window: VendorQuotaWindow; at: number }>({ max: 10_000 })
  const read = (key: string): VendorQuotaWindow | undefined => {
    const entry = windows.get(key)
    return entry && { ...entry.window, endsInMs: entry.window.endsInMs - (performance.now() - entry.at) }
  }
  const keep = (key: string, window: VendorQuotaWindow | undefined): void => {
    if (!window) return
    const entry = windows.peek(key)
    const at = performance.now()
    if (entry) Object.assign(entry, { window, at })
    else windows.set(key, { window, at })
  }
  return {
    take(key, { share, figures, sent = 0, report }) {
      const current = countUnasked(read(key), sent)
      const requests = share === 'people' ? onePerson : oneAgent
      const { window, granted } = takeCalls(report ? applyReport(current, report) : current, requests, figures)
      keep(key, window)
      return buildTaken(window, share, granted[share] === 1)
    },
    tell(key, report) {
      keep(key, applyReport(read(key), report))
    },
    closed: () =>
      [...windows.keys()].flatMap((key) => {
        const window = read(key)
        return window && isClosed(window) ? [{ key, endsInMs: window.endsInMs, reason: window.reason ?? null }] : []
      }),
    forget(keyStart) {
      for (const key of [...windows.keys()]) if (key.startsWith(keyStart)) windows.delete(key)
    },
  }
}
