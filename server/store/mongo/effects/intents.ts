import type { IntentBatch } from '@patchbay/core/store'
import { createClosedBatches } from '../../rules/effects/closed-batches.ts'
import { intentTable } from '../../rules/effects/effect-tables.ts'
import { readBatches } from '../../rules/effects/unknown-effects.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { createTableDocuments } from '../engine/table-documents.ts'
import { readRecords } from '../engine/tables.ts'

const { collection: intents, documentOf } = createTableDocuments(intentTable.definition)

export const mongoIntents = (db: MongoDatabase) => {
  const collection = db.plainCollection(intents)
  const closed = createClosedBatches((ids) =>
    collection.deleteMany({ _id: { $in: [...ids] } }, { writeConcern: { w: 1 } }),
  )

  return {
    add: async (batch: IntentBatch | null): Promise<void> => {
      if (batch) await db.insertNew(intents, [documentOf(batch)])
    },
    remove: closed.add,
    gateways: (): Promise<string[]> => collection.distinct('gateway_id'),
    of: async (gatewayId: string, limit: number): Promise<readonly IntentBatch[]> => {
      const batches = await readRecords(db, readBatches(gatewayId, closed.widen(limit)))
      return closed.leaveOut(batches, limit)
    },
    close: closed.close,
  }
}
