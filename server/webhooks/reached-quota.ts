import { monthOf, startOfMonth } from '@patchbay/core/usage'
import { LRUCache } from 'lru-cache'
import { eventIdOf } from './events.ts'
import type { Webhooks } from './webhooks.ts'

/** More tenants than this in one month are told about more than once. */
const mostTenants = 10_000

/**
 * Emits `quota.reached` once a month and tenant. Every gateway may notice it, so the id is made of the month and the tenant: the
 * receiver knows by it that the event is one.
 */
export const createQuotaEvents = (webhooks: Pick<Webhooks, 'emit'>, now = () => new Date()) => {
  const emitted = new LRUCache<string, true>({ max: mostTenants })
  return ({ tenant, monthly_limit }: { readonly tenant: string; readonly monthly_limit: number | null }): void => {
    const month = monthOf(now())
    const key = `${month}/${tenant}`
    if (emitted.has(key)) return
    emitted.set(key, true)
    const id = eventIdOf(startOfMonth(month), `quota ${key}`)
    webhooks.emit('quota.reached', { tenant, month, monthly_limit: monthly_limit ?? 0 }, id)
  }
}
