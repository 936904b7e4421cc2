import type { SessionRecord, Sessions } from '@patchbay/core/store'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import { equal, text } from './text.ts'
import { put, remove } from './write.ts'

/** Its `_id` is the hash. */
interface SessionDocument extends Omit<SessionRecord, 'hash'> {
  readonly _id: string
}

const sessions: CollectionOf<SessionDocument> = {
  name: 'sessions',
  indexes: [{ key: { expires_at: 1 } }, { key: { person_id: 1 } }],
}

export const mongoSessions = (db: MongoDatabase): Sessions => {
  const collection = db.collection(sessions)
  return {
    create: ({ hash, ...rest }) =>
      db.write(`session ${hash}`, async () => ({
        answer: undefined,
        writes: [remove(sessions, { expires_at: { $lte: rest.used_at } }), put(sessions, { _id: text(hash), ...rest })],
      })),
    find: (hash) =>
      db.run(async () => {
        const found = await collection.findOne({ _id: equal(hash) })
        if (!found) return undefined
        const { _id, ...rest } = found
        return { hash: _id, ...rest }
      }),
    use: (hash, used_at) =>
      db.runWrite('configuration', async () => {
        await collection.updateOne({ _id: equal(hash) }, { $set: { used_at } })
      }),
    end: (hash) =>
      db.runWrite('configuration', async () => {
        await collection.deleteOne({ _id: equal(hash) })
      }),
    endAll: (personId) =>
      db.runWrite('configuration', async () => {
        await collection.deleteMany({ person_id: equal(personId) })
      }),
  }
}
