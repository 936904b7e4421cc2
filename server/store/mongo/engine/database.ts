import { GivenUp, type StorePart } from '@patchbay/core/store'
import {
  type Collection,
  type Db,
  type DbOptions,
  type Document,
  MongoError,
  ReadConcern,
  ReadPreference,
} from 'mongodb'
import { createCommandBound, type NextCommand } from '../../rules/command-bound.ts'
import type { LocalChanges } from '../../rules/local-changes.ts'
import { unavailable } from '../../rules/unavailable.ts'
import { announcements, turns } from './change-collections.ts'
import { type CollectionOf, makeCollections } from './collection.ts'
import { type Connection, connectMongo, errorForOperator } from './connection/connect.ts'
import { refuseUnversioned } from './connection/unversioned.ts'
import { insertNew } from './insert-new.ts'
import { isDownError, type ProbeDocument, probes } from './probes.ts'
import { durable } from './transactions/durable.ts'
import { createTransactionSessions, type TransactionSessions } from './transactions/sessions.ts'
import { createWriter, type Writer } from './transactions/transactions.ts'
import type { Decide } from './transactions/write.ts'

/** One MongoDB database, shared by every gateway that is given its URI. */
export interface MongoDatabase extends Pick<Writer, 'replace' | 'passTurn'>, Pick<Connection, 'serverNow' | 'address'> {
  /** See `Writer`. */
  write<T>(scope: string, decide: Decide<T>): Promise<T>
  /** The sessions of this gateway's transactions. */
  readonly sessions: Pick<TransactionSessions, 'readSessionIds' | 'end'>
  /** Its writes are acknowledged by a majority that has them in the journal on disk. */
  collection<T extends Document>(declared: CollectionOf<T>): Collection<T>
  /** The same collection over connections on which the driver doesn't repeat writes. */
  plainCollection<T extends Document>(declared: CollectionOf<T>): Collection<T>
  /** The same collection to read the past from: by secondaries where there are some, which may lag behind the primary. */
  pastCollection<T extends Document>(declared: CollectionOf<T>): Collection<T>
  /** Inserts documents over those connections. A document whose `_id` exists already is skipped and stays as it is. */
  insertNew<T extends Document>(declared: CollectionOf<T>, documents: readonly T[]): Promise<void>
  /** The driver's own handle, for a library that accesses a collection itself. */
  databaseOf<T extends Document>(declared: CollectionOf<T>): Db
  /** The collections whose documents belong to a tenant. */
  ofTenants(): readonly CollectionOf<Document>[]
  /**
   * Runs `work`, and waits no longer than the bound for one command. An error of MongoDB, or a command over the bound, becomes UNAVAILABLE;
   * its message is in `cause` only. `onGivenUp` is called with what becomes of work that is over the bound.
   */
  run<T>(work: (nextCommand: NextCommand) => Promise<T>, onGivenUp?: (ending: Promise<T>) => void): Promise<T>
  /** The same without the bound, for work over many documents: its caller waits as long as it has time. */
  runLong<T>(work: () => Promise<T>): Promise<T>
  /** The same as `run` for a write. A write that fails, or is given up, shows that the part is down. */
  runWrite<T>(
    part: StorePart,
    work: (nextCommand: NextCommand) => Promise<T>,
    onGivenUp?: (ending: Promise<T>) => void,
  ): Promise<T>
  /** Reads and writes over the part's connections. */
  ping(part: StorePart): Promise<void>
  /** True if the server answers the driver's monitor and the part's last write succeeded. */
  isUp(part: StorePart): boolean
  /**
   * Creates every declared collection with its indexes, and follows the changes of other gateways from then on. Refuses a database on
   * which gateways run that know nothing of levels.
   */
  start(): Promise<void>
  close(): Promise<void>
}

/** Given with the database, so that the URI's own can't replace them. */
const concerns: DbOptions = {
  writeConcern: durable,
  readConcern: new ReadConcern('majority'),
  readPreference: 'primary',
}

/** A secondary that lags behind by more than a minute and a half, the least that a driver can tell, isn't read. */
const pastConcerns: DbOptions = {
  ...concerns,
  readPreference: new ReadPreference('secondaryPreferred', undefined, { maxStalenessSeconds: 90 }),
}

/** The way to run work on open connections, with the errors that callers get. */
const createRuns = ({ answers }: Pick<Connection, 'answers'>) => {
  const bound = createCommandBound()
  let closed = false
  const asUnavailable = (error: unknown): unknown =>
    error instanceof MongoError || error instanceof GivenUp ? unavailable(error) : error
  const assertOpen = (): void => {
    if (closed) throw unavailable(new Error('the store is closed'))
    if (!answers()) throw unavailable(new Error('no server that takes writes answers'))
  }
  return {
    get isClosed() {
      return closed
    },
    close(): void {
      closed = true
    },
    async run<T>(work: (nextCommand: NextCommand) => Promise<T>, onGivenUp?: (ending: Promise<T>) => void): Promise<T> {
      assertOpen()
      try {
        return await bound.run(work, onGivenUp)
      } catch (error) {
        throw asUnavailable(error)
      }
    },
    async runLong<T>(work: () => Promise<T>): Promise<T> {
      assertOpen()
      try {
        return await work()
      } catch (error) {
        throw asUnavailable(error)
      }
    },
  }
}

type Runs = ReturnType<typeof createRuns>

/** Knows which parts of the store took their last write. */
const createHealth = ({ answers }: Connection, db: Db, plainDb: Db, { run, runLong }: Runs) => {
  const readBy = { configuration: db.collection('tenants'), audit: plainDb.collection('audit') }
  const probedBy = {
    configuration: db.collection<ProbeDocument>(probes.name),
    audit: plainDb.collection<ProbeDocument>(probes.name),
  }
  const failing = new Set<StorePart>()
  /** A write that was given up and is carried out after all shows that the part takes writes again. */
  const observe = async <T>(part: StorePart, work: Promise<T>): Promise<T> => {
    try {
      const result = await work
      failing.delete(part)
      return result
    } catch (error) {
      if (isDownError(error)) failing.add(part)
      throw error
    }
  }
  return {
    runWrite: <T>(
      part: StorePart,
      work: (nextCommand: NextCommand) => Promise<T>,
      onGivenUp?: (ending: Promise<T>) => void,
    ): Promise<T> =>
      run(
        (nextCommand) => observe(part, work(nextCommand)),
        (ending) => {
          failing.add(part)
          onGivenUp?.(ending)
        },
      ),
    /**
     * A transaction that is given up shows nothing: it may wait for another one that has the same documents.
     */
    runTransaction: <T>(work: (nextCommand: NextCommand) => Promise<T>): Promise<T> =>
      run((nextCommand) => observe('configuration', work(nextCommand))),
    async ping(part: StorePart): Promise<void> {
      const probe = { $currentDate: { at: true } } as const
      // Sent without the bound: the callers have a shorter one, and probe again only when the last probe has ended.
      await runLong(() => observe(part, probedBy[part].updateOne({ _id: part }, probe, { upsert: true })))
      await runLong(() => readBy[part].findOne({}, { projection: { _id: 1 } }))
    },
    isUp: (part: StorePart): boolean => answers() && !failing.has(part),
  }
}

/** Throws an Error for the operator if the database can't be used. */
export const openDatabase = async (uri: string, changes: LocalChanges): Promise<MongoDatabase> => {
  const connection = await connectMongo(uri)
  const { client, plainClient, serverNow, address } = connection
  const [db, plainDb]: [Db, Db] = [client.db(undefined, concerns), plainClient.db(undefined, concerns)]
  const pastDb = plainClient.db(undefined, pastConcerns)
  const sessions = createTransactionSessions(client, db)
  const writer = createWriter({ sessions, db, ...connection }, changes)

  const declarations = new Map<string, CollectionOf<Document>>()
  const declare = (...all: readonly CollectionOf<Document>[]): void => {
    for (const declared of all) declarations.set(declared.name, declared)
  }
  declare(turns, announcements, probes)
  const collection = <T extends Document>(from: Db, declared: CollectionOf<T>): Collection<T> => {
    declare(declared)
    return from.collection<T>(declared.name)
  }

  const runs = createRuns(connection)
  const { runWrite, runTransaction, ping, isUp } = createHealth(connection, db, plainDb, runs)

  return {
    address,
    serverNow,
    sessions,
    run: runs.run,
    runLong: runs.runLong,
    runWrite,
    ping,
    isUp,
    collection: (declared) => collection(db, declared),
    plainCollection: (declared) => collection(plainDb, declared),
    pastCollection: (declared) => collection(pastDb, declared),
    insertNew: ({ name }, documents) => insertNew(plainDb, name, documents),
    databaseOf(declared) {
      declare(declared)
      return db
    },
    ofTenants: () => [...declarations.values()].filter(({ tenant }) => tenant !== undefined),
    write: (scope, decide) => runTransaction((nextCommand) => writer.write(scope, decide, nextCommand)),
    passTurn: (scope) => runWrite('configuration', () => writer.passTurn(scope)),
    replace: (replacement, changes) => runWrite('configuration', () => writer.replace(replacement, changes)),
    async start() {
      try {
        await refuseUnversioned(client)
        await makeCollections(db, [...declarations.values()])
        await writer.listen()
      } catch (cause) {
        throw errorForOperator(address, cause)
      }
    },
    async close() {
      if (runs.isClosed) return
      runs.close()
      writer.stop()
      sessions.stop()
      await connection.close()
    },
  }
}
