import type { SnapshotRecord, Snapshots } from '@patchbay/core/store'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import { type DocumentsOf, onlyText } from './documents-of.ts'
import { equal, text } from './text.ts'

interface SnapshotDocument extends Omit<SnapshotRecord, 'name'> {
  readonly _id: string
}

const snapshots: CollectionOf<SnapshotDocument> = { name: 'snapshots', indexes: [] }

const recordOf = ({ _id, ...rest }: SnapshotDocument): SnapshotRecord => ({ name: _id, ...rest })

export const snapshotDocuments: DocumentsOf<SnapshotRecord, SnapshotDocument> = {
  collection: snapshots,
  idOf: onlyText,
  documentOf: ({ name, ...rest }) => ({ _id: name, ...rest }),
  recordOf,
}

export const mongoSnapshots = (db: MongoDatabase): Snapshots => {
  const collection = db.collection(snapshots)
  return {
    put: ({ name, at, value }) =>
      db.run(async () => {
        await collection.replaceOne({ _id: equal(name) }, { at: text(at), value: text(value) }, { upsert: true })
      }),
    get: (name) =>
      db.run(async () => {
        const found = await collection.findOne({ _id: equal(name) })
        return found ? recordOf(found) : undefined
      }),
  }
}
