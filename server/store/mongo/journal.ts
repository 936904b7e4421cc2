import { setTimeout } from 'node:timers/promises'
import { Binary, BSON, type Db } from 'mongodb'
import type { LocalChanges } from '../rules/local-changes.ts'
import { unavailable } from '../rules/unavailable.ts'
import type { CollectionOf } from './collection.ts'
import { apply, type Write } from './write.ts'
import type { Writer } from './writer.ts'

/** The only document of its collection. */
interface Journal {
  readonly _id: 'journal'
  /** Whose turn it is; `null`: nobody's. */
  readonly owner: string | null
  /** When the turn of an owner that died ends. */
  readonly until: Date
  /** What the owner is about to write, as BSON: it stands here before the first of it is done. */
  readonly writes: Binary | null
  /** One more after everything that was written. */
  readonly version: number
}

export const journalCollection: CollectionOf<Journal> = { name: 'journal', indexes: [] }

const turnMs = 10_000
/** Milliseconds that an operation waits for its turn. */
const patienceMs = 12_000
const pollMs = 1000

const encode = (writes: readonly Write[]): Binary => new Binary(BSON.serialize({ writes }))
const decode = (binary: Binary): readonly Write[] => BSON.deserialize(binary.value()).writes

/** Runs one after the other what is given to it. */
const oneByOne = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

/**
 * For a server without a replica set, which has neither transactions nor change streams. Of all gateways one writes at
 * a time. What it is about to write it puts into the journal first: if it dies in mid-way, the next one in turn
 * completes that. The others learn of it by the journal's version, which each asks for every second.
 */
export const journalWriter = (db: Db, { announce }: LocalChanges): Writer => {
  const journal = db.collection<Journal>(journalCollection.name)
  const owner = crypto.randomUUID()
  const inTurn = oneByOne()
  let known: number | undefined

  const takeTurn = async (): Promise<Journal> => {
    // Its own turn is one that failed in mid-way.
    const free = { $or: [{ owner: null }, { owner }, { $expr: { $lt: ['$until', '$$NOW'] } }] }
    const take = [{ $set: { owner, until: { $add: ['$$NOW', turnMs] } } }]
    for (const deadline = performance.now() + patienceMs; ; ) {
      const taken = await journal.findOneAndUpdate({ _id: 'journal', ...free }, take, { returnDocument: 'after' })
      if (taken) return taken
      if (performance.now() > deadline) throw unavailable(new Error('another gateway has been writing for too long'))
      await setTimeout(5 + Math.random() * 20)
    }
  }

  /** The moment from which on the writes will be done, by whomever. */
  const commit = async (writes: readonly Write[]): Promise<void> => {
    const mine = { _id: 'journal', owner, $expr: { $gt: ['$until', '$$NOW'] } } as const
    const { matchedCount } = await journal.updateOne(mine, { $set: { writes: encode(writes) } })
    if (matchedCount === 0) throw unavailable(new Error('the turn was over before the writes were in the journal'))
    await apply(db, writes)
  }

  const endTurn = async (hasWritten: boolean): Promise<void> => {
    const end = { $set: { owner: null, writes: null }, $inc: { version: hasWritten ? 1 : 0 } }
    const ended = await journal.findOneAndUpdate({ _id: 'journal', owner }, end, { returnDocument: 'after' })
    // If others have written since the last look, the next one will see it.
    if (hasWritten && ended?.version === (known ?? 0) + 1) known = ended.version
  }

  /** Completes what a gateway that died has left. */
  const recover = async (writes: Binary): Promise<void> => {
    await apply(db, decode(writes))
    await endTurn(true)
    announce({ kind: 'everything' })
  }

  const takeCleanTurn = async (): Promise<void> => {
    for (let taken = await takeTurn(); taken.writes; taken = await takeTurn()) await recover(taken.writes)
  }

  const write: Writer['write'] = (_scope, decide) =>
    inTurn(async () => {
      await takeCleanTurn()
      try {
        const { answer, writes = [], changes = [] } = await decide(undefined)
        if (writes.length > 0) await commit(writes)
        await endTurn(writes.length > 0)
        for (const change of changes) announce(change)
        return answer
      } catch (error) {
        // What has reached the journal is left to the next one in turn, as it may be done in part.
        await journal
          .updateOne({ _id: 'journal', owner, writes: null }, { $set: { owner: null } })
          .catch(() => undefined)
        throw error
      }
    })

  /** A look at the journal; `sure`: whether the one before succeeded. */
  const poll = async (sure: boolean): Promise<void> => {
    const found = await journal.findOne({ _id: 'journal' })
    const isLeft = found?.owner === owner || (found?.until.getTime() ?? 0) < Date.now()
    if (found?.writes && isLeft) await takeCleanTurn().then(() => endTurn(false))
    const version = found?.version ?? 0
    if (!sure || (known !== undefined && version !== known)) announce({ kind: 'everything' })
    known = version
  }

  const stopping = new AbortController()
  const pollUntilStopped = async (): Promise<void> => {
    let sure = true
    while (!stopping.signal.aborted) {
      await setTimeout(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      const outcome = inTurn(() => poll(sure))
      sure = await outcome.then(
        () => true,
        () => false,
      )
    }
  }

  return {
    write,
    replace: (scope, { collection, seen, next }, changes = []) =>
      write<boolean>(scope, async () => {
        if (!(await db.collection(collection).findOne(seen))) return { answer: false }
        return { answer: true, writes: [{ collection, put: next }], changes }
      }),
    async listen() {
      const fresh = { owner: null, until: new Date(0), writes: null, version: 0 }
      await journal.updateOne({ _id: 'journal' }, { $setOnInsert: fresh }, { upsert: true })
      await poll(true)
      pollUntilStopped()
    },
    stop() {
      stopping.abort()
    },
  }
}
