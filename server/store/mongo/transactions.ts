import { setTimeout } from 'node:timers/promises'
import type { Change } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import { type ClientSession, type Db, type MongoClient, MongoError } from 'mongodb'
import type { LocalChanges } from '../rules/local-changes.ts'
import type { CollectionOf } from './collection.ts'
import { durable } from './durable.ts'
import { type Follower, follow } from './follow.ts'
import { equal } from './text.ts'
import { apply } from './write.ts'
import type { Writer } from './writer.ts'

interface Turn {
  readonly _id: string
  readonly turn: number
  readonly at: Date
}

interface Announcement {
  readonly _id: string
  readonly at: Date
  readonly changes: readonly Change[]
}

const forgetAfter = (seconds: number) => [{ key: { at: 1 }, expireAfterSeconds: seconds }] as const

/** Written by each transaction of a scope: two at once conflict, and one of them starts again. */
export const turns: CollectionOf<Turn> = { name: 'turns', indexes: forgetAfter(3600) }

/** What the transactions of all gateways have changed; each gateway follows it. */
export const announcements: CollectionOf<Announcement> = { name: 'changes', indexes: forgetAfter(3600) }

/** Milliseconds over which a transaction that conflicts is tried again. */
const patienceMs = 3000

const duplicateKey = 11000

/** Two transactions that insert one `_id` at once: the later one sees it when it starts again. */
const isConflict = (error: unknown): boolean =>
  error instanceof MongoError && (error.hasErrorLabel('TransientTransactionError') || error.code === duplicateKey)

/**
 * As the driver's `withTransaction`, which would go on for two minutes while MongoDB is down. `work` runs again when its
 * transaction conflicts with another.
 */
const transact = <T>(client: MongoClient, work: (session: ClientSession) => Promise<T>): Promise<T> =>
  client.withSession(async (session) => {
    const deadline = performance.now() + patienceMs
    for (let attempt = 1; ; attempt++) {
      session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: durable })
      try {
        const result = await work(session)
        await session.commitTransaction()
        return result
      } catch (error) {
        if (session.inTransaction()) await session.abortTransaction()
        if (!isConflict(error) || performance.now() > deadline) throw error
        await setTimeout(Math.random() * Math.min(100, 5 * 2 ** attempt))
      }
    }
  })

/** Writes by transactions, and hears of other gateways by a change stream: for a replica set or a sharded cluster. */
export const transactionWriter = (client: MongoClient, db: Db, { announce }: LocalChanges): Writer => {
  const turnsOf = db.collection<Turn>(turns.name)
  const announced = db.collection<Announcement>(announcements.name)
  /** An own change is heard of twice, by its commit and by the stream, in either order. */
  const told = new LRUCache<string, true>({ max: 10_000 })

  const tell = ({ _id, changes }: Pick<Announcement, '_id' | 'changes'>): void => {
    if (told.has(_id)) return
    told.set(_id, true)
    for (const change of changes) announce(change)
  }

  const announcementOf = (changes: readonly Change[] = []): Announcement => ({
    _id: crypto.randomUUID(),
    at: new Date(),
    changes,
  })

  /** For the others to hear. */
  const insert = async (announcement: Announcement, session?: ClientSession): Promise<void> => {
    if (announcement.changes.length > 0) await announced.insertOne(announcement, { session })
  }

  let follower: Follower | undefined
  return {
    async write(scope, decide) {
      const { answer, announcement } = await transact(client, async (session) => {
        const turn = { $inc: { turn: 1 }, $currentDate: { at: true } } as const
        await turnsOf.updateOne({ _id: equal(scope) }, turn, { upsert: true, session })
        const decision = await decide(session)
        await apply(db, decision.writes ?? [], session)
        const announcement = announcementOf(decision.changes)
        await insert(announcement, session)
        return { answer: decision.answer, announcement }
      })
      tell(announcement)
      return answer
    },
    async replace(_scope, { collection, seen, next }, changes) {
      const { matchedCount } = await db.collection(collection).replaceOne(seen, next)
      if (matchedCount === 0) return false
      const announcement = announcementOf(changes)
      tell(announcement)
      await insert(announcement)
      return true
    },
    listen() {
      follower = follow(announced, {
        hear: tell,
        missed: () => announce({ kind: 'everything' }),
      })
      return follower.open
    },
    stop() {
      follower?.stop()
    },
  }
}
