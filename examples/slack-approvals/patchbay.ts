import { Webhook } from 'standardwebhooks'

const { PATCHBAY_URL = '', PATCHBAY_KEY = '', WEBHOOK_SECRET = '' } = process.env

/** A call that waits for a person, as the admin API shows it. A decision names its `digest`, so that nobody decides what they didn't see. */
export interface PendingApproval {
  approval_id: string
  digest: string
  state: string
  tenant: string
  provider: string
  account: string
  action: string
  parameters: unknown
  decisions: { decision: 'approve' | 'refuse'; reason: string | null }[]
  reason: string | null
}

/** Throws Error with the code of the gateway's error, and TimeoutError when it doesn't answer. */
const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const response = await fetch(PATCHBAY_URL + path, {
    method,
    headers: { 'x-admin-key': PATCHBAY_KEY, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    // An approved call is sent before the decision is answered, which takes a minute at most.
    signal: AbortSignal.timeout(70_000),
  })
  const answer = (await response.json()) as T | { code: string; error: string }
  if (typeof answer === 'object' && answer !== null && 'code' in answer)
    throw new Error(`${answer.code}: ${answer.error}`)
  return answer as T
}

export const readWaitingCall = (id: string) => ask<PendingApproval>('GET', `/admin/approvals/${encodeURIComponent(id)}`)

/** Decides about the call that was shown. Throws Error CONFLICT where somebody else was faster. */
export const decide = (id: string, digest: string, decision: 'approve' | 'refuse', reason: string) =>
  ask<PendingApproval>('POST', `/admin/approvals/${encodeURIComponent(id)}/decision`, { digest, decision, reason })

/** The id of the call that a delivery is about, if it is about one that waits or did. Throws WebhookVerificationError for what the gateway did not sign. */
export const readApprovalEvent = (body: string, headers: Record<string, string>): string | undefined => {
  const { type, data } = new Webhook(WEBHOOK_SECRET).verify(body, headers) as {
    type: string
    data: { approval_id: string }
  }
  return type.startsWith('approval.') ? data.approval_id : undefined
}
