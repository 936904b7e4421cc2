import type { StorePart } from '@patchbay/core/store'
import {
  type Collection,
  type Db,
  type DbOptions,
  type Document,
  MongoError,
  ReadConcern,
  ReadPreference,
} from 'mongodb'
import type { LocalChanges } from '../../rules/local-changes.ts'
import { unavailable } from '../../rules/unavailable.ts'
import { type CollectionOf, makeCollections } from './collection.ts'
import { type Connection, connectMongo, errorForOperator } from './connection/connect.ts'
import { refuseUnversioned } from './connection/unversioned.ts'
import { durable } from './durable.ts'
import { insertNew } from './insert-new.ts'
import { isDownError, type ProbeDocument, probes } from './probes.ts'
import { createSessions, type TransactionSessions } from './sessions.ts'
import { announcements, createWriter, turns, type Writer } from './transactions.ts'

/** One MongoDB database, shared by every gateway that is given its URI. */
export interface MongoDatabase
  extends Pick<Writer, 'write' | 'replace' | 'passTurn'>,
    Pick<Connection, 'serverNow' | 'address'> {
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
  /** Runs `work`. An error of MongoDB becomes UNAVAILABLE; its message is in `cause` only. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** The same for a write. A write that fails shows that the part is down. */
  runWrite<T>(part: StorePart, work: () => Promise<T>): Promise<T>
  /** Reads from the server over the part's connections. If the part's last write failed, writes as well. */
  ping(part: StorePart): Promise<void>
  /** Whether the server answers the driver's monitor and the part's last write succeeded. */
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

type Run = MongoDatabase['run']

/** Knows which parts of the store took their last write. */
const createHealth = ({ answers }: Connection, db: Db, plainDb: Db, run: Run) => {
  const readBy = { configuration: db.collection('tenants'), audit: plainDb.collection('audit') }
  const probedBy = {
    configuration: db.collection<ProbeDocument>(probes.name),
    audit: plainDb.collection<ProbeDocument>(probes.name),
  }
  const failing = new Set<StorePart>()
  const runWrite: MongoDatabase['runWrite'] = (part, work) =>
    run(async () => {
      try {
        const result = await work()
        failing.delete(part)
        return result
      } catch (error) {
        if (isDownError(error)) failing.add(part)
        throw error
      }
    })
  return {
    runWrite,
    async ping(part: StorePart): Promise<void> {
      if (failing.has(part)) {
        const probe = { $currentDate: { at: true } } as const
        await runWrite(part, () => probedBy[part].updateOne({ _id: part }, probe, { upsert: true }))
      }
      await run(() => readBy[part].findOne({}, { projection: { _id: 1 } }))
    },
    isUp: (part: StorePart): boolean => answers() && !failing.has(part),
  }
}

/** Throws an Error for the operator if the database can't be used. */
export const openDatabase = async (uri: string, changes: LocalChanges): Promise<MongoDatabase> => {
  const connection = await connectMongo(uri)
  const { client, plainClient, answers, serverNow, address } = connection
  const [db, plainDb]: [Db, Db] = [client.db(undefined, concerns), plainClient.db(undefined, concerns)]
  const pastDb = plainClient.db(undefined, pastConcerns)
  const sessions = createSessions(client, db)
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

  let closed = false
  const run: Run = async (work) => {
    if (closed) throw unavailable(new Error('the store is closed'))
    if (!answers()) throw unavailable(new Error('no server that takes writes answers'))
    try {
      return await work()
    } catch (error) {
      throw error instanceof MongoError ? unavailable(error) : error
    }
  }
  const { runWrite, ping, isUp } = createHealth(connection, db, plainDb, run)

  return {
    address,
    serverNow,
    sessions,
    run,
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
    write: (scope, decide) => runWrite('configuration', () => writer.write(scope, decide)),
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
      if (closed) return
      closed = true
      writer.stop()
      sessions.stop()
      await connection.close()
    },
  }
}
