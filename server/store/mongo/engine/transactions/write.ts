import type { Change } from '@patchbay/core/store'
import type { AnyBulkWriteOperation, ClientSession, Db, Document, Filter, WithId } from 'mongodb'
import type { CollectionOf } from '../collection.ts'

/** One change of a collection. */
export interface CollectionWrite {
  readonly collection: string
  readonly operation: AnyBulkWriteOperation
}

/** Replaces a document that matches `seen`. */
export interface Replacement {
  readonly collection: string
  readonly seen: Filter<Document>
  readonly next: Document
}

/** The result of an operation, and its requests: all of `writes` or nothing, and the announcement of `changes`. */
export interface Decision<T> {
  readonly answer: T
  readonly writes?: readonly CollectionWrite[]
  readonly changes?: readonly Change[]
}

/** Reads what it needs, in the session's transaction. May run more than once. */
export type Decide<T> = (session: ClientSession) => Promise<Decision<T>>

/** Inserts a document, or replaces the one with the same `_id`. */
export const putWrite = <T extends Document>({ name }: CollectionOf<T>, document: WithId<T>): CollectionWrite => ({
  collection: name,
  operation: {
    replaceOne: { filter: { _id: { $eq: document._id } } as Filter<Document>, replacement: document, upsert: true },
  },
})

/** Replaces the document with the same `_id`, if its `seen` members haven't changed. */
export const replacement = <T extends Document>(
  { name }: CollectionOf<T>,
  seen: Partial<T>,
  next: WithId<T>,
): Replacement => ({ collection: name, seen: { ...seen, _id: { $eq: next._id } }, next })

export const removeWrite = <T extends Document>({ name }: CollectionOf<T>, filter: Filter<T>): CollectionWrite => ({
  collection: name,
  operation: { deleteMany: { filter: filter as Filter<Document> } },
})

/** Carries out the writes in their order. Consecutive writes to one collection share a command. */
export const applyWrites = async (
  db: Db,
  writes: readonly CollectionWrite[],
  session: ClientSession,
): Promise<void> => {
  let next = 0
  while (next < writes.length) {
    const collection = writes[next]?.collection ?? ''
    const end = writes.findIndex((write, index) => index > next && write.collection !== collection)
    const batch = writes.slice(next, end === -1 ? undefined : end)
    await db.collection(collection).bulkWrite(
      batch.map(({ operation }) => operation),
      { session },
    )
    next += batch.length
  }
}
