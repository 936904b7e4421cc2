import type { Count } from '@patchbay/core/store'
import type { Document } from 'mongodb'
import { ownTables } from '../../rules/own-tables.ts'
import type { CollectionOf } from '../engine/collection.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { equalText } from '../engine/text.ts'
import { localRead, relaxedWrite } from './concerns.ts'
import { ignoreConflict, retryConflicts } from './conflicts.ts'

interface CounterWindow {
  readonly _id: string
  readonly count: number
  readonly ends: Date
  /** The result of each process's last batch. Other processes may count between two commands of one process. */
  readonly by: Readonly<Record<string, { readonly batch: number; readonly count: number; readonly left: number }>>
}

export const windows: CollectionOf<CounterWindow> = {
  name: 'windows',
  bound: ownTables.windows,
  indexes: [{ key: { ends: 1 }, expireAfterSeconds: 0 }],
}

/** The callers that wait for one key's count. */
export interface Hits {
  readonly windowMs: number
  readonly waiting: ((count: Count) => void)[]
}
const mostTries = 5

/** Adds `hits` to a window, or begins one. It uses the server's clock, as the clocks of gateways may differ. */
const hitPipeline = (process: string, batch: number, hits: number, windowMs: number): Document[] => {
  const isOpen = { $gt: ['$ends', '$$NOW'] }
  const whereOpen = (open: unknown, otherwise: unknown) => ({ $cond: [isOpen, open, otherwise] })
  return [
    {
      $set: {
        count: whereOpen({ $add: ['$count', hits] }, hits),
        ends: whereOpen('$ends', { $add: ['$$NOW', windowMs] }),
        by: whereOpen('$by', { $literal: {} }),
      },
    },
    { $set: { [`by.${process}`]: { batch, count: '$count', left: { $subtract: ['$ends', '$$NOW'] } } } },
  ]
}

export const toCount = (count: number, left: number): Count => ({ count, resetMs: Math.max(1, left) })

/** Counts the hits of a batch in one command, and answers their callers. Throws UNAVAILABLE. */
export const createCountHits = (db: MongoDatabase) => {
  const collection = db.plainCollection(windows)
  // Becomes the name of a member, so it must not begin with a digit.
  const process = `p${crypto.randomUUID().replaceAll('-', '')}`
  let batch = 0

  const hitOne = async (key: string, pipeline: Document[]): Promise<CounterWindow[]> => {
    const options = { upsert: true, returnDocument: 'after', projection: { by: 1 }, ...relaxedWrite } as const
    const window = await collection.findOneAndUpdate({ _id: equalText(key) }, pipeline, options).catch(ignoreConflict)
    return window ? [window] : []
  }

  const hitMany = async (pipelines: ReadonlyMap<string, Document[]>): Promise<CounterWindow[]> => {
    const updates = [...pipelines].map(([key, update]) => ({
      updateOne: { filter: { _id: equalText(key) }, update, upsert: true },
    }))
    await collection.bulkWrite(updates, { ordered: false, ...relaxedWrite }).catch(ignoreConflict)
    return collection.find({ _id: { $in: [...pipelines.keys()] } }, { projection: { by: 1 }, ...localRead }).toArray()
  }

  /** Counts the keys without a conflict, and removes them from `hits`. Returns whether none is left. */
  const tryHits = async (hits: Map<string, Hits>): Promise<boolean> => {
    const number = ++batch
    const pipelines = new Map(
      [...hits].map(([key, { windowMs, waiting }]) => [key, hitPipeline(process, number, waiting.length, windowMs)]),
    )
    const [[key, pipeline] = ['', []]] = pipelines
    for (const { _id, by } of pipelines.size === 1 ? await hitOne(key, pipeline) : await hitMany(pipelines)) {
      const counted = by[process]
      const waiting = hits.get(_id)?.waiting
      if (counted?.batch !== number || !waiting) continue
      const before = counted.count - waiting.length
      for (const [index, resolve] of waiting.entries()) resolve(toCount(before + index + 1, counted.left))
      hits.delete(_id)
    }
    return hits.size === 0
  }

  return async (hits: Map<string, Hits>): Promise<void> => {
    if (hits.size > 0) await retryConflicts('a counter', mostTries, () => tryHits(hits))
  }
}
