import { type Db, type Document, MongoServerError } from 'mongodb'
import { durable } from './transactions/durable.ts'

/** Documents of one command, which may have 16 MiB. */
const mostDocuments = 1000

const duplicateKey = 11000

const writeConcern = { w: durable.w, wtimeout: durable.wtimeoutMS, j: durable.journal }

const throwUnlessDuplicates = (errors: readonly Document[]): void => {
  const error = errors.find(({ code }) => code !== duplicateKey)
  if (error) throw new MongoServerError({ message: error.errmsg, code: error.code })
}

/**
 * Inserts the documents whose `_id` doesn't exist yet. It sends the command itself, as the driver's `insertMany` processes
 * each document twice, to measure and to encode it.
 */
export const insertNew = async (db: Db, collection: string, documents: readonly Document[]): Promise<void> => {
  for (let from = 0; from < documents.length; from += mostDocuments) {
    const some = documents.slice(from, from + mostDocuments)
    // Unordered: an ordered write would stop at the first duplicate.
    const { writeErrors = [] } = await db.command({ insert: collection, documents: some, ordered: false, writeConcern })
    throwUnlessDuplicates(writeErrors)
  }
}
