import {
  type ContinuationRecord,
  type Continuations,
  continuationBounds,
  continuationOverhead,
} from '@patchbay/core/store'
import { ownTables } from '../../rules/own-tables.ts'
import type { CollectionOf } from '../engine/collection.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { equalText } from '../engine/text.ts'

/** A piece of a record: a document holds at most 16 MiB. */
interface Piece extends Omit<ContinuationRecord, 'id'> {
  readonly _id: string
  readonly continuation: string
  readonly index: number
  /** The number of pieces of the record. */
  readonly count: number
  readonly size: number
  readonly expires_at: Date
}

const continuations: CollectionOf<Piece> = {
  name: 'continuations',
  bound: ownTables.continuations,
  indexes: [
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    { key: { continuation: 1, index: 1 } },
    { key: { tenant: 1, expires_at: -1, continuation: 1, size: 1 } },
  ],
  tenant: 'tenant',
}

const pieceLength = 4 * 2 ** 20
const mostBytes = 2 ** 30

const splitIntoPieces = ({ id, sealed, ...ref }: ContinuationRecord, expires_at: Date): Piece[] => {
  const count = Math.ceil(sealed.length / pieceLength)
  return Array.from({ length: count }, (_, index) => {
    const piece = sealed.slice(index * pieceLength, (index + 1) * pieceLength)
    const size = piece.length + continuationOverhead
    return { _id: `${id}/${index}`, continuation: id, ...ref, index, count, size, expires_at, sealed: piece }
  })
}

/** Continuations that all gateways share. */
export const mongoContinuations = (db: MongoDatabase, totalBytes = mostBytes): Continuations => {
  const collection = db.collection(continuations)
  const projection = { continuation: 1, size: 1 } as const
  const expiry = (now: Date): Date => new Date(now.getTime() + continuationBounds.lifeMs)

  /** The tenant's continuations beyond its bound. */
  const overOfTenant = async (tenant: string): Promise<string[]> => {
    const sort = { expires_at: -1 } as const
    const pieces = await collection.find({ tenant: equalText(tenant) }, { projection, sort }).toArray()
    let used = 0
    return pieces.flatMap(({ continuation, size }) => {
      used += size
      return used > continuationBounds.tenantBytes ? [continuation] : []
    })
  }

  /** The oldest continuations of all tenants, as many as exceed the bound. */
  const overOfAll = async (): Promise<string[]> => {
    const sum = [{ $collStats: { storageStats: {} } }, { $group: { _id: 0, bytes: { $sum: '$storageStats.size' } } }]
    const [stats] = await collection.aggregate<{ bytes: number }>(sum, { readConcern: { level: 'local' } }).toArray()
    let excess = (stats?.bytes ?? 0) - totalBytes
    const over: string[] = []
    if (excess <= 0) return over
    for await (const { continuation, size } of collection.find({}, { projection, sort: { expires_at: 1 } })) {
      over.push(continuation)
      excess -= size
      if (excess <= 0) break
    }
    return over
  }

  return {
    put: (record, now) =>
      db.run(async () => {
        await collection.insertMany(splitIntoPieces(record, expiry(now)))
        const over = [...(await overOfTenant(record.tenant)), ...(await overOfAll())].filter((id) => id !== record.id)
        if (over.length > 0) await collection.deleteMany({ continuation: { $in: over } })
      }),
    use: (tenant, id, now) =>
      db.run(async () => {
        const own = { continuation: equalText(id), tenant: equalText(tenant) }
        const { matchedCount } = await collection.updateMany(
          { ...own, expires_at: { $gt: now } },
          { $set: { expires_at: expiry(now) } },
        )
        if (matchedCount === 0) return undefined
        const pieces = await collection.find(own, { sort: { index: 1 } }).toArray()
        const [first] = pieces
        // Another gateway may be removing it.
        if (!first || pieces.length < first.count) return undefined
        const { provider, account } = first
        return { id, tenant, provider, account, sealed: pieces.map(({ sealed }) => sealed).join('') }
      }),
  }
}
