import { setTimeout } from 'node:timers/promises'
import type { Change } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import { type ClientSession, type Db, MongoError } from 'mongodb'
import type { NextCommand } from '../../../rules/command-bound.ts'
import type { LocalChanges } from '../../../rules/local-changes.ts'
import { type Announcement, announcements, type Turn, turns } from '../change-collections.ts'
import type { Connection } from '../connection/connect.ts'
import { type Follower, followInserts } from '../follow.ts'
import { pollInserts } from '../poll.ts'
import { equalText } from '../text.ts'
import { durable } from './durable.ts'
import { inSession } from './in-session.ts'
import type { TransactionSessions } from './sessions.ts'
import { applyWrites, type Decide, type Replacement } from './write.ts'

/** Writes a gateway's configuration and credentials, and follows what other gateways write. */
export interface Writer {
  /**
   * Runs an operation in a transaction: everything that `decide` asks for is written, or nothing. Its changes are announced
   * before this resolves. Operations with the same `scope` run one after the other, over all gateways. Whatever `nextCommand` throws
   * between two of its steps aborts it.
   */
  write<T>(scope: string, decide: Decide<T>, nextCommand: NextCommand): Promise<T>
  /**
   * Waits for the transactions of a scope that have begun. Those that begin later find what was written before. No transaction itself:
   * whoever dies meanwhile leaves nothing open.
   */
  passTurn(scope: string): Promise<void>
  /**
   * Replaces a document if it still is as it was seen, and then announces `changes`. Returns whether it did. This needs no
   * transaction, and must not be one: if a process dies during a transaction, its documents stay locked for a minute.
   */
  replace(replacement: Replacement, changes?: readonly Change[]): Promise<boolean>
  /** Resolves once every later change of another gateway will be announced here. */
  listen(): Promise<void>
  /** Announces nothing more. */
  stop(): void
}

/** MongoDB's codes for a document that another transaction writes, or has inserted: then the next try finds it. */
const conflicts: ReadonlySet<unknown> = new Set([112, 11000])

/** Milliseconds during which a transaction that failed so is tried again: longer after a conflict, as the other one went on. */
const patienceFor = (error: unknown): number => {
  if (!(error instanceof MongoError)) return 0
  if (conflicts.has(error.code)) return 10_000
  return error.hasErrorLabel('TransientTransactionError') ? 3000 : 0
}

const transactOnce = async <T>(session: ClientSession, work: (session: ClientSession) => Promise<T>): Promise<T> => {
  session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: durable })
  try {
    const result = await work(session)
    await session.commitTransaction()
    return result
  } catch (error) {
    if (session.inTransaction()) await session.abortTransaction()
    throw error
  }
}

/**
 * Like the driver's `withTransaction`, which would keep trying for two minutes while MongoDB is down. `work` runs again
 * if its transaction conflicts with another one.
 */
const transact = async <T>(
  sessions: TransactionSessions,
  work: (session: ClientSession) => Promise<T>,
  nextCommand: NextCommand,
): Promise<T> => {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      // A transaction that waits for another attempt holds no session, as others may need it.
      return await sessions.use((session) => transactOnce(session, work))
    } catch (error) {
      if (performance.now() - startedAt >= patienceFor(error)) throw error
      nextCommand()
      await setTimeout(Math.random() * Math.min(100, 5 * 2 ** attempt))
    }
  }
}

/** The longest wait of a turn for the transaction of another gateway, which may have died in it. */
const mostTurnMs = 2000

/** The longest wait of an operation for those of its scope before it. They may hang while MongoDB is down. */
const mostWaitMs = 1000

/**
 * Lets the operations of one scope in this process begin one after the other: at once, all but one would conflict and start again,
 * and many could not end within their patience.
 */
const createQueues = () => {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(scope: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(scope)
    const run = async (): Promise<T> => {
      if (before) await Promise.race([before.catch(() => undefined), setTimeout(mostWaitMs, undefined, { ref: false })])
      return work()
    }
    const running = run()
    last.set(scope, running)
    try {
      return await running
    } finally {
      if (last.get(scope) === running) last.delete(scope)
    }
  }
}

const buildAnnouncement = (at: Date, changes: readonly Change[] = []): Announcement => ({
  _id: crypto.randomUUID(),
  at,
  changes,
})

interface Parts extends Pick<Connection, 'isRouter' | 'serverNow'> {
  readonly sessions: TransactionSessions
  readonly db: Db
}

export const createWriter = ({ sessions, db, isRouter, serverNow }: Parts, { announce }: LocalChanges): Writer => {
  const scopeTurns = db.collection<Turn>(turns.name)
  const announced = db.collection<Announcement>(announcements.name)
  /** The commit and the change stream both report an own change, in either order. */
  const announcementIds = new LRUCache<string, true>({ max: 10_000 })

  const announceOnce = ({ _id, changes }: Pick<Announcement, '_id' | 'changes'>): void => {
    if (announcementIds.has(_id)) return
    announcementIds.set(_id, true)
    for (const change of changes) announce(change)
  }

  /** Reaches the other gateways by their change streams. */
  const publish = async (announcement: Announcement, session?: ClientSession): Promise<void> => {
    if (announcement.changes.length > 0) await announced.insertOne(announcement, inSession(session))
  }

  const takeTurn = async (
    scope: string,
    options: { readonly session?: ClientSession; readonly maxTimeMS?: number },
  ) => {
    const turn = { $inc: { turn: 1 }, $currentDate: { at: true } } as const
    await scopeTurns.updateOne({ _id: equalText(scope) }, turn, { upsert: true, ...options })
  }

  const inTurn = createQueues()
  const listener = { onInsert: announceOnce, onGap: () => announce({ kind: 'everything' }) }
  let follower: Follower | undefined
  let endPoll: (() => void) | undefined
  return {
    async write(scope, decide, nextCommand) {
      const decideIn = async (session: ClientSession) => {
        await takeTurn(scope, { session })
        nextCommand()
        const decision = await decide(session)
        nextCommand()
        await applyWrites(db, decision.writes ?? [], session)
        nextCommand()
        const announcement = buildAnnouncement(serverNow(), decision.changes)
        await publish(announcement, session)
        nextCommand()
        return { answer: decision.answer, announcement }
      }
      const { answer, announcement } = await inTurn(scope, () => transact(sessions, decideIn, nextCommand))
      // Also when nobody waits any more: it is committed.
      announceOnce(announcement)
      return answer
    },
    passTurn: (scope) => takeTurn(scope, { maxTimeMS: mostTurnMs }),
    async replace({ collection, seen, next }, changes) {
      const { matchedCount } = await db.collection(collection).replaceOne(seen, next)
      if (matchedCount === 0) return false
      const announcement = buildAnnouncement(serverNow(), changes)
      announceOnce(announcement)
      await publish(announcement)
      return true
    },
    listen() {
      follower = followInserts(announced, listener)
      if (isRouter()) endPoll = pollInserts(announced, serverNow, listener)
      return follower.open
    },
    stop() {
      follower?.stop()
      endPoll?.()
    },
  }
}
