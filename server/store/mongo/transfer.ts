import { type Progress, type RecordKind, type RecordSet, recordKinds, type Transfer } from '@patchbay/core/store'
import type { Document } from 'mongodb'
import { effectKeyTable, intentTable, unknownEffectTable } from '../rules/effects/effect-tables.ts'
import { mapTables } from '../rules/tables.ts'
import { auditDocuments } from './audit/log.ts'
import { rollUpDocuments } from './audit/roll-ups.ts'
import type { MongoDatabase } from './engine/database.ts'
import type { DocumentsOf } from './engine/documents-of.ts'
import { createTableDocuments } from './engine/table-documents.ts'
import { moves, onlyMove, unlessFence } from './moves.ts'
import { grantDocuments } from './oauth/grant-document.ts'

/** The stored records of a kind. */
type AnyDocuments = DocumentsOf<object>

const recordSet = (
  db: MongoDatabase,
  { collection: declared, idOf, documentOf, recordOf }: AnyDocuments,
): RecordSet<object> => {
  const collection = db.collection<Document>(declared)
  return {
    count: () => db.runLong(() => collection.countDocuments({})),
    read: ({ limit, after }) =>
      db.runLong(async () => {
        // MongoDB compares an `_id` of several members member by member, in their order.
        const filter = after ? { _id: { $gt: idOf(after) } } : {}
        const cursor = collection.find(filter as Document, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
        return (await cursor.toArray()).map(recordOf)
      }),
    write: (records) =>
      db.runLong(async () => {
        const writes = records.map(documentOf).map((replacement) => ({
          replaceOne: { filter: { _id: { $eq: replacement._id } }, replacement, upsert: true },
        }))
        if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false })
      }),
    clear: () =>
      db.runLong(async () => {
        await collection.deleteMany({})
      }),
  }
}

const allKinds: Readonly<Record<RecordKind, unknown>> = {
  ...mapTables(({ definition }) => createTableDocuments(definition)),
  grants: grantDocuments,
  audit: auditDocuments,
  rollUps: rollUpDocuments,
  intents: createTableDocuments(intentTable.definition),
  effectKeys: createTableDocuments(effectKeyTable.definition),
  unknownEffects: createTableDocuments(unknownEffectTable.definition),
}

const documents = allKinds as Readonly<Record<RecordKind, AnyDocuments>>

/** The names of their collections. A test compares them with the existing ones. */
export const movedCollections: readonly string[] = Object.values(documents).map(({ collection }) => collection.name)

export const mongoTransfer = (db: MongoDatabase): Transfer => {
  const collection = db.collection(moves)
  const sets = recordKinds.map((kind) => [kind, recordSet(db, documents[kind])])
  return {
    records: Object.fromEntries(sets) as Transfer['records'],
    progress: () => db.runLong(() => collection.findOne<Progress>(unlessFence, { projection: { _id: 0 } })),
    setProgress: (progress) =>
      db.runLong(async () => {
        if (progress) await collection.replaceOne(onlyMove, progress, { upsert: true })
        else await collection.deleteOne(unlessFence)
      }),
  }
}
