import type { Count, Counters } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import { type Document, MongoError } from 'mongodb'
import { unavailable } from '../rules/unavailable.ts'
import type { CollectionOf } from './collection.ts'
import type { MongoDatabase } from './database.ts'
import { equal, text } from './text.ts'

interface Window {
  readonly _id: string
  readonly count: number
  readonly ends: Date
  /** By process, what its last batch has counted up to: the counts of others come in between two of its commands. */
  readonly by: Readonly<Record<string, { readonly batch: number; readonly count: number; readonly left: number }>>
}

const windows: CollectionOf<Window> = {
  name: 'windows',
  indexes: [{ key: { ends: 1 }, expireAfterSeconds: 0 }],
}

/** Those who wait for one key's answer. */
interface Hits {
  readonly windowMs: number
  readonly waiting: ((count: Count) => void)[]
}
type Reads = ((count: Count | undefined) => void)[]

interface Batch {
  readonly hits: Map<string, Hits>
  readonly reads: Map<string, Reads>
  readonly failed: ((error: unknown) => void)[]
}

const emptyBatch = (): Batch => ({ hits: new Map(), reads: new Map(), failed: [] })

/**
 * For so long a count that was read is told again, without the hits of other gateways since then: what is read only tells
 * who is refused for what has failed before, and each failure is counted by a hit.
 */
const readMs = 10
const mostKept = 10_000

/** Where two processes begin one window at once, one of them has to come again. */
const tries = 5
const duplicateKey = 11000

const passOverConflict = (error: unknown): null => {
  if (error instanceof MongoError && error.code === duplicateKey) return null
  throw error
}

const memberOf = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

/** Adds `hits` to a window, or begins one, by the server's clock: those of the gateways may differ. */
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

const countOf = (count: number, left: number): Count => ({ count, resetMs: Math.max(1, left) })

/**
 * Counters that all gateways share. One batch is under way for all keys, what comes meanwhile goes into the next one.
 * They needn't survive a crash, so the primary's memory is enough (`w: 1`), and a batch that failed isn't repeated by
 * the driver.
 */
export const mongoCounters = (db: MongoDatabase): Counters => {
  const collection = db.plainCollection(windows)
  const relaxed = { writeConcern: { w: 1, journal: false } } as const
  const fresh = { readConcern: { level: 'local' } } as const
  // Not a digit first: it becomes the name of a member.
  const process = `p${crypto.randomUUID().replaceAll('-', '')}`
  const lately = new LRUCache<string, { readonly count: Count | undefined }>({ max: mostKept, ttl: readMs })
  let batch = 0
  let next = emptyBatch()
  let running = false

  const hitOne = async (key: string, pipeline: Document[]): Promise<Window[]> => {
    const options = { upsert: true, returnDocument: 'after', projection: { by: 1 }, ...relaxed } as const
    const window = await collection.findOneAndUpdate({ _id: equal(key) }, pipeline, options).catch(passOverConflict)
    return window ? [window] : []
  }

  const hitMany = async (pipelines: ReadonlyMap<string, Document[]>): Promise<Window[]> => {
    const updates = [...pipelines].map(([key, update]) => ({
      updateOne: { filter: { _id: equal(key) }, update, upsert: true },
    }))
    await collection.bulkWrite(updates, { ordered: false, ...relaxed }).catch(passOverConflict)
    return collection.find({ _id: { $in: [...pipelines.keys()] } }, { projection: { by: 1 }, ...fresh }).toArray()
  }

  /** Counts what can be counted, and takes it out of `hits`. */
  const tryHits = async (hits: Map<string, Hits>): Promise<void> => {
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
      for (const [index, resolve] of waiting.entries()) resolve(countOf(before + index + 1, counted.left))
      hits.delete(_id)
    }
  }

  const countHits = async (hits: Map<string, Hits>): Promise<void> => {
    for (let attempt = 1; hits.size > 0; attempt++) {
      if (attempt > tries) throw unavailable(new Error('a counter is begun by others again and again'))
      await tryHits(hits)
    }
  }

  /** `hit`: the keys that are counted beside it, whose counts may be older than what their hits are told. */
  const answerReads = async (reads: Map<string, Reads>, hit: ReadonlySet<string>): Promise<void> => {
    if (reads.size === 0) return
    const open = { _id: { $in: [...reads.keys()] }, $expr: { $gt: ['$ends', '$$NOW'] } }
    const projection = { count: 1, left: { $subtract: ['$ends', '$$NOW'] } }
    const found = await collection
      .find<{ _id: string; count: number; left: number }>(open, { projection, ...fresh })
      .toArray()
    const counts = new Map(found.map(({ _id, count, left }) => [_id, countOf(count, left)]))
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
        // Together, so that a call that is counted and looked up pays for one way to the server.
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
      queueMicrotask(runBatches)
    })

  return {
    hit(key, windowMs) {
      lately.delete(key)
      return enqueue((resolve) =>
        memberOf(next.hits, text(key), () => ({ windowMs, waiting: [] })).waiting.push(resolve),
      )
    },
    async mark(key, windowMs) {
      lately.delete(key)
      const window = { count: 1, ends: { $add: ['$$NOW', windowMs] }, by: { $literal: {} } }
      const begin = () => collection.updateOne({ _id: equal(key) }, [{ $set: window }], { upsert: true, ...relaxed })
      await db.run(() => begin().catch(passOverConflict))
    },
    read(key) {
      const known = lately.get(key)
      return known ? known.count : enqueue((resolve) => memberOf(next.reads, text(key), (): Reads => []).push(resolve))
    },
  }
}
