import { inBackground } from '@patchbay/core/in-background'
import type { Count, Counters } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import type { Document } from 'mongodb'
import { ownTables } from '../../rules/own-tables.ts'
import type { CollectionOf } from '../engine/collection.ts'
import type { MongoDatabase } from '../engine/database.ts'
import { equalText, requireText } from '../engine/text.ts'
import { ignoreConflict, retryConflicts } from './conflicts.ts'

interface CounterWindow {
  readonly _id: string
  readonly count: number
  readonly ends: Date
  /** The result of each process's last batch. Other processes may count between two commands of one process. */
  readonly by: Readonly<Record<string, { readonly batch: number; readonly count: number; readonly left: number }>>
}

const windows: CollectionOf<CounterWindow> = {
  name: 'windows',
  bound: ownTables.windows,
  indexes: [{ key: { ends: 1 }, expireAfterSeconds: 0 }],
}

/** The callers that wait for one key's count. */
interface Hits {
  readonly windowMs: number
  readonly waiting: ((count: Count) => void)[]
}
type Reads = ((count: Count | undefined) => void)[]

interface CounterBatch {
  readonly hits: Map<string, Hits>
  readonly reads: Map<string, Reads>
  readonly failed: ((error: unknown) => void)[]
}

const emptyBatch = (): CounterBatch => ({ hits: new Map(), reads: new Map(), failed: [] })

/**
 * A count that was read is reused for this long, without the hits of other gateways since then. Reads only decide who is
 * refused because of earlier failures, and a hit counts each failure.
 */
const readMs = 10
const maxCachedCounts = 10_000

const mostTries = 5

const findOrAdd = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

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

const toCount = (count: number, left: number): Count => ({ count, resetMs: Math.max(1, left) })

/**
 * Counters that all gateways share. One batch for all keys runs at a time; later hits go into the next batch. Counters
 * needn't survive a crash, so the primary's memory is enough (`w: 1`), and the driver doesn't repeat a failed batch.
 */
export const mongoCounters = (db: MongoDatabase): Counters => {
  const collection = db.plainCollection(windows)
  const relaxed = { writeConcern: { w: 1, journal: false } } as const
  const fresh = { readConcern: { level: 'local' } } as const
  // Becomes the name of a member, so it must not begin with a digit.
  const process = `p${crypto.randomUUID().replaceAll('-', '')}`
  const lately = new LRUCache<string, { readonly count: Count | undefined }>({ max: maxCachedCounts, ttl: readMs })
  let batch = 0
  let next = emptyBatch()
  let running = false

  const hitOne = async (key: string, pipeline: Document[]): Promise<CounterWindow[]> => {
    const options = { upsert: true, returnDocument: 'after', projection: { by: 1 }, ...relaxed } as const
    const window = await collection.findOneAndUpdate({ _id: equalText(key) }, pipeline, options).catch(ignoreConflict)
    return window ? [window] : []
  }

  const hitMany = async (pipelines: ReadonlyMap<string, Document[]>): Promise<CounterWindow[]> => {
    const updates = [...pipelines].map(([key, update]) => ({
      updateOne: { filter: { _id: equalText(key) }, update, upsert: true },
    }))
    await collection.bulkWrite(updates, { ordered: false, ...relaxed }).catch(ignoreConflict)
    return collection.find({ _id: { $in: [...pipelines.keys()] } }, { projection: { by: 1 }, ...fresh }).toArray()
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

  const countHits = async (hits: Map<string, Hits>): Promise<void> => {
    if (hits.size > 0) await retryConflicts('a counter', mostTries, () => tryHits(hits))
  }

  /** `hit`: keys that are counted at the same time. Their counts here may be older than those that their hits return. */
  const answerReads = async (reads: Map<string, Reads>, hit: ReadonlySet<string>): Promise<void> => {
    if (reads.size === 0) return
    const open = { _id: { $in: [...reads.keys()] }, $expr: { $gt: ['$ends', '$$NOW'] } }
    const projection = { count: 1, left: { $subtract: ['$ends', '$$NOW'] } }
    const found = await collection
      .find<{ _id: string; count: number; left: number }>(open, { projection, ...fresh })
      .toArray()
    const counts = new Map(found.map(({ _id, count, left }) => [_id, toCount(count, left)]))
    for (const [key, waiting] of reads) {
      const count = counts.get(key)
      if (!hit.has(key) && !next.hits.has(key)) lately.set(key, { count })
      for (const resolve of waiting) resolve(count)
    }
  }

  const runBatches = async (): Promise<void> => {
    while (next.hits.size + next.reads.size > 0) {
      const { hits, reads, failed } = next
      next = emptyBatch()
      try {
        const hit = new Set(hits.keys())
        // Together, so that a call with a hit and a read costs one round trip.
        await db.run(() => Promise.all([countHits(hits), answerReads(reads, hit)]))
      } catch (error) {
        for (const reject of failed) reject(error)
      }
    }
    running = false
  }

  const enqueue = <T>(add: (resolve: (value: T) => void) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      add(resolve)
      next.failed.push(reject)
      if (running) return
      running = true
      queueMicrotask(() => inBackground(runBatches(), 'count_hits'))
    })

  return {
    hit(key, windowMs) {
      lately.delete(key)
      return enqueue((resolve) =>
        findOrAdd(next.hits, requireText(key), () => ({ windowMs, waiting: [] })).waiting.push(resolve),
      )
    },
    async mark(key, windowMs) {
      lately.delete(key)
      const window = { count: 1, ends: { $add: ['$$NOW', windowMs] }, by: { $literal: {} } }
      const begin = () =>
        collection.updateOne({ _id: equalText(key) }, [{ $set: window }], { upsert: true, ...relaxed })
      await db.run(() => begin().catch(ignoreConflict))
    },
    read(key) {
      const known = lately.get(key)
      return known
        ? known.count
        : enqueue((resolve) => findOrAdd(next.reads, requireText(key), (): Reads => []).push(resolve))
    },
  }
}
