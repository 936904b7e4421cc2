import { inBackground } from '@patchbay/core/in-background'
import type { Count, Counters } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import type { MongoDatabase } from '../engine/database.ts'
import { equalText, requireText } from '../engine/text.ts'
import { localRead, relaxedWrite } from './concerns.ts'
import { ignoreConflict } from './conflicts.ts'
import { createCountHits, type Hits, toCount, windows } from './count-hits.ts'

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

const findOrAdd = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

/**
 * Counters that all gateways share. One batch for all keys runs at a time; later hits go into the next batch. Counters
 * needn't survive a crash, so the primary's memory is enough (`w: 1`), and the driver doesn't repeat a failed batch.
 */
export const mongoCounters = (db: MongoDatabase): Counters => {
  const collection = db.plainCollection(windows)
  const countHits = createCountHits(db)
  const lately = new LRUCache<string, { readonly count: Count | undefined }>({ max: maxCachedCounts, ttl: readMs })
  let next = emptyBatch()
  let running = false

  /** `hit`: keys that are counted at the same time. Their counts here may be older than those that their hits return. */
  const answerReads = async (reads: Map<string, Reads>, hit: ReadonlySet<string>): Promise<void> => {
    if (reads.size === 0) return
    const open = { _id: { $in: [...reads.keys()] }, $expr: { $gt: ['$ends', '$$NOW'] } }
    const projection = { count: 1, left: { $subtract: ['$ends', '$$NOW'] } }
    const documents = await collection
      .find<{ _id: string; count: number; left: number }>(open, { projection, ...localRead })
      .toArray()
    const counts = new Map(documents.map(({ _id, count, left }) => [_id, toCount(count, left)]))
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
        collection.updateOne({ _id: equalText(key) }, [{ $set: window }], { upsert: true, ...relaxedWrite })
      await db.run(() => begin().catch(ignoreConflict))
    },
    read(key) {
      const recent = lately.get(key)
      return recent
        ? recent.count
        : enqueue((resolve) => findOrAdd(next.reads, requireText(key), (): Reads => []).push(resolve))
    },
  }
}
