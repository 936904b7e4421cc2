import { startOfMonth, toMonth } from '@patchbay/core/usage'
import { LRUCache } from 'lru-cache'
import { deriveEventId } from './events.ts'
import type { WebhookEmitter } from './webhooks.ts'

/** If more tenants than this reach their quota in one month, some events are sent more than once. */
const mostTenants = 10_000

/**
 * Emits `quota.reached` once a month and tenant. Every gateway may notice it, so the id is made of the month and the tenant: so the
 * receiver recognizes repeats.
 */
export const createQuotaEvents = (webhooks: Pick<WebhookEmitter, 'emit'>, now = () => new Date()) => {
  const emitted = new LRUCache<string, true>({ max: mostTenants })
  return ({ tenant, monthly_limit }: { readonly tenant: string; readonly monthly_limit: number | null }): void => {
    const month = toMonth(now())
    const key = `${month}/${tenant}`
    if (emitted.has(key)) return
    emitted.set(key, true)
    const id = deriveEventId(startOfMonth(month), `quota ${key}`)
    webhooks.emit('quota.reached', { tenant, month, monthly_limit: monthly_limit ?? 0 }, id)
  }
}
