import type { UsedAssertionRecord, UsedAssertions } from '@patchbay/core/store'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import { type DocumentsOf, onlyText } from './documents-of.ts'
import { equal, text } from './text.ts'
import { put, remove } from './write.ts'

/** Its `_id` is the hash. */
interface UsedAssertionDocument extends Omit<UsedAssertionRecord, 'hash'> {
  readonly _id: string
}

const usedAssertions: CollectionOf<UsedAssertionDocument> = {
  name: 'used_assertions',
  indexes: [{ key: { expires_at: 1 } }],
}

export const usedAssertionDocuments: DocumentsOf<UsedAssertionRecord, UsedAssertionDocument> = {
  collection: usedAssertions,
  idOf: onlyText,
  documentOf: ({ hash, ...rest }) => ({ _id: text(hash), ...rest }),
  recordOf: ({ _id, ...rest }) => ({ hash: _id, ...rest }),
}

export const mongoUsedAssertions = (db: MongoDatabase): UsedAssertions => {
  const collection = db.collection(usedAssertions)
  return {
    // The scope makes two uses of one assertion run one after the other, over all gateways.
    use: (assertion, now) =>
      db.write(`assertion ${assertion.hash}`, async (session) => {
        const expired = remove(usedAssertions, { expires_at: { $lte: now.getTime() / 1000 } })
        const known = await collection.findOne({ _id: equal(assertion.hash) }, { session })
        if (known && known.expires_at * 1000 > now.getTime()) return { answer: false, writes: [expired] }
        return { answer: true, writes: [expired, put(usedAssertions, usedAssertionDocuments.documentOf(assertion))] }
      }),
  }
}
