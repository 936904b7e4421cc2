import type { AuditEntry, LateMark, RollUpRecord, RollUpState, RollUps } from '@patchbay/core/store'
import type { ClientSession } from 'mongodb'
import {
  createLateMarks,
  firstState,
  lateMarks,
  parseLateMark,
  parseMarkedAt,
  stateId,
} from '../../rules/audit/roll-up-records.ts'
import { ownTables } from '../../rules/own-tables.ts'
import type { CollectionOf } from '../engine/collection.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { type DocumentsOf, onlyText } from '../engine/documents-of.ts'
import { requireText } from '../engine/text.ts'
import { inSession } from '../engine/transactions/in-session.ts'
import { putWrite, removeWrite } from '../engine/transactions/write.ts'

interface RollUpDocument {
  readonly _id: string
  readonly value: string
}

const rollUps: CollectionOf<RollUpDocument> = { name: 'roll_ups', bound: ownTables.roll_ups, indexes: [] }

const toRecord = ({ _id, value }: RollUpDocument): RollUpRecord => ({ id: _id, value })
const toDocument = ({ id, value }: RollUpRecord): RollUpDocument => ({ _id: id, value })

export const rollUpDocuments: DocumentsOf<RollUpRecord, RollUpDocument> = {
  collection: rollUps,
  idOf: onlyText,
  documentOf: toDocument,
  recordOf: toRecord,
}

/** Milliseconds after which the entries of a mark are written, or marked again (`audit.ts`). */
const settledMs = 30_000

/** A state that was read may be reused for this long. */
const recentMs = 10_000

export interface MongoRollUps extends RollUps {
  /** The last counted id, read at most 10 s ago. */
  countedLately(): Promise<string>
  /** Marks entries that may be older than the last counted one. */
  markLate(entries: readonly AuditEntry[]): Promise<void>
}

export const mongoRollUps = (db: MongoDatabase): MongoRollUps => {
  const collection = db.collection(rollUps)
  let lately = { counted: '', at: Number.NEGATIVE_INFINITY }

  const stateIn = async (session?: ClientSession): Promise<RollUpState> => {
    const document = await collection.findOne({ _id: stateId }, inSession(session))
    return document ? JSON.parse(document.value) : firstState
  }

  const between = async (from: string, to: string): Promise<RollUpRecord[]> => {
    const documents = await collection
      .find({ _id: { $gte: requireText(from), $lt: requireText(to) } }, { sort: { _id: 1 } })
      .toArray()
    return documents.map(toRecord)
  }

  return {
    async countedLately() {
      const now = performance.now()
      if (now - lately.at > recentMs) lately = { counted: (await stateIn()).counted, at: now }
      return lately.counted
    },
    async markLate(entries) {
      if (entries.length === 0) return
      await collection.insertMany(createLateMarks(entries, db.serverNow()).map(toDocument))
    },
    state: () => db.run(() => stateIn()),
    get: (ids) =>
      db.run(async () => {
        const documents = await collection.find({ _id: { $in: ids.map(requireText) } }).toArray()
        const byId = new Map(documents.map((document) => [document._id, document]))
        return ids.flatMap((id) => {
          const document = byId.get(id)
          return document ? [toRecord(document)] : []
        })
      }),
    between: (from, to) => db.runLong(() => between(from, to)),
    late: (now) =>
      db.run(async (): Promise<LateMark[]> => {
        const marks = await between(...lateMarks)
        return marks.filter((mark) => parseMarkedAt(mark) < now.getTime() - settledMs).map(parseLateMark)
      }),
    commit: ({ version, counted, put: records, settled }) =>
      db.write(rollUps.name, async (session) => {
        if ((await stateIn(session)).version !== version - 1) return { answer: false }
        const state = { id: stateId, value: JSON.stringify({ counted, version }) }
        return {
          answer: true,
          writes: [
            ...[...records, state].map((record) => putWrite(rollUps, toDocument(record))),
            ...(settled.length > 0
              ? [removeWrite(rollUps, { _id: { $in: settled.map(({ id }) => requireText(id)) } })]
              : []),
          ],
        }
      }),
    prune: (from, to) =>
      db.runLong(async () => {
        await collection.deleteMany({ _id: { $gte: requireText(from), $lt: requireText(to) } })
      }),
  }
}
