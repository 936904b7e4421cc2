import type { Quotas } from '@patchbay/core/store'
import { ownTables } from '../../rules/own-tables.ts'
import type { CollectionOf } from '../engine/collection.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { equalText } from '../engine/text.ts'
import { relaxedWrite } from './concerns.ts'
import { createKeyBatches, type KeyBatch } from './key-batches.ts'

interface Quota {
  /** `acme/2026-11` */
  readonly _id: string
  readonly taken: number
  /** The number of callers of the last batch that got a call. */
  readonly granted: number
  /** The time at which calls were last taken or given back. */
  readonly at: Date
}

const quotas: CollectionOf<Quota> = {
  name: 'quotas',
  bound: ownTables.quotas,
  indexes: [{ key: { at: 1 }, expireAfterSeconds: 40 * 24 * 3600 }],
}

/** Longer than any call with its audit entry takes: after this time, no taken call is still running. */
const quietMs = 60_000

interface QuotaBatch extends KeyBatch {
  readonly waiting: { readonly resolve: (answer: 'reserved' | 'full' | 'unknown') => void }[]
  limit: number
  released: number
}

/**
 * Quotas that all gateways share: one document for each month of a tenant. One command for a document runs at a time; later
 * calls go into the next command.
 */
export const mongoQuotas = (db: MongoDatabase): Quotas => {
  const collection = db.plainCollection(quotas)
  const latest = { readConcern: { level: 'local' }, readPreference: 'primary' } as const

  const runOne = async (key: string, { waiting, limit, released }: QuotaBatch): Promise<void> => {
    const rest = { $subtract: ['$taken', released] }
    const granted = { $max: [0, { $min: [waiting.length, { $subtract: [limit, rest] }] }] }
    const moved = { $or: [{ $gt: [granted, 0] }, { $gt: [released, 0] }] }
    const update = { $set: { granted, taken: { $add: [rest, granted] }, at: { $cond: [moved, '$$NOW', '$at'] } } }
    const after = await db.run(
      () =>
        collection.findOneAndUpdate({ _id: equalText(key) }, [update], { returnDocument: 'after', ...relaxedWrite }),
      // None of these callers carries out what is reserved for them after all.
      (ending) => ending.then((late) => giveBack(key, late?.granted ?? 0)).catch(() => undefined),
    )
    for (const [index, { resolve }] of waiting.entries()) {
      if (!after) resolve('unknown')
      else resolve(index < after.granted ? 'reserved' : 'full')
    }
  }

  const openBatch = createKeyBatches<QuotaBatch>(
    'count_quota',
    () => ({ waiting: [], limit: 0, released: 0, settled: [] }),
    runOne,
  )

  /** If that fails as well, the quota corrects itself from the audit log. */
  const giveBack = (key: string, calls: number): void => {
    if (calls === 0) return
    const batch = openBatch(key)
    batch.released += calls
    batch.settled.push({ resolve: () => undefined, reject: () => undefined })
  }

  return {
    reserve: (tenant, month, limit) =>
      new Promise((resolve, reject) => {
        const batch = openBatch(`${tenant}/${month}`)
        batch.limit = limit
        batch.waiting.push({ resolve })
        batch.settled.push({ resolve: () => undefined, reject })
      }),
    look: (tenant, month, limit) =>
      db.run(async () => {
        const quota = await collection.findOne({ _id: equalText(`${tenant}/${month}`) }, latest)
        if (!quota) return 'unknown'
        return quota.taken >= limit ? 'full' : 'free'
      }),
    release: (tenant, month) =>
      new Promise((resolve, reject) => {
        const batch = openBatch(`${tenant}/${month}`)
        batch.released++
        batch.settled.push({ resolve, reject })
      }),
    settle: (tenant, month, logged) =>
      db.run(async () => {
        const isQuiet = { $lt: ['$at', { $subtract: ['$$NOW', quietMs] }] }
        const taken = { $cond: [isQuiet, logged, { $max: ['$taken', logged] }] }
        const update = { $set: { taken, granted: 0, at: { $ifNull: ['$at', '$$NOW'] } } }
        await collection.updateOne({ _id: equalText(`${tenant}/${month}`) }, [update], {
          upsert: true,
          ...relaxedWrite,
        })
      }),
  }
}
