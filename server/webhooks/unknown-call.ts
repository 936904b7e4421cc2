import { type AuditEntry, accountOfKey } from '@patchbay/core/store'
import { deriveEventId } from './events.ts'
import type { WebhookEmitter } from './webhooks.ts'

/** Reports a call of which nobody knows whether it was carried out; several gateways may find the same one. */
export const emitUnknown =
  (webhooks: Pick<WebhookEmitter, 'emit'>) =>
  ({ id, at, tenant, key, action, request_id }: AuditEntry): void => {
    const { provider, account } = accountOfKey(key ?? '')
    const data = { tenant, provider, account, action, call: id, request_id, at }
    webhooks.emit('call.unknown', data, deriveEventId(new Date(at), `unknown call ${id}`))
  }
