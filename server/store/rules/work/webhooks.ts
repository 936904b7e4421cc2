import { mostCounted, toListTotal, type WebhookRecord, type Webhooks } from '@patchbay/core/store'
import { isoTime, msOf } from '@patchbay/core/time'
import { atMost, lessThan } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import { defineTable } from '../../records/table.ts'

export const webhookTable = defineTable<WebhookRecord, 'id'>({
  name: 'webhooks',
  bound: { kind: 'age', by: 'webhooks', text: 'until it is delivered, or 30 days after it was made' },
  key: ['id'],
  indexes: [{ on: { status: 1, next_at: 1 } }],
  earlier: () => ({ sealed_url: null }),
})

export const createWebhookRecords = (store: RecordStore): Webhooks => ({
  add: async (event) => (await store.write(webhookTable.insert(event))) > 0,
  update: async ({ id, ...members }) => (await store.write(webhookTable.update({ id }, members))) > 0,
  get: (id) => store.read(webhookTable.at({ id })),
  due: (now, limit) => {
    const isDue = { status: 'waiting', next_at: atMost(msOf(now)) } as const
    return store.read(webhookTable.list(isDue, { sort: ['next_at', 'id'], limit }))
  },
  list: ({ status, before, limit }) => {
    const filter = {
      ...(status !== undefined && { status }),
      ...(before !== undefined && { id: lessThan(before) }),
    }
    return store.read(webhookTable.list(filter, { sort: ['id'], descending: true, limit }))
  },
  total: async ({ status }) => {
    const filter = status === undefined ? {} : { status }
    return toListTotal(await store.count(webhookTable.list(filter, { limit: mostCounted + 1 })))
  },
  remove: async (id) => (await store.write(webhookTable.remove({ id }))) > 0,
  prune: async (before) => {
    await store.write(webhookTable.remove({ status: 'dead', created_at: lessThan(isoTime(before)) }))
  },
})
