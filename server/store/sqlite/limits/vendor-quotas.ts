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
    const found = windows.get(key)
    return found && { ...found.window, endsInMs: found.window.endsInMs - (performance.now() - found.at) }
  }
  const keep = (key: string, window: VendorQuotaWindow | undefined): void => {
    if (!window) return
    const found = windows.peek(key)
    const at = performance.now()
    if (found) Object.assign(found, { window, at })
    else windows.set(key, { window, at })
  }
  return {
    take(key, { share, figures, sent = 0, report }) {
      const current = countUnasked(read(key), sent)
      const asked = share === 'people' ? onePerson : oneAgent
      const { window, granted } = takeCalls(report ? applyReport(current, report) : current, asked, figures)
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
