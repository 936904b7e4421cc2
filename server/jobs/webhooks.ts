import type { Store } from '@patchbay/core/store'
import type { WebhookEmitter } from '../webhooks/index.ts'
import type { Job } from './schedule/job.ts'

export interface WebhooksJobParts {
  readonly store: Pick<Store, 'webhooks'>
  readonly webhooks: Pick<WebhookEmitter, 'deliverDue'>
}

/** Dead events are kept for a month. */
const retentionMs = 30 * 24 * 3_600_000

/** Delivers events whose first try failed, or whose process died before it. */
export const createWebhooksJob = (cron: string, { store, webhooks }: WebhooksJobParts): Job => ({
  name: 'webhooks',
  cron,
  changes: ['delivered', 'failed'],
  async run(signal) {
    const tally = await webhooks.deliverDue(signal)
    await store.webhooks.prune(new Date(Date.now() - retentionMs))
    return tally
  },
})
