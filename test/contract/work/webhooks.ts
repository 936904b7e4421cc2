import type { WebhookRecord } from '@patchbay/core/store'
import { isoTime, msOf, shiftTime } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { later, noon } from '../samples.ts'

export const webhookEvent = (nth: number, changes: Partial<WebhookRecord> = {}): WebhookRecord => ({
  id: `msg_01930000-0000-7000-8000-${String(nth).padStart(12, '0')}`,
  type: 'account.needs_reauth',
  tenant: 'acme',
  payload: `{"type":"account.needs_reauth","data":{"n":${nth}}}`,
  sealed_url: nth % 2 ? null : `sealed ${nth}`,
  created_at: isoTime(noon),
  failures: 0,
  status: 'waiting',
  next_at: msOf(noon),
  error: null,
  ...changes,
})

export const webhooksContract = (fresh: FreshStore): void => {
  describe('webhook events', () => {
    it('an event is kept as it was added, changes while it is there, and is gone when it is removed', async () => {
      const { store } = await fresh()
      const event = webhookEvent(1)
      expect([await store.webhooks.add(event), await store.webhooks.add({ ...event, payload: '{}' })]).toEqual([
        true,
        false,
      ])
      expect(await store.webhooks.get(event.id)).toEqual(event)
      const failed = { ...event, failures: 1, error: 'answered 500', next_at: msOf(later(5000)) }
      expect(await store.webhooks.update(failed)).toBe(true)
      expect(await store.webhooks.list({ limit: 10 })).toEqual([failed])
      expect([await store.webhooks.remove(event.id), await store.webhooks.remove(event.id)]).toEqual([true, false])
      expect(await store.webhooks.update(failed)).toBe(false)
      expect(await store.webhooks.get(event.id)).toBeUndefined()
    })

    it('what waits is due at its time, the longest due first, and what is dead never', async () => {
      const { store } = await fresh()
      const [soon, first, dead, second] = [
        webhookEvent(1, { next_at: msOf(later(1)) }),
        webhookEvent(2, { next_at: shiftTime(msOf(noon), -2) }),
        webhookEvent(3, { status: 'dead' }),
        webhookEvent(4),
      ]
      for (const event of [soon, first, dead, second]) await store.webhooks.add(event)
      expect(await store.webhooks.due(noon, 10)).toEqual([first, second])
      expect(await store.webhooks.due(noon, 1)).toEqual([first])
      expect(await store.webhooks.due(later(1), 10)).toEqual([first, second, soon])
    })

    it('they are listed newest first, by status and page by page', async () => {
      const { store } = await fresh()
      const events = [1, 2, 3, 4].map((n) => webhookEvent(n, n % 2 ? { status: 'dead' } : {}))
      for (const event of events) await store.webhooks.add(event)
      const ids = async (filter: object) =>
        (await store.webhooks.list({ limit: 10, ...filter })).map(
          ({ id }) => events.findIndex((each) => each.id === id) + 1,
        )
      expect(await ids({})).toEqual([4, 3, 2, 1])
      expect(await ids({ status: 'dead' })).toEqual([3, 1])
      expect(await ids({ limit: 2, before: webhookEvent(4).id })).toEqual([3, 2])
      expect(await store.webhooks.total({})).toEqual({ items: 4, more: false })
      expect(await store.webhooks.total({ status: 'dead' })).toEqual({ items: 2, more: false })
    })

    it('dead ones are removed when they are old; what waits stays', async () => {
      const { store } = await fresh()
      await store.webhooks.add(webhookEvent(1, { status: 'dead' }))
      await store.webhooks.add(webhookEvent(2))
      await store.webhooks.add(webhookEvent(3, { status: 'dead', created_at: isoTime(later(1)) }))
      await store.webhooks.prune(later(1))
      expect(await store.webhooks.list({ limit: 10 })).toEqual([
        webhookEvent(3, { status: 'dead', created_at: isoTime(later(1)) }),
        webhookEvent(2),
      ])
    })
  })
}
