import type { Change } from '@patchbay/core/store'
import type { ClientSession, Db, Document, Filter, WithId } from 'mongodb'
import type { CollectionOf } from './collection.ts'

/** One change of a collection that may be repeated without harm. */
export type Write =
  | { readonly collection: string; readonly put: Document }
  | { readonly collection: string; readonly remove: Document }

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

export const remove = <T extends Document>({ name }: CollectionOf<T>, filter: Filter<T>): Write => ({
  collection: name,
  remove: filter,
})

/** Carries the writes out in their order. */
export const apply = async (db: Db, writes: readonly Write[], session?: ClientSession): Promise<void> => {
  for (const write of writes) {
    const collection = db.collection(write.collection)
    if ('put' in write) {
      await collection.replaceOne({ _id: { $eq: write.put._id } }, write.put, { upsert: true, session })
    } else {
      await collection.deleteMany(write.remove, { session })
    }
  }
}
