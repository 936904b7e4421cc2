import type { StorePart } from '@patchbay/core/store'
import {
  type Collection,
  type Db,
  type DbOptions,
  type Document,
  MongoClient,
  type MongoClientOptions,
  MongoError,
  ReadConcern,
} from 'mongodb'
import type { LocalChanges } from '../rules/local-changes.ts'
import { unavailable } from '../rules/unavailable.ts'
import { type CollectionOf, makeCollection } from './collection.ts'
import { durable } from './durable.ts'
import { insertNew } from './insert-new.ts'
import { journalCollection, journalWriter } from './journal.ts'
import { probes, saysDown } from './probes.ts'
import { announcements, transactionWriter, turns } from './transactions.ts'
import { watchPrimary } from './watch-primary.ts'
import type { Writer } from './writer.ts'

/** One MongoDB database, shared by every gateway that is given its URI. */
export interface MongoDatabase extends Pick<Writer, 'write' | 'replace'> {
  /** Acknowledged by a majority and in the journal on disk. */
  collection<T extends Document>(of: CollectionOf<T>): Collection<T>
  /** The same, over connections that don't try a write again by themselves: for what may come twice. */
  plainCollection<T extends Document>(of: CollectionOf<T>): Collection<T>
  /** Inserts documents over those connections; what is there already is passed over, and stays as it is. */
  insertNew<T extends Document>(of: CollectionOf<T>, documents: readonly T[]): Promise<void>
  /** The driver's own handle, for a library that brings its own access to a collection. */
  databaseOf<T extends Document>(of: CollectionOf<T>): Db
  /** The collections whose documents belong to a tenant. */
  ofTenants(): readonly CollectionOf<Document>[]
  /** Runs `work`; what MongoDB can't do rejects with UNAVAILABLE, its own message only in `cause`. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** The same for a write: one that fails shows that the part is down. */
  runWrite<T>(part: StorePart, work: () => Promise<T>): Promise<T>
  /** The time by the server's clock, which all gateways share: their own may differ. */
  serverNow(): Date
  /** Reads from the server, over the connections that the part uses; writes if the part's last write failed. */
  ping(part: StorePart): Promise<void>
  /** Whether the server answers the driver's monitor, and the part's last write succeeded. */
  isUp(part: StorePart): boolean
  /** Makes every declared collection and its indexes, and hears of what other gateways change from then on. */
  start(): Promise<void>
  close(): Promise<void>
  /** Whether there is a replica set or a sharded cluster, and so transactions and change streams. */
  readonly hasTransactions: boolean
  /** Hosts and database, for a person. */
  readonly address: string
}

/** Given with the database, where the URI's own can't take their place. */
const concerns: DbOptions = {
  writeConcern: durable,
  readConcern: new ReadConcern('majority'),
  readPreference: 'primary',
}

const options: MongoClientOptions = {
  appName: 'patchbay',
  // A caller waits for this: better a quick UNAVAILABLE than a late one.
  serverSelectionTimeoutMS: 1000,
  // A server that doesn't answer its monitor within the sum of the two is left, with all that waits for it.
  connectTimeoutMS: 2000,
  heartbeatFrequencyMS: 1000,
}

/** The driver's own messages hold the URI with its password. */
const clientOf = (uri: string, given: MongoClientOptions): MongoClient => {
  try {
    return new MongoClient(uri, given)
  } catch {
    throw new Error(
      'MONGODB_URI (not shown) is not understood by the MongoDB driver: look for a port that is none, an option that it ' +
        'does not know, or a user name or password that is not percent-encoded',
    )
  }
}

/** What a person who starts the server can act on. */
const forOperator = (address: string, cause: unknown): Error =>
  new Error(`MongoDB at ${address} can't be used: ${cause instanceof Error ? cause.message : cause}`, { cause })

/** Throws Error for the operator where nobody answers, or refuses. */
export const openDatabase = async (uri: string, changes: LocalChanges): Promise<MongoDatabase> => {
  const client = clientOf(uri, options)
  const plainClient = clientOf(uri, { ...options, retryWrites: false })
  const clients = [client, plainClient]
  const monitors = clients.map(watchPrimary)
  const answers = (): boolean => monitors.every((hasPrimary) => hasPrimary())
  let aheadMs = 0
  client.on('serverHeartbeatSucceeded', ({ reply: { isWritablePrimary, localTime } }) => {
    if (isWritablePrimary && localTime instanceof Date) aheadMs = localTime.getTime() - Date.now()
  })
  const serverNow = (): Date => new Date(Date.now() + aheadMs)
  const { hosts, srvHost, dbName } = client.options
  const address = `${srvHost ?? hosts.map(String).join(',')}/${dbName}`
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((each) => each.close()))
  }
  try {
    await Promise.all(clients.map((each) => each.connect()))
    const hello = await client.db().command({ hello: 1 })
    const hasTransactions = 'setName' in hello || hello.msg === 'isdbgrid'
    return databaseOf({ client, plainClient, close, answers, serverNow, hasTransactions, address }, changes)
  } catch (cause) {
    await close()
    throw forOperator(address, cause)
  }
}

interface Connected {
  readonly client: MongoClient
  readonly plainClient: MongoClient
  readonly close: () => Promise<void>
  /** Whether there is a server that takes writes, by the drivers' monitors. */
  readonly answers: () => boolean
  readonly serverNow: () => Date
  readonly hasTransactions: boolean
  readonly address: string
}

const databaseOf = (
  { client, plainClient, close, answers, serverNow, hasTransactions, address }: Connected,
  changes: LocalChanges,
): MongoDatabase => {
  const [db, plainDb]: [Db, Db] = [client.db(undefined, concerns), plainClient.db(undefined, concerns)]
  const writer = hasTransactions ? transactionWriter(client, db, changes) : journalWriter(db, changes)
  const declared = new Map<string, CollectionOf<Document>>()
  for (const of of hasTransactions ? [turns, announcements] : [journalCollection]) declared.set(of.name, of)
  const collection = <T extends Document>(from: Db, of: CollectionOf<T>): Collection<T> => {
    declared.set(of.name, of)
    return from.collection<T>(of.name)
  }

  const pinged = { configuration: db.collection('tenants'), audit: plainDb.collection('audit') }
  const probed = { configuration: collection(db, probes), audit: collection(plainDb, probes) }
  const failing = new Set<StorePart>()

  let closed = false
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw unavailable(new Error('the store is closed'))
    if (!answers()) throw unavailable(new Error('no server that takes writes answers'))
    try {
      return await work()
    } catch (error) {
      throw error instanceof MongoError ? unavailable(error) : error
    }
  }
  const runWrite = <T>(part: StorePart, work: () => Promise<T>): Promise<T> =>
    run(async () => {
      try {
        const result = await work()
        failing.delete(part)
        return result
      } catch (error) {
        if (saysDown(error)) failing.add(part)
        throw error
      }
    })
  const probe = (part: StorePart): Promise<unknown> =>
    probed[part].updateOne({ _id: part }, { $currentDate: { at: true } }, { upsert: true })

  return {
    hasTransactions,
    address,
    serverNow,
    run,
    collection: (of) => collection(db, of),
    plainCollection: (of) => collection(plainDb, of),
    insertNew: ({ name }, documents) => insertNew(plainDb, name, documents),
    databaseOf(of) {
      collection(db, of)
      return db
    },
    ofTenants: () => [...declared.values()].filter(({ tenant }) => tenant !== undefined),
    runWrite,
    async ping(part) {
      if (failing.has(part)) await runWrite(part, () => probe(part))
      await run(() => pinged[part].findOne({}, { projection: { _id: 1 } }))
    },
    isUp: (part) => answers() && !failing.has(part),
    write: (scope, decide) => runWrite('configuration', () => writer.write(scope, decide)),
    replace: (scope, replacement, changes) =>
      runWrite('configuration', () => writer.replace(scope, replacement, changes)),
    async start() {
      try {
        await Promise.all([...declared.values()].map((of) => makeCollection(db, of)))
        await writer.listen()
      } catch (cause) {
        throw forOperator(address, cause)
      }
    },
    async close() {
      if (closed) return
      closed = true
      writer.stop()
      await close()
    },
  }
}
