import type { WebhookRecord, Webhooks } from '@patchbay/core/store'
import type { Document } from 'mongodb'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import { type DocumentsOf, onlyText } from './documents-of.ts'
import { equal, text } from './text.ts'

interface WebhookDocument extends Omit<WebhookRecord, 'id'> {
  readonly _id: string
}

const webhooks: CollectionOf<WebhookDocument> = { name: 'webhooks', indexes: [{ key: { status: 1, next_at: 1 } }] }

const recordOf = ({ _id, ...rest }: WebhookDocument): WebhookRecord => ({ id: _id, ...rest })
const documentOf = ({ id, ...rest }: WebhookRecord): WebhookDocument => ({ _id: text(id), ...rest })

export const webhookDocuments: DocumentsOf<WebhookRecord, WebhookDocument> = {
  collection: webhooks,
  idOf: onlyText,
  documentOf,
  recordOf,
}

export const mongoWebhooks = (db: MongoDatabase): Webhooks => {
  const collection = db.collection(webhooks)
  return {
    add: (event) =>
      db.run(async () => {
        const { _id, ...rest } = documentOf(event)
        const added = await collection.updateOne({ _id: equal(_id) }, { $setOnInsert: rest }, { upsert: true })
        return added.upsertedCount > 0
      }),
    update: (event) =>
      db.run(async () => {
        const { matchedCount } = await collection.replaceOne({ _id: equal(event.id) }, documentOf(event))
        return matchedCount > 0
      }),
    get: (id) =>
      db.run(async () => {
        const found = await collection.findOne({ _id: equal(id) })
        return found ? recordOf(found) : undefined
      }),
    due: (now, limit) =>
      db.run(async () => {
        const filter = { status: 'waiting', next_at: { $lte: now.getTime() } } as const
        return (await collection.find(filter, { sort: { next_at: 1, _id: 1 }, limit }).toArray()).map(recordOf)
      }),
    list: ({ status, before, limit }) =>
      db.run(async () => {
        const filter: Document = {}
        if (status !== undefined) filter.status = equal(status)
        if (before !== undefined) filter._id = { $lt: text(before) }
        return (await collection.find(filter, { sort: { _id: -1 }, limit }).toArray()).map(recordOf)
      }),
    remove: (id) => db.run(async () => (await collection.deleteOne({ _id: equal(id) })).deletedCount > 0),
    prune: (before) =>
      db.run(async () => {
        await collection.deleteMany({ status: 'dead', created_at: { $lt: before.toISOString() } })
      }),
  }
}
