import type { NextStep } from '@patchbay/core/next-step'
import { type EntryChange, hashToken, type WebhookRecord } from '@patchbay/core/store'
import { isoTime, type UnixMs } from '@patchbay/core/time'

/** The link that connected an account. The emitter adds it to the events about accounts. */
export interface ConnectedBy {
  /** `null`: the account was not connected by a link, or has had another credential since. */
  readonly connect_id: string | null
  /** The metadata of the link's creation. */
  readonly metadata: Readonly<Record<string, string>>
}

/** A call that waits for the yes of a person has another state. */
interface ApprovalEvent {
  readonly tenant: string
  readonly approval_id: string
  readonly state: string
  readonly provider: string
  readonly account: string
  readonly action: string
  readonly rule: string
  readonly token_id: string
  readonly request_id: string
  /**
   * The code run that made the call. If several calls of a run wait at the same time, only the first is reported as
   * waiting.
   */
  readonly run_id: string | null
  readonly expires_at: string
  /** The reason why it wasn't carried out. */
  readonly reason: string | null
  /** The page on which people of the tenant decide once they have proved who they are; only while it waits. */
  readonly url: string | null
}

/** The types of events, each with the `data` that the receiver gets. `docs/webhooks.md` explains them. */
export interface WebhookEvents {
  'account.connected': {
    readonly tenant: string
    readonly provider: string
    readonly account: string
    readonly identity: string | null
    /** In words that people recognise, where the identity is just a number. */
    readonly display_name: string | null
    /** Scopes that the actions need and the person did not grant. */
    readonly missing_scopes: readonly string[]
  }
  'account.recovered': { readonly tenant: string; readonly provider: string; readonly account: string }
  'account.needs_reauth': {
    readonly tenant: string
    readonly provider: string
    readonly account: string
    /** `refresh_refused`: the token endpoint refuses what is stored. `rejected`: the provider answered 401. */
    readonly reason: 'refresh_refused' | 'rejected'
    readonly error: string | null
  }
  /** The provider may have carried out this write: nobody knows. */
  'call.unknown': {
    readonly tenant: string | null
    readonly provider: string
    readonly account: string | null
    readonly action: string | null
    /** The id of the call's audit entry. */
    readonly call: string
    readonly request_id: string | null
    readonly at: string
  }
  'approval.waiting': ApprovalEvent
  'approval.approved': ApprovalEvent
  'approval.refused': ApprovalEvent
  'approval.withdrawn': ApprovalEvent
  'approval.expired': ApprovalEvent
  'approval.done': ApprovalEvent
  'approval.failed': ApprovalEvent
  'approval.unknown': ApprovalEvent
  /** An administrator changed something; secrets are masked. */
  'record.changed': {
    /** The id of the change's audit entry. */
    readonly id: string
    readonly at: string
    readonly tenant: string | null
    readonly action: string | null
    /** E.g. `tenants/acme`. */
    readonly key: string | null
    readonly by: { readonly kind: string; readonly id: string | null; readonly name: string }
    /** A sentence for people. */
    readonly text: string
    readonly changes: readonly EntryChange[]
  }
  'quota.reached': { readonly tenant: string; readonly month: string; readonly monthly_limit: number }
  'suggestion.opened': {
    readonly id: string
    readonly tenant: string | null
    readonly kind: string
    readonly severity: string
    readonly title: string
    readonly detail: string
    readonly evidence: string
    readonly connect: { readonly tenant_id: string; readonly provider: string; readonly account_id: string } | null
    readonly next: NextStep | null
  }
  /** Sent by `POST /admin/webhooks/test`. */
  'webhook.test': { readonly tenant: null }
}

export type WebhookType = keyof WebhookEvents

/**
 * The id of an event that several processes may notice: the same in each, and ordered by time as others are.
 * @example eventIdOf(startOfMonth, 'quota acme')
 */
export const deriveEventId = (at: Date, what: string): string => {
  const [time, hash] = [at.getTime().toString(16).padStart(12, '0'), hashToken(what)]
  const [a, b, c] = [hash.slice(0, 3), hash.slice(3, 6), hash.slice(6, 18)]
  return `msg_${time.slice(0, 8)}-${time.slice(8)}-7${a}-8${b}-${c}`
}

export const newEventId = (at: Date): string => `msg_${Bun.randomUUIDv7('hex', at.getTime())}`

/** An event that is about to be tried. Its payload has the form that the Standard Webhooks specification recommends. */
export const newEvent = <T extends WebhookType>(
  type: T,
  data: WebhookEvents[T],
  {
    id,
    at,
    nextAt,
    sealedUrl,
  }: { readonly id: string; readonly at: Date; readonly nextAt: UnixMs; readonly sealedUrl: string | null },
): WebhookRecord => ({
  id,
  type,
  tenant: data.tenant,
  payload: JSON.stringify({ type, timestamp: isoTime(at), data }),
  sealed_url: sealedUrl,
  created_at: isoTime(at),
  failures: 0,
  status: 'waiting',
  next_at: nextAt,
  error: null,
})
