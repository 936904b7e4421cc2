import type { Db, Document, IndexDescription } from 'mongodb'

/** A collection, as its port declares it. */
export interface CollectionOf<T extends Document> {
  readonly name: string
  readonly indexes: readonly IndexDescription[]
  /** Stored in the order of `_id`, for reading ranges. Needs MongoDB 5.3; on older servers it is an ordinary collection. */
  readonly clustered?: true
  /** The path of the tenant's id in each document. The documents are removed with their tenant. */
  readonly tenant?: string
  /** Never set: it only carries the type of a document. */
  readonly document?: T
}

const alreadyExists = 48
/** Error codes of servers that don't know an option, or expect another type for it (`clusteredIndex` in 5.0). */
const unknownOption = new Set([14, 72, 40415])

const readErrorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Several gateways may create it at once. */
const createCollection = async (db: Db, { name, clustered }: CollectionOf<Document>): Promise<void> => {
  try {
    await db.createCollection(name, clustered && { clusteredIndex: { key: { _id: 1 }, unique: true } })
  } catch (error) {
    if (clustered && unknownOption.has(Number(readErrorCode(error)))) return createCollection(db, { name, indexes: [] })
    if (readErrorCode(error) !== alreadyExists) throw error
  }
}

/** A command at a time takes a connection, and each connection takes longer to open than a command. */
const mostAtOnce = 4

/**
 * Creates the collections and indexes that are missing. Collections are created beforehand, as two transactions that create the same
 * collection conflict.
 */
export const makeCollections = async (db: Db, declared: readonly CollectionOf<Document>[]): Promise<void> => {
  const listed = await db.listCollections({}, { nameOnly: true }).toArray()
  const existing = new Set(listed.map(({ name }) => name))
  const waiting = declared.values()
  const makeEach = async (): Promise<void> => {
    for (const each of waiting) {
      if (!existing.has(each.name)) await createCollection(db, each)
      if (each.indexes.length > 0) await db.collection(each.name).createIndexes([...each.indexes])
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, makeEach))
}
