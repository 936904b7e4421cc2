import type { IntentBatch } from '@patchbay/core/store'
import { intentTable } from '../../rules/effects/effect-tables.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { createTableDocuments } from '../engine/table-documents.ts'
import { equalText } from '../engine/text.ts'

const { collection: intents, documentOf, recordOf } = createTableDocuments(intentTable.definition)

/** How long closed batches wait to be removed together. If they are left, recovery finds that nothing in them is open. */
const removalMs = 250
const mostRemoved = 1000

export const mongoIntents = (db: MongoDatabase) => {
  const collection = db.plainCollection(intents)
  let closed: string[] = []
  let timer: Timer | undefined
  let removing = Promise.resolve()

  const removeClosed = async (): Promise<void> => {
    timer = undefined
    const ids = closed.splice(0, mostRemoved)
    try {
      await collection.deleteMany({ _id: { $in: ids } }, { writeConcern: { w: 1 } })
    } catch {
      // The server is down: the next removal takes them along.
      closed = [...ids, ...closed]
    }
  }

  return {
    add: async (batch: IntentBatch | null): Promise<void> => {
      if (batch) await db.insertNew(intents, [documentOf(batch)])
    },
    remove(ids: readonly string[]): void {
      if (ids.length === 0) return
      closed.push(...ids)
      timer ??= setTimeout(() => {
        removing = removeClosed()
      }, removalMs)
    },
    gateways: (): Promise<string[]> => collection.distinct('gateway_id'),
    of: async (gatewayId: string, limit: number): Promise<readonly IntentBatch[]> => {
      const found = collection.find({ gateway_id: equalText(gatewayId) }, { sort: { _id: 1 }, limit })
      const waiting = new Set(closed)
      return (await found.toArray()).map(recordOf).filter(({ id }) => !waiting.has(id))
    },
    async close(): Promise<void> {
      clearTimeout(timer)
      await removing
      while (closed.length > 0) {
        const before = closed.length
        await removeClosed()
        if (closed.length === before) return
      }
    },
  }
}
