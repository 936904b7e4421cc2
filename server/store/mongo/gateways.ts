import {
  type Fleet,
  type GatewayRecord,
  type GatewayRef,
  type Gateways,
  lowestLevel,
  type SnapshotRecord,
} from '@patchbay/core/store'
import type { ClientSession, Collection, Db, Document, Filter } from 'mongodb'
import { lowestSnapshot, readLowest } from '../rules/lowest-level.ts'
import { ownTables } from '../rules/own-tables.ts'
import { snapshotTable } from '../rules/work/snapshots.ts'
import type { CollectionOf } from './engine/collection.ts'
import type { MongoDatabase } from './engine/database.ts'
import { createTableDocuments, type TableDocument } from './engine/table-documents.ts'
import { buildWrite } from './engine/tables.ts'
import { equalText, requireText } from './engine/text.ts'
import { removeWrite } from './engine/write.ts'
import { putFence } from './moves.ts'

interface GatewayDocument extends Omit<GatewayRef, 'gateway_id'> {
  readonly _id: string
  readonly started_at: Date
  readonly beat_at: Date
  readonly lease_until: Date
}

/** The index removes the documents that nobody else did: those of gateways that were killed last. */
const gateways: CollectionOf<GatewayDocument> = {
  name: 'gateways',
  bound: ownTables.gateways,
  indexes: [{ key: { lease_until: 1 }, expireAfterSeconds: 3600 }],
}

const { collection: snapshots } = createTableDocuments(snapshotTable.definition)

/** By the server's clock, as the clocks of gateways may differ. */
const isAlive: Filter<GatewayDocument> = { $expr: { $gt: ['$lease_until', '$$NOW'] } }
const hasEnded: Filter<GatewayDocument> = { $expr: { $lte: ['$lease_until', '$$NOW'] } }

const toRecord = ({ _id, started_at, beat_at, lease_until: _, ...rest }: GatewayDocument): GatewayRecord => ({
  gateway_id: _id,
  ...rest,
  started_at: started_at.toISOString(),
  beat_at: beat_at.toISOString(),
})

const isLowest = { _id: equalText(lowestLevel) }

const readFleet = async (
  from: { readonly gateways: Collection<GatewayDocument>; readonly snapshots: Collection<TableDocument> },
  session?: ClientSession,
): Promise<Fleet> => {
  const alive = await from.gateways.find(isAlive, { sort: { started_at: 1, _id: 1 }, session }).toArray()
  const lowest = readLowest(await from.snapshots.findOne<SnapshotRecord>(isLowest, { session }))
  return { lowest, gateways: alive.map(toRecord) }
}

/** The gateways that use a database, for a reader that opens no store. */
export const findFleet = (db: Db): Promise<Fleet> =>
  readFleet({ gateways: db.collection(gateways.name), snapshots: db.collection<TableDocument>(snapshots.name) })

const renewal = (leaseMs: number): Document => ({ beat_at: '$$NOW', lease_until: { $add: ['$$NOW', leaseMs] } })

/** Operations that admit gateways or raise the lowest level run one after the other. */
const scope = 'gateways'

export interface MongoGateways extends Gateways {
  /**
   * Of these gateways, those that are dead for good: their leases are over, and their records removed, so that none of them finds its
   * lease again. A gateway that comes back takes another id.
   */
  endLapsed(gatewayIds: readonly string[]): Promise<readonly string[]>
}

export const mongoGateways = (db: MongoDatabase): MongoGateways => {
  const collection = db.collection(gateways)

  const look = (session?: ClientSession): Promise<Fleet> =>
    readFleet({ gateways: collection, snapshots: db.collection(snapshots) }, session)

  /** Renews a known gateway whose lease isn't over. After that time, others may have raised the level without it. */
  const renew = async ({ gateway_id }: GatewayRef, leaseMs: number): Promise<boolean> => {
    const known = { _id: equalText(gateway_id), ...isAlive }
    return (await collection.updateOne(known, [{ $set: renewal(leaseMs) }])).matchedCount > 0
  }

  const admit = async ({ gateway_id, ...rest }: GatewayRef, leaseMs: number, session: ClientSession): Promise<void> => {
    const times = { started_at: { $ifNull: ['$started_at', '$$NOW'] }, ...renewal(leaseMs) }
    const admitted = { $mergeObjects: ['$$ROOT', { $literal: rest }, times] }
    await collection.updateOne({ _id: requireText(gateway_id) }, [{ $replaceWith: admitted }], {
      upsert: true,
      session,
    })
    await putFence(db, session)
  }

  /** Admits the gateway unless it is too old, and raises the lowest level as far as the living gateways allow. */
  const settle = (gateway: GatewayRef, leaseMs: number): Promise<Fleet> =>
    db.write<Fleet>(scope, async (session) => {
      const { lowest } = await look(session)
      if (gateway.level >= lowest) await admit(gateway, leaseMs, session)
      const { gateways: alive } = await look(session)
      const raised = Math.max(lowest, Math.min(...alive.map(({ level }) => level)))
      if (alive.length === 0 || raised === lowest) return { answer: { lowest, gateways: alive } }
      return {
        answer: { lowest: raised, gateways: alive },
        writes: [
          buildWrite(snapshotTable.put(lowestSnapshot(raised, db.serverNow()))),
          removeWrite(gateways, hasEnded),
        ],
      }
    })

  return {
    isShared: true,
    async beat(gateway, leaseMs) {
      if (!(await db.run(() => renew(gateway, leaseMs)))) return settle(gateway, leaseMs)
      const seen = await db.run(() => look())
      return seen.gateways.every(({ level }) => level > seen.lowest) ? settle(gateway, leaseMs) : seen
    },
    leave: (gatewayId) =>
      db.run(async () => {
        await collection.deleteOne({ _id: equalText(gatewayId) })
      }),
    fleet: () => db.run(() => look()),
    async endLapsed(gatewayIds) {
      if (gatewayIds.length === 0) return []
      const ids = { _id: { $in: gatewayIds.map(requireText) } }
      await collection.deleteMany({ ...ids, ...hasEnded })
      const left = await collection.find(ids, { projection: { _id: 1 } }).toArray()
      const known = new Set(left.map(({ _id }) => _id))
      return gatewayIds.filter((id) => !known.has(id))
    },
  }
}
