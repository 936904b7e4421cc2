import { lowestSnapshot, readLowest } from '@patchbay/core/rules'
import {
  type Fleet,
  type GatewayRecord,
  type GatewayRef,
  type Gateways,
  lowestLevel,
  type SnapshotRecord,
} from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import type { AnyBulkWriteOperation, ClientSession, Collection, Db, Document, Filter } from 'mongodb'
import { ownTables } from '../rules/own-tables.ts'
import { snapshotTable } from '../rules/work/snapshots.ts'
import type { CollectionOf } from './engine/collection.ts'
import type { MongoDatabase } from './engine/database.ts'
import { createTableDocuments, type TableDocument } from './engine/table-documents.ts'
import { buildWrite } from './engine/tables.ts'
import { equalText, requireText } from './engine/text.ts'
import { inSession } from './engine/transactions/in-session.ts'
import type { SessionIds } from './engine/transactions/sessions.ts'
import { putFence } from './moves.ts'

interface GatewayDocument extends Omit<GatewayRef, 'gateway_id'> {
  readonly _id: string
  readonly started_at: Date
  readonly beat_at: Date
  readonly lease_until: Date
  /** The sessions of its transactions; a gateway that finds it dead ends them. Gateways of earlier versions have none. */
  readonly sessions?: SessionIds
}

/** The index removes the documents that nobody else did: those of gateways that were killed last. */
const gateways: CollectionOf<GatewayDocument> = {
  name: 'gateways',
  bound: ownTables.gateways,
  indexes: [{ key: { lease_until: 1 }, expireAfterSeconds: 3600 }],
}

const { collection: snapshots } = createTableDocuments(snapshotTable.definition)

/** Compares with the server's clock, as the clocks of gateways may differ. */
const isAlive: Filter<GatewayDocument> = { $expr: { $gt: ['$lease_until', '$$NOW'] } }
const hasEnded: Filter<GatewayDocument> = { $expr: { $lte: ['$lease_until', '$$NOW'] } }

const toRecord = ({ _id, started_at, beat_at, lease_until, sessions, ...rest }: GatewayDocument): GatewayRecord => ({
  gateway_id: _id,
  ...rest,
  started_at: isoTime(started_at),
  beat_at: isoTime(beat_at),
})

const onlyIds = { projection: { _id: 1 } } as const
const isLowest = { _id: equalText(lowestLevel) }

const readFleet = async (
  from: { readonly gateways: Collection<GatewayDocument>; readonly snapshots: Collection<TableDocument> },
  session?: ClientSession,
): Promise<Fleet> => {
  const alive = await from.gateways
    .find(isAlive, { sort: { started_at: 1, _id: 1 }, projection: { sessions: 0 }, ...inSession(session) })
    .toArray()
  const lowest = readLowest(await from.snapshots.findOne<SnapshotRecord>(isLowest, inSession(session)))
  return { lowest, gateways: alive.map(toRecord) }
}

/** The gateways that use a database, for a reader that opens no store. */
export const findFleet = (db: Db): Promise<Fleet> =>
  readFleet({ gateways: db.collection(gateways.name), snapshots: db.collection<TableDocument>(snapshots.name) })

const renewal = (leaseMs: number): Document => ({ beat_at: '$$NOW', lease_until: { $add: ['$$NOW', leaseMs] } })

/** Operations that admit gateways or raise the lowest level run one after the other. */
const scope = 'gateways'

export interface MongoGateways extends Gateways {
  /** Ends the gateways whose leases are over, and returns which of these gateways are dead for good. */
  endLapsed(gatewayIds: readonly string[]): Promise<readonly string[]>
}

/** The record of a gateway: its lease, which the gateway renews itself. */
const createOwnRecord = (db: MongoDatabase) => {
  const collection = db.collection(gateways)

  /** Renews a known gateway whose lease isn't over. After that time, others may have raised the level without it. */
  const renew = async ({ gateway_id }: GatewayRef, leaseMs: number): Promise<boolean> => {
    const alive = { _id: equalText(gateway_id), ...isAlive }
    return (await collection.updateOne(alive, [{ $set: renewal(leaseMs) }])).matchedCount > 0
  }

  const admit = async ({ gateway_id, ...rest }: GatewayRef, leaseMs: number): Promise<void> => {
    const described = { ...rest, sessions: await db.sessions.readSessionIds() }
    const times = { started_at: { $ifNull: ['$started_at', '$$NOW'] }, ...renewal(leaseMs) }
    const admitted = { $mergeObjects: ['$$ROOT', { $literal: described }, times] }
    await putFence(db)
    await collection.updateOne({ _id: requireText(gateway_id) }, [{ $replaceWith: admitted }], { upsert: true })
  }

  const leave = async (gatewayId: string): Promise<void> => {
    await collection.deleteOne({ _id: equalText(gatewayId) })
  }

  return { renew, admit, leave }
}

/** The lowest level that the living gateways allow. */
const findRaised = ({ lowest, gateways: alive }: Fleet): number =>
  alive.length === 0 ? lowest : Math.max(lowest, Math.min(...alive.map(({ level }) => level)))

export const mongoGateways = (db: MongoDatabase): MongoGateways => {
  const collection = db.collection(gateways)
  const { renew, admit, leave } = createOwnRecord(db)

  const look = (session?: ClientSession): Promise<Fleet> =>
    readFleet({ gateways: collection, snapshots: db.collection(snapshots) }, session)

  /** Raises the lowest level as far as the living gateways allow. None whose lease is over can renew it any more. */
  const raise = async (): Promise<Fleet> => {
    // Makes the turn's document: where a transaction that is left open has just made it, MongoDB heeds no time-out of those who wait.
    await db.passTurn(scope)
    return db.write<Fleet>(scope, async (session) => {
      const fleet = await look(session)
      const lowest = findRaised(fleet)
      if (lowest === fleet.lowest) return { answer: fleet }
      const end = { updateMany: { filter: hasEnded, update: { $set: { lease_until: new Date(0) } } } }
      return {
        answer: { ...fleet, lowest },
        writes: [
          buildWrite(snapshotTable.put(lowestSnapshot(lowest, db.serverNow()))),
          { collection: gateways.name, operation: end as AnyBulkWriteOperation },
        ],
      }
    })
  }

  /**
   * Admits the gateway unless it is too old. No transaction, as one that a dying gateway leaves open would keep all others out: it is
   * among the living before it looks whether it may be, and whoever raises the level at that moment does so before the look, or finds
   * it.
   */
  const settle = async (gateway: GatewayRef, leaseMs: number): Promise<Fleet> => {
    const before = await db.run(() => look())
    if (gateway.level < before.lowest) return before
    await db.runWrite('configuration', () => admit(gateway, leaseMs))
    await db.passTurn(scope)
    const fleet = await db.run(() => look())
    if (gateway.level >= fleet.lowest) return findRaised(fleet) > fleet.lowest ? raise() : fleet
    await db.run(() => leave(gateway.gateway_id))
    return { ...fleet, gateways: fleet.gateways.filter(({ gateway_id }) => gateway_id !== gateway.gateway_id) }
  }

  const endDead = async (): Promise<Error | undefined> => {
    const dead = await collection.find(hasEnded, { projection: { sessions: 1 } }).toArray()
    if (dead.length === 0) return undefined
    // The sessions end before their records go: others need these if this gateway dies as well.
    const refusal = await db.sessions.end(dead.flatMap(({ sessions = [] }) => sessions))
    await collection.deleteMany({ _id: { $in: dead.map(({ _id }) => _id) }, ...hasEnded })
    return refusal
  }

  return {
    isShared: true,
    async beat(gateway, leaseMs) {
      if (!(await db.run(() => renew(gateway, leaseMs)))) return settle(gateway, leaseMs)
      const seen = await db.run(() => look())
      if (!seen.gateways.every(({ level }) => level > seen.lowest)) return seen
      // The gateway is alive anyway: a raise that fails is tried at the next beat.
      return raise().catch(() => seen)
    },
    leave: (gatewayId) => db.run(() => leave(gatewayId)),
    fleet: () => db.run(() => look()),
    endDead: () => db.run(endDead),
    async endLapsed(gatewayIds) {
      if (gatewayIds.length === 0) return []
      await endDead()
      const left = await collection.find({ _id: { $in: gatewayIds.map(requireText) } }, onlyIds).toArray()
      const remainingIds = new Set(left.map(({ _id }) => _id))
      return gatewayIds.filter((id) => !remainingIds.has(id))
    },
  }
}
