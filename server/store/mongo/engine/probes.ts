import type { StorePart } from '@patchbay/core/store'
import { MongoAPIError, MongoError } from 'mongodb'
import { ownTables } from '../../rules/own-tables.ts'
import type { CollectionOf } from './collection.ts'

export interface ProbeDocument {
  readonly _id: StorePart
  readonly at: Date
}

/** Written while a part is down, to find out whether it takes writes again. */
export const probes: CollectionOf<ProbeDocument> = { name: 'probes', bound: ownTables.probes, indexes: [] }

/** Duplicate key, write conflict, and a document that is too large: the server itself is fine. */
const faultsOfOneWrite = new Set<unknown>([11000, 112, 10334])

/** True if the error of one write means that other writes will fail as well. */
export const isDownError = (error: unknown): boolean =>
  error instanceof MongoError && !(error instanceof MongoAPIError) && !faultsOfOneWrite.has(error.code)
