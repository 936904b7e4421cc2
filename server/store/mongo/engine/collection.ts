import { createHash } from 'node:crypto'
import type { Db, Document, IndexDescription } from 'mongodb'
import type { TableBound } from '../../records/table.ts'
import { ownTables } from '../../rules/own-tables.ts'

/** A collection, as its port declares it. */
export interface CollectionOf<T extends Document> {
  readonly name: string
  readonly bound: TableBound
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
const createCollection = async (
  db: Db,
  { name, clustered }: Pick<CollectionOf<Document>, 'name' | 'clustered'>,
): Promise<void> => {
  try {
    await db.createCollection(name, clustered && { clusteredIndex: { key: { _id: 1 }, unique: true } })
  } catch (error) {
    if (clustered && unknownOption.has(Number(readErrorCode(error)))) return createCollection(db, { name })
    if (readErrorCode(error) !== alreadyExists) throw error
  }
}

/** The record of the last start's indexes: looking for each one again takes most of a start. */
interface CreationDocument {
  readonly _id: 'collections'
  /** A digest of the declarations, and of the identity that the server gives a collection when it is created. */
  readonly digest: string
  readonly at: Date
}

const creations: CollectionOf<CreationDocument> = { name: 'made', bound: ownTables.made, indexes: [] }

/** An index that somebody has dropped comes back when a gateway starts after this time. */
const lookAgainMs = 3_600_000

interface Existing {
  readonly name: string
  readonly info?: { readonly uuid?: unknown }
}

const buildDigest = (declared: readonly CollectionOf<Document>[], existing: readonly Existing[]): string => {
  // A server that reports no UUIDs never has the same digest twice.
  const identities = existing.map(({ name, info }) => `${name} ${info?.uuid ?? crypto.randomUUID()}`).sort()
  const declarations = declared.map(({ name, indexes, clustered }) => ({ name, indexes, clustered }))
  return createHash('sha256')
    .update(JSON.stringify([declarations, identities]))
    .digest('hex')
}

/** A command at a time takes a connection, and each connection takes longer to open than a command. */
const mostAtOnce = 4

const makeAll = async (
  db: Db,
  declared: readonly CollectionOf<Document>[],
  existing: readonly Existing[],
): Promise<void> => {
  const names = new Set(existing.map(({ name }) => name))
  const waiting = declared.values()
  const makeEach = async (): Promise<void> => {
    for (const each of waiting) {
      if (!names.has(each.name)) await createCollection(db, each)
      if (each.indexes.length > 0) await db.collection(each.name).createIndexes([...each.indexes])
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, makeEach))
}

/**
 * Creates the collections and indexes that are missing. Collections are created beforehand, as two transactions that create the same
 * collection conflict. What was made within the last hour, by these declarations in these collections, isn't looked for again.
 */
export const makeCollections = async (db: Db, declared: readonly CollectionOf<Document>[]): Promise<void> => {
  const all = [...declared, creations]
  const list = (): Promise<readonly Existing[]> => db.listCollections().toArray()
  const existing = await list()
  const marks = db.collection<CreationDocument>(creations.name)
  const mark = await marks.findOne({ _id: 'collections' })
  const isRecent = mark !== null && Math.abs(Date.now() - mark.at.getTime()) < lookAgainMs
  if (isRecent && mark.digest === buildDigest(all, existing)) return
  await makeAll(db, all, existing)
  const update = { $set: { digest: buildDigest(all, await list()) }, $currentDate: { at: true } } as const
  await marks.updateOne({ _id: 'collections' }, update, { upsert: true })
}
