import type { AnyBulkWriteOperation, Collection, Document, Filter } from 'mongodb'

/** Stores the documents, each in place of the one with its `_id`, in this order. */
export const putAll = async <T extends Document & { readonly _id: string }>(
  collection: Collection<T>,
  documents: readonly T[],
): Promise<void> => {
  if (documents.length === 0) return
  const operations = documents.map((replacement) => ({
    replaceOne: { filter: { _id: { $eq: replacement._id } } as Filter<T>, replacement, upsert: true },
  }))
  await collection.bulkWrite(operations as readonly AnyBulkWriteOperation<T>[])
}
