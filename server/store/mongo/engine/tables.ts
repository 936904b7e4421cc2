import type { AnyBulkWriteOperation, ClientSession } from 'mongodb'
import type { ReadResults, Reads } from '../../records/record-store.ts'
import type { AnyTable, RecordRead, RecordWrite } from '../../records/table.ts'
import type { MongoDatabase } from './database.ts'
import { createTableDocuments, type TableDocuments } from './table-documents.ts'
import { inSession } from './transactions/in-session.ts'
import type { CollectionWrite } from './transactions/write.ts'

const documentsByTable = new WeakMap<AnyTable, TableDocuments>()

const documentsIn = (table: AnyTable): TableDocuments => {
  const documents = documentsByTable.get(table) ?? createTableDocuments(table)
  documentsByTable.set(table, documents)
  return documents
}

/** The collections of tables exist once the store is open. */
export const declareTables = (db: MongoDatabase, tables: readonly AnyTable[]): void => {
  for (const table of tables) db.collection(documentsIn(table).collection)
}

/** Reads, in the transaction of a session if there is one. */
export const readRecords = async <A>(
  db: MongoDatabase,
  { table, key, filter, options, pick }: RecordRead<A>,
  session?: ClientSession,
): Promise<A> => {
  const { collection: declared, idOf, buildFilter, buildSort, recordOf } = documentsIn(table)
  const collection = db.collection(declared)
  if (key) {
    const document = await collection.findOne({ _id: { $eq: idOf(key) as string } }, inSession(session))
    return pick(document ? [recordOf(document)] : [])
  }
  const { limit, skip = 0 } = options
  const page = limit === undefined ? {} : { limit, batchSize: limit + 1 }
  const cursor = collection.find(buildFilter(filter), {
    sort: buildSort(options),
    skip,
    ...page,
    ...inSession(session),
  })
  return pick((await cursor.toArray()).map(recordOf))
}

/** Counts the documents that a read without a key would find. */
export const countRecords = (
  db: MongoDatabase,
  { table, filter, options: { limit } }: RecordRead<unknown>,
): Promise<number> => {
  const { collection, buildFilter } = documentsIn(table)
  return db.collection(collection).countDocuments(buildFilter(filter), limit === undefined ? {} : { limit })
}

/** Reads one after the other: a transaction takes one operation at a time. */
export const readWholeTable = async <R extends Reads>(
  db: MongoDatabase,
  reads: R,
  session: ClientSession,
): Promise<ReadResults<R>> => {
  const results: Record<string, unknown> = {}
  for (const [name, read] of Object.entries(reads)) results[name] = await readRecords(db, read, session)
  return results as ReadResults<R>
}

/** A write, for the transaction that carries it out. */
export const buildWrite = (write: RecordWrite): CollectionWrite => ({
  collection: write.table.name,
  operation: documentsIn(write.table).buildOperation(write) as AnyBulkWriteOperation,
})

/** Carries out a single write. Returns how many documents it inserted, changed or removed. */
export const writeRecord = async (db: MongoDatabase, write: RecordWrite): Promise<number> => {
  const { collection, buildOperation } = documentsIn(write.table)
  const result = await db.collection(collection).bulkWrite([buildOperation(write)])
  const { upsertedCount, matchedCount, deletedCount } = result
  // An insert that finds a document leaves it as it is.
  return 'insert' in write ? upsertedCount : upsertedCount + matchedCount + deletedCount
}
