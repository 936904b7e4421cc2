import type { AdminKeyRecord, AdminKeys } from '@patchbay/core/store'
import { adminKeyRecord } from '../rules/admin-key-record.ts'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import { type DocumentsOf, onlyText } from './documents-of.ts'
import { equal, text } from './text.ts'
import { put, remove } from './write.ts'

/** Its `_id` is the hash. */
interface AdminKeyDocument extends Omit<AdminKeyRecord, 'hash'> {
  readonly _id: string
}

/** So few that they need no index. */
const adminKeys: CollectionOf<AdminKeyDocument> = { name: 'admin_keys', indexes: [] }

const recordOf = ({ _id, ...rest }: AdminKeyDocument): AdminKeyRecord => ({ hash: _id, ...rest })
const documentOf = ({ hash, ...rest }: AdminKeyRecord): AdminKeyDocument => ({ _id: text(hash), ...rest })

export const adminKeyDocuments: DocumentsOf<AdminKeyRecord, AdminKeyDocument> = {
  collection: adminKeys,
  idOf: onlyText,
  documentOf,
  recordOf,
}

/** One writer at a time, over all gateways: existing keys are counted before one is added. */
const scope = 'admin keys'

export const mongoAdminKeys = (db: MongoDatabase): AdminKeys => {
  const collection = db.collection(adminKeys)
  return {
    create: (key, { now, most }) =>
      db.write<AdminKeyRecord | undefined>(scope, async (session) => {
        const known = await collection.find({}, { session, projection: { _id: 1 } }).toArray()
        if (known.length >= most) return { answer: undefined }
        const record = adminKeyRecord(key, now)
        return {
          answer: record,
          writes: [put(adminKeys, documentOf(record))],
          changes: [{ kind: 'admin-key', hash: key.hash }],
        }
      }),
    find: (hash) =>
      db.run(async () => {
        const found = await collection.findOne({ _id: equal(hash) })
        return found ? recordOf(found) : undefined
      }),
    list: () =>
      db.run(async () => {
        const found = collection.find({}, { sort: { created_at: 1, _id: 1 } })
        return (await found.toArray()).map(recordOf)
      }),
    remove: (keyId) =>
      db.write(scope, async (session) => {
        const removed = await collection.find({ key_id: equal(keyId) }, { session }).toArray()
        return {
          answer: removed.length > 0,
          writes: [remove(adminKeys, { _id: { $in: removed.map(({ _id }) => _id) } })],
          changes: removed.map(({ _id }) => ({ kind: 'admin-key', hash: _id }) as const),
        }
      }),
  }
}
