import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { inBackground } from '@patchbay/core/in-background'
import { Binary, type ClientSession, type Db, type MongoClient, MongoNetworkError, MongoServerError } from 'mongodb'
import { isPassing } from '../connection/passing.ts'

/** The most transactions of a gateway at a time: further ones wait for a session. They last milliseconds. */
const mostSessions = 64

/** The pause before the server is asked again to end a transaction of ours whose connection broke. */
const retryMs = 1000

/** The sessions of one gateway's transactions, as others find them: ids, and the digest of the user to whom they belong. */
export interface SessionIds {
  readonly ids: readonly Binary[]
  readonly owner: Binary
}

/**
 * The sessions in which a gateway has its transactions. They are the same ones as long as the process lives, so that others can end what
 * it leaves open: MongoDB itself keeps the transaction of a dead client, with all its locks, for a minute and more.
 */
export interface TransactionSessions {
  /** Runs a transaction's `work` in a session that no other one has meanwhile. */
  use<T>(work: (session: ClientSession) => Promise<T>): Promise<T>
  readSessionIds(): Promise<SessionIds>
  /**
   * Ends what these sessions have open. Returns the server's error if it refuses: the sessions of other users of MongoDB can be ended
   * with the privilege `killAnySession` only.
   */
  end(sessions: readonly SessionIds[]): Promise<MongoServerError | undefined>
  stop(): void
}

/** The digest by which the server tells the sessions of users apart; without access control, that of an empty name. */
const readOwner = async (db: Db): Promise<Binary> => {
  const { authInfo } = await db.command({ connectionStatus: 1 })
  const [user] = authInfo?.authenticatedUsers ?? []
  return new Binary(
    createHash('sha256')
      .update(user ? `${user.user}@${user.db}` : '')
      .digest(),
  )
}

const isRefusal = (error: unknown): error is MongoServerError => error instanceof MongoServerError && !isPassing(error)

export const createTransactionSessions = (client: MongoClient, db: Db): TransactionSessions => {
  const all = Array.from({ length: mostSessions }, () => client.startSession({ causalConsistency: false }))
  const ids = all.flatMap(({ id }) => (id ? [id.id] : []))
  const free = [...all]
  const waiting: ((session: ClientSession) => void)[] = []
  let owner: Promise<Binary> | undefined
  let stopped = false

  const take = (): ClientSession | Promise<ClientSession> =>
    free.pop() ??
    new Promise((resolve) => {
      waiting.push(resolve)
    })
  const release = (session: ClientSession): void => {
    const next = waiting.shift()
    if (next) next(session)
    else free.push(session)
  }
  /** A transaction whose connection broke may be open at the server, where it would hold its locks for a minute. */
  const releaseEnded = async (session: ClientSession): Promise<void> => {
    while (!stopped) {
      try {
        await db.command({ killSessions: [session.id] })
        break
      } catch (error) {
        if (isRefusal(error)) break
        await setTimeout(retryMs, undefined, { ref: false })
      }
    }
    release(session)
  }

  return {
    async use(work) {
      const session = await take()
      try {
        const result = await work(session)
        release(session)
        return result
      } catch (error) {
        if (error instanceof MongoNetworkError) inBackground(releaseEnded(session), 'release_session')
        else release(session)
        throw error
      }
    },
    async readSessionIds() {
      owner ??= readOwner(db)
      const read = owner.catch(() => {
        owner = undefined
      })
      inBackground(read, 'read_sessions_owner')
      return { ids, owner: await owner }
    },
    async end(sessions) {
      try {
        const killSessions = sessions.flatMap(({ ids, owner }) => ids.map((id) => ({ id, uid: owner })))
        if (killSessions.length > 0) await db.command({ killSessions })
        return undefined
      } catch (error) {
        if (isRefusal(error)) return error
        throw error
      }
    },
    stop() {
      stopped = true
    },
  }
}
