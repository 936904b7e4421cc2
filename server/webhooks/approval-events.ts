import type { ApprovalRecord } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import { deriveEventId } from './events.ts'
import type { WebhookEmitter } from './webhooks.ts'

/** The page where people of the tenant decide, after they have proved who they are. */
export const approvalUrl = (baseUrl: string, secret: string): string => `${baseUrl}/approve/${secret}`

/** Reports that an approval has another state; `url`: where it can be decided, while it waits. */
export const emitApproval = (
  webhooks: Pick<WebhookEmitter, 'emit'>,
  record: ApprovalRecord,
  url: string | null = null,
): void => {
  const { id, tenant, state, provider, account, action, rule, token_id, request_id, run_id = null, reason } = record
  const data = {
    tenant,
    approval_id: id,
    state,
    provider,
    account,
    action,
    rule,
    token_id,
    request_id,
    run_id,
    expires_at: isoTime(record.expires_at),
    reason,
    url,
  }
  const at = new Date(record.ended_at ?? record.decisions.at(-1)?.at ?? record.created_at)
  webhooks.emit(`approval.${state}`, data, deriveEventId(at, `approval ${id} ${state}`))
}
