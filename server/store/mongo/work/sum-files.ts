import type { Files } from '@patchbay/core/store'
import { fileTable } from '../../rules/work/files.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { createTableDocuments } from '../engine/table-documents.ts'

const { collection: files } = createTableDocuments(fileTable.definition)

export const createSumFiles = (db: MongoDatabase): Files['totalBytes'] => {
  const collection = db.collection(files)
  const sum = { $group: { _id: null, bytes: { $sum: '$bytes' } } }
  return () =>
    db.run(async () => {
      const [total] = await collection.aggregate<{ readonly bytes: number }>([sum]).toArray()
      return total?.bytes ?? 0
    })
}
