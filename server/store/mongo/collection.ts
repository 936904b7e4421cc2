import type { Db, Document, IndexDescription } from 'mongodb'

/** A collection as its port declares it. */
export interface CollectionOf<T extends Document> {
  readonly name: string
  readonly indexes: readonly IndexDescription[]
  /** Kept in the order of `_id`, for ranges that are read as a whole; MongoDB 5.3 and later (else it is as the others). */
  readonly clustered?: true
  /** The path that holds the tenant's id where its documents belong to one: they are removed with it. */
  readonly tenant?: string
  /** Never there; it says what a document looks like. */
  readonly document?: T
}

const alreadyExists = 48
/** What a MongoDB says that doesn't know an option, or knows it as another type (as 5.0 does `clusteredIndex`). */
const unknownOption = new Set([14, 72, 40415])

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Makes the collection and its indexes where they are missing; several gateways may do so at once. Collections are made
 * beforehand because a transaction that makes one conflicts with every other that does.
 */
export const makeCollection = async (db: Db, { name, indexes, clustered }: CollectionOf<Document>): Promise<void> => {
  try {
    await db.createCollection(name, clustered && { clusteredIndex: { key: { _id: 1 }, unique: true } })
  } catch (error) {
    if (clustered && unknownOption.has(Number(codeOf(error)))) return makeCollection(db, { name, indexes })
    if (codeOf(error) !== alreadyExists) throw error
  }
  if (indexes.length > 0) await db.collection(name).createIndexes([...indexes])
}
