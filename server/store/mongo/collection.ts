import type { Db, Document, IndexDescription } from 'mongodb'

/** A collection as its port declares it. */
export interface CollectionOf<T extends Document> {
  readonly name: string
  readonly indexes: readonly IndexDescription[]
  /** The path that holds the tenant's id where its documents belong to one: they are removed with it. */
  readonly tenant?: string
  /** Never there; it says what a document looks like. */
  readonly document?: T
}

const alreadyExists = 48

/**
 * Makes the collection and its indexes where they are missing; several gateways may do so at once. Collections are made
 * beforehand because a transaction that makes one conflicts with every other that does.
 */
export const makeCollection = async (db: Db, { name, indexes }: CollectionOf<Document>): Promise<void> => {
  try {
    await db.createCollection(name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === alreadyExists)) throw error
  }
  if (indexes.length > 0) await db.collection(name).createIndexes([...indexes])
}
