import { describeThrown } from '@patchbay/core/errors'
import type { Fetcher } from '@patchbay/core/fetch'
import { inBackground } from '@patchbay/core/in-background'
import type { Store, WebhookRecord } from '@patchbay/core/store'
import { msOf, shiftTime } from '@patchbay/core/time'
import type { Vault } from '@patchbay/core/vault'
import type { Log } from '../log/log.ts'
import { type ConnectedBy, newEvent, newEventId, type WebhookEvents, type WebhookType } from './events.ts'
import { sealUrl, withoutUrl, withUrl } from './sealed-url.ts'
import { type Delivery, sendEvent, type WebhookTarget } from './send-event.ts'

/** The result of a delivery, for an administrator. */
export interface Tried {
  readonly event: WebhookRecord
  readonly delivered: boolean
}

/** Reports events to the operator's own systems. Each event is delivered at least once, and its id is the same each time. */
export interface WebhookEmitter {
  readonly isOn: boolean
  /**
   * Keeps an event and tries to deliver it, while the caller goes on. `id`: for an event that several processes may notice, so that
   * the receiver recognizes repeats. If the store is down, the event is lost, and the log says so.
   */
  emit<T extends WebhookType>(type: T, data: WebhookEvents[T], id?: string): void
  /** Like `emit`, and waits for the first try. */
  deliver<T extends WebhookType>(type: T, data: WebhookEvents[T], id?: string): Promise<Tried>
  /** Tries every event that is due. Stops early if the receiver doesn't answer at all. */
  deliverDue(signal: AbortSignal): Promise<{ readonly delivered: number; readonly failed: number }>
  /** Retries an event now, even a dead one. `undefined`: there is none. */
  retry(id: string): Promise<Tried | undefined>
}

export interface WebhooksParts {
  readonly store: Pick<Store, 'webhooks' | 'connections'>
  readonly vault: Pick<Vault, 'seal' | 'open'>
  readonly fetcher: Fetcher
  readonly log: Pick<Log, 'error'>
  /** `null`: nothing is sent. */
  readonly target: WebhookTarget | null
  readonly now?: () => Date
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The waits after each failed try, as the Standard Webhooks specification suggests. After the last one the event is dead. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

/** For this time, the job leaves a new event to the process that noticed it. After that, the process must have died. */
const firstTryMs = minute
const pageSize = 100

/** The event after a failed try. */
const afterFailure = (
  event: WebhookRecord,
  failure: Exclude<Delivery, { outcome: 'delivered' }>,
  at: Date,
): WebhookRecord => {
  const { outcome, error, waitMs } = failure
  const wait = waits[event.failures]
  const failures = event.failures + 1
  if (wait === undefined || outcome === 'gone') return { ...event, failures, status: 'dead', error }
  // The random part spreads events that failed together.
  const nextMs = Math.max(waitMs, wait * (1 + Math.random() / 4))
  return { ...event, failures, status: 'waiting', next_at: shiftTime(msOf(at), Math.round(nextMs)), error }
}

/** The data of an event; that of an event about an account with the link by which the account was connected. */
const withLink = async <T extends WebhookType>(
  { connections }: Pick<Store, 'connections'>,
  type: T,
  data: WebhookEvents[T],
): Promise<WebhookEvents[T] & Partial<ConnectedBy>> => {
  if (!type.startsWith('account.')) return data
  const { tenant, provider, account } = data as WebhookEvents['account.recovered']
  const link = await connections.connectedBefore({ tenant, provider, account })
  const { connect_id, metadata = {} } = link && !link.replaced ? link : { connect_id: null }
  return { ...data, connect_id, metadata }
}

export const createWebhookEmitter = (parts: WebhooksParts): WebhookEmitter => {
  const { store, vault, fetcher, log, target, now = () => new Date() } = parts

  /** Tries an event once, and stores the outcome. */
  const attempt = async (
    event: WebhookRecord,
  ): Promise<{ readonly delivery: Delivery; readonly event: WebhookRecord }> => {
    if (!target) throw new TypeError('no receiver is configured')
    const delivery = await sendEvent(fetcher, target, await withUrl(vault, event))
    if (delivery.outcome === 'delivered') {
      await store.webhooks.remove(event.id)
      return { delivery, event }
    }
    const failed = afterFailure(event, delivery, now())
    await store.webhooks.update(failed)
    return { delivery, event: failed }
  }

  const tried = async (event: WebhookRecord): Promise<Tried> => {
    const { delivery, event: saved } = await attempt(event)
    return { event: saved, delivered: delivery.outcome === 'delivered' }
  }

  const deliver: WebhookEmitter['deliver'] = async (type, data, id) => {
    const at = now()
    const eventId = id ?? newEventId(at)
    const event = newEvent(type, await withLink(store, type, withoutUrl(data)), {
      id: eventId,
      at,
      nextAt: shiftTime(msOf(at), firstTryMs),
      sealedUrl: await sealUrl(vault, { id: eventId, tenant: data.tenant }, data),
    })
    if (await store.webhooks.add(event)) return tried(event)
    // Another process has noticed the same event, or this one did before: it is being delivered.
    return { event, delivered: false }
  }

  return {
    isOn: target !== null,
    deliver,
    emit(type, data, id) {
      if (!target) return
      const delivered = deliver(type, data, id).catch((error) =>
        log.error(
          { err: error, type, data: withoutUrl(data) },
          `a webhook event may be lost: ${describeThrown(error)}`,
        ),
      )
      inBackground(delivered, 'deliver_webhook')
    },
    async deliverDue(signal) {
      const tally = { delivered: 0, failed: 0 }
      for (;;) {
        const due = target ? await store.webhooks.due(now(), pageSize) : []
        for (const event of due) {
          if (signal.aborted) return tally
          const { outcome } = (await attempt(event)).delivery
          tally[outcome === 'delivered' ? 'delivered' : 'failed']++
          // All events go to one receiver, so the other events would only time out as well.
          if (outcome === 'silent') return tally
        }
        if (due.length < pageSize) return tally
      }
    },
    async retry(id) {
      const event = await store.webhooks.get(id)
      return event && tried(event)
    },
  }
}
