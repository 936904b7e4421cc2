import type { Change } from '@patchbay/core/store'
import type { AnyBulkWriteOperation, ClientSession, Db, Document, Filter, WithId } from 'mongodb'
import type { CollectionOf } from './collection.ts'

/** One change of a collection that may be repeated without harm. */
export type Write =
  | { readonly collection: string; readonly put: Document }
  | { readonly collection: string; readonly remove: Document }

/** One document in the place of another. */
export interface Replacement {
  readonly collection: string
  readonly seen: Filter<Document>
  readonly next: Document
}

/** What an operation found, and what it wants done about it: all of `writes` or nothing, and `changes` told of. */
export interface Decision<T> {
  readonly answer: T
  readonly writes?: readonly Write[]
  readonly changes?: readonly Change[]
}

/** Reads what it needs, with the session if there is one. May run more than once. */
export type Decide<T> = (session: ClientSession | undefined) => Promise<Decision<T>>

/** Writes a document in the place of the one with its `_id`, if there is one. */
export const put = <T extends Document>({ name }: CollectionOf<T>, document: WithId<T>): Write => ({
  collection: name,
  put: document,
})

/** A document in the place of the one with its `_id`, which must have the `seen` members still. */
export const replacement = <T extends Document>(
  { name }: CollectionOf<T>,
  seen: Partial<T>,
  next: WithId<T>,
): Replacement => ({ collection: name, seen: { ...seen, _id: { $eq: next._id } }, next })

export const remove = <T extends Document>({ name }: CollectionOf<T>, filter: Filter<T>): Write => ({
  collection: name,
  remove: filter,
})

const operationOf = (write: Write): AnyBulkWriteOperation =>
  'put' in write
    ? { replaceOne: { filter: { _id: { $eq: write.put._id } }, replacement: write.put, upsert: true } }
    : { deleteMany: { filter: write.remove } }

/** Carries the writes out in their order: those that follow each other in one collection with one command. */
export const apply = async (db: Db, writes: readonly Write[], session?: ClientSession): Promise<void> => {
  let next = 0
  while (next < writes.length) {
    const collection = writes[next]?.collection ?? ''
    const end = writes.findIndex((write, index) => index > next && write.collection !== collection)
    const batch = writes.slice(next, end === -1 ? undefined : end)
    await db.collection(collection).bulkWrite(batch.map(operationOf), { session })
    next += batch.length
  }
}
