import type { IsoTime, UnixMs } from '../../time.ts'
import type { ListTotal } from '../list-total.ts'

/** An event for the operator's own systems, from its occurrence until it is delivered. */
export interface WebhookRecord {
  /** `msg_` and a UUID of version 7 (RFC 9562), so ids are ordered by time. Receivers recognize a repeated delivery by it. */
  readonly id: string
  /** For example `account.needs_reauth`. */
  readonly type: string
  /** `null`: the event is about the gateway. */
  readonly tenant: string | null
  /** The JSON text that is sent, the same at each try. It holds no secret: `data.url` is `null` if it is sealed. */
  readonly payload: string
  /** `data.url`, sealed; `null`: there is none. */
  readonly sealed_url: string | null
  readonly created_at: IsoTime
  /** The number of failed tries so far. */
  readonly failures: number
  /** The event's state. `dead`: no further try is made until an administrator asks for one. */
  readonly status: 'waiting' | 'dead'
  /** The time when the next try is due. */
  readonly next_at: UnixMs
  /** The reason why the last try failed; `null`: none has failed. */
  readonly error: string | null
}

export interface WebhookFilter {
  readonly status?: WebhookRecord['status']
  readonly limit: number
  /** The last id of the previous page. */
  readonly before?: string
}

/** Events that are not delivered yet. */
export interface Webhooks {
  /** Adds an event. `false`: one with its id is there, and stays as it is. */
  add(event: WebhookRecord): Promise<boolean>
  /** Replaces an event. `false`: it is gone, and stays so. */
  update(event: WebhookRecord): Promise<boolean>
  get(id: string): Promise<WebhookRecord | undefined>
  /** Waiting events whose next try is due at `now`, the longest due first. */
  due(now: Date, limit: number): Promise<readonly WebhookRecord[]>
  /** Newest first. */
  list(filter: WebhookFilter): Promise<readonly WebhookRecord[]>
  /** Counts the events on all pages of such a list. */
  total(filter: Pick<WebhookFilter, 'status'>): Promise<ListTotal>
  /** Removes an event. `false`: it isn't there. */
  remove(id: string): Promise<boolean>
  /** Removes dead events that occurred before this time. */
  prune(before: Date): Promise<void>
}
