import type { VendorQuotaCounts } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import {
  applyReport,
  buildTaken,
  countAllowance,
  takeCalls,
  type VendorQuotaWindow,
} from '../../rules/limits/vendor-quota.ts'

const onePerson = { people: 1, agents: 0 }
const oneAgent = { people: 0, agents: 1 }

/**
 * Windows of vendors' rate limits in memory: the embedded store belongs to one process, and the vendor's next answer reports what
 * is left.
 */
export const memoryAllowances = (): VendorQuotaCounts => {
  const kept = new LRUCache<string, { allowance: VendorQuotaWindow; at: number }>({ max: 10_000 })
  const read = (key: string): VendorQuotaWindow | undefined => {
    const found = kept.get(key)
    return found && { ...found.allowance, endsInMs: found.allowance.endsInMs - (performance.now() - found.at) }
  }
  const keep = (key: string, allowance: VendorQuotaWindow | undefined): void => {
    if (!allowance) return
    const found = kept.peek(key)
    const at = performance.now()
    if (found) Object.assign(found, { allowance, at })
    else kept.set(key, { allowance, at })
  }
  return {
    take(key, { share, figures, sent = 0, told }) {
      const current = countAllowance(read(key), sent)
      const asked = share === 'people' ? onePerson : oneAgent
      const { allowance, granted } = takeCalls(told ? applyReport(current, told) : current, asked, figures)
      keep(key, allowance)
      return buildTaken(allowance, share, granted[share] === 1)
    },
    tell(key, told) {
      keep(key, applyReport(read(key), told))
    },
  }
}
