export { eventIdOf } from './events.ts'
export { createQuotaEvents } from './reached-quota.ts'
export { webhookKey } from './send-event.ts'
export { createWebhooks, type Webhooks } from './webhooks.ts'
