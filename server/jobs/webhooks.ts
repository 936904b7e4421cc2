import type { Store } from '@patchbay/core/store'
import type { Webhooks } from '../webhooks/index.ts'
import type { Job } from './job.ts'

export interface WebhooksJobParts {
  readonly store: Pick<Store, 'webhooks'>
  readonly webhooks: Pick<Webhooks, 'deliverDue'>
}

/** Dead events are kept for a month. */
const keptMs = 30 * 24 * 3_600_000

/** Delivers events whose first try failed, or whose process died before it. */
export const createWebhooksJob = (cron: string, { store, webhooks }: WebhooksJobParts): Job => ({
  name: 'webhooks',
  cron,
  async run(signal) {
    const tally = await webhooks.deliverDue(signal)
    await store.webhooks.prune(new Date(Date.now() - keptMs))
    return tally
  },
})
