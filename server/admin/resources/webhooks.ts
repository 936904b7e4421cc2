import { GatewayError, invalid } from '@patchbay/core/errors'
import type { WebhookRecord } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import Type from 'typebox'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, type HandlerParts, jsonAnswer } from '../route/admin-route.ts'
import { countedPageSchema, countedParameters, cursorAfter, idInCursor, toCursorPage } from '../route/values/cursor.ts'
import { closed, countSchema, instant, orNull } from '../route/values/schemas.ts'

const status = Type.Enum(['waiting', 'dead'], { description: '`dead`: there are no more automatic tries' })

const eventJson = Type.Object(
  {
    id: Type.String({ description: 'The `webhook-id` of its deliveries' }),
    type: Type.String({ examples: ['account.needs_reauth'] }),
    tenant: orNull(Type.String()),
    status,
    failures: countSchema('Failed tries so far'),
    error: orNull(Type.String(), 'Why the last try failed'),
    next_at: orNull(instant(), 'When the next try is due; `null`: never'),
    created_at: instant(),
  },
  { title: 'WebhookEvent' },
)

const triedJson = Type.Object(
  { delivered: Type.Boolean(), error: orNull(Type.String(), 'Why it was not delivered') },
  { title: 'TriedWebhookEvent' },
)

/** A request whose path says everything, so that it needs no body. */
const noMembers = Type.Object({}, { ...closed, title: 'NoMembers', examples: [{}] })

const toJson = ({
  payload: _,
  sealed_url: _sealed,
  next_at,
  ...event
}: WebhookRecord): Type.Static<typeof eventJson> => ({
  ...event,
  next_at: event.status === 'dead' ? null : isoTime(next_at),
})

const idPattern = /^msg_[0-9a-zA-Z_-]{1,64}$/

const noEvent = (id: string) =>
  new GatewayError('NOT_FOUND', `There is no waiting or dead event ${id}; delivered events are not kept`)

const checkOn = ({ webhooks }: HandlerParts): void => {
  if (!webhooks.isOn)
    throw invalid('', 'no webhook receiver is configured; start the gateway with WEBHOOK_URL and WEBHOOK_SECRET')
}

const triedReply = ({ delivered, event }: { readonly delivered: boolean; readonly event: WebhookRecord }) =>
  json({ delivered, error: delivered ? null : event.error })

export const webhookRoutes: AdminGroup = {
  name: 'Webhooks',
  description: 'Events that could not be delivered to `WEBHOOK_URL` yet. A delivered event is not kept.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/webhooks',
      action: 'list_webhook_events',
      summary: 'List the events that are not delivered',
      auditTarget: () => ({ tenant: null, key: 'webhooks' }),
      query: Type.Object(
        { ...countedParameters(cursorAfter('msg_0199e1a07c1b7d3e8a55')), status: Type.Optional(status) },
        closed,
      ),
      answers: { 200: jsonAnswer('The events, newest first', countedPageSchema('events', eventJson)) },
      async handle({ query: { limit, cursor, status, total } }, { store }) {
        const before = cursor === undefined ? undefined : idInCursor(cursor, idPattern)
        const records = await store.webhooks.list({
          limit: limit + 1,
          ...(before !== undefined && { before }),
          ...(status && { status }),
        })
        const { items, nextCursor } = toCursorPage(records, limit)
        return json({
          events: items.map(toJson),
          next_cursor: nextCursor,
          ...(total && { total: await store.webhooks.total(status ? { status } : {}) }),
        })
      },
    }),
    adminRoute({
      method: 'POST',
      path: '/admin/webhooks/test',
      action: 'test_webhook',
      summary: 'Send an event of the type `webhook.test`',
      auditTarget: () => ({ tenant: null, key: 'webhooks' }),
      body: noMembers,
      emptyBody: {},
      answers: { 200: jsonAnswer('The result of the try', triedJson) },
      async handle(_, parts) {
        checkOn(parts)
        return triedReply(await parts.webhooks.deliver('webhook.test', { tenant: null }))
      },
    }),
    adminRoute({
      method: 'POST',
      path: '/admin/webhooks/:event_id/retry',
      action: 'retry_webhook_event',
      summary: 'Try to deliver an event now',
      auditTarget: ({ event_id }) => ({ tenant: null, key: `webhooks/${event_id}` }),
      body: noMembers,
      emptyBody: {},
      answers: { 200: jsonAnswer('The result of the try', triedJson) },
      errors: ['NOT_FOUND'],
      async handle({ params: { event_id } }, parts) {
        checkOn(parts)
        const tried = await parts.webhooks.retry(event_id)
        if (!tried) throw noEvent(event_id)
        return triedReply(tried)
      },
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/webhooks/:event_id',
      action: 'delete_webhook_event',
      summary: 'Drop an event',
      auditTarget: ({ event_id }) => ({ tenant: null, key: `webhooks/${event_id}` }),
      answers: { 204: { description: 'The event is dropped' } },
      errors: ['NOT_FOUND'],
      async handle({ params: { event_id } }, { store }) {
        const before = await store.webhooks.get(event_id)
        if (await store.webhooks.remove(event_id))
          return { status: 204, body: null, change: { from: before && toJson(before) } }
        throw noEvent(event_id)
      },
    }),
  ],
}
