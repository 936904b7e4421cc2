import { MongoClient, type MongoClientOptions, MongoServerSelectionError, type ServerDescription } from 'mongodb'
import { watchForStandalone } from './replica-set.ts'
import { appName } from './unversioned.ts'
import { watchPrimary } from './watch-primary.ts'

const options: MongoClientOptions = {
  appName,
  // Callers wait this long: an early UNAVAILABLE is better than a late one.
  serverSelectionTimeoutMS: 1000,
  // A server that doesn't answer the monitor within the sum of these two is dropped, with every command that waits for it.
  connectTimeoutMS: 2000,
  heartbeatFrequencyMS: 1000,
}

/** The driver's own messages hold the URI with its password. */
const createClient = (uri: string, options: MongoClientOptions): MongoClient => {
  try {
    return new MongoClient(uri, options)
  } catch {
    throw new Error(
      'MONGODB_URI (not shown) is not understood by the MongoDB driver: check the port and the names of the options, and ' +
        'percent-encode the user name and the password',
    )
  }
}

/** The driver says only how long it has looked for a server, unless a connection failed. */
const describeCause = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  if (!(cause instanceof MongoServerSelectionError) || cause.reason?.error) return cause.message
  const servers: readonly ServerDescription[] = [...(cause.reason?.servers.values() ?? [])]
  const answering = servers.filter(({ type }) => type !== 'Unknown').map(({ address, type }) => `${address} is ${type}`)
  return answering.length > 0
    ? `it has no primary that takes writes (${answering.join(', ')}): an election goes on, or a majority of its members is missing`
    : 'no server answers'
}

/** An error that a person who starts the server can act on. */
export const errorForOperator = (address: string, cause: unknown): Error =>
  new Error(`MongoDB at ${address} can't be used: ${describeCause(cause)}`, { cause })

export interface Connection {
  readonly client: MongoClient
  /** On this client the driver doesn't repeat failed writes: their callers do, or do without. */
  readonly plainClient: MongoClient
  /** True if the driver's monitors last reached a server that takes writes. */
  readonly answers: () => boolean
  /** True if a mongos answers, or may: behind a load balancer the kind isn't known. */
  readonly isRouter: () => boolean
  /** The time by the server's clock, which all gateways share: their own clocks may differ. */
  readonly serverNow: () => Date
  /** Hosts and database, for a person. */
  readonly address: string
  close(): Promise<void>
}

const watchClock = (client: MongoClient): (() => Date) => {
  let aheadMs = 0
  client.on('serverHeartbeatSucceeded', ({ reply: { isWritablePrimary, localTime } }) => {
    if (isWritablePrimary && localTime instanceof Date) aheadMs = localTime.getTime() - Date.now()
  })
  return () => new Date(Date.now() + aheadMs)
}

const watchForRouter = (client: MongoClient): (() => boolean) => {
  let isRouter = client.options.loadBalanced === true
  client.on('serverHeartbeatSucceeded', ({ reply: { msg } }) => {
    isRouter ||= msg === 'isdbgrid'
  })
  return () => isRouter
}

/** Throws an Error for the operator if no server answers, the server refuses, or it is standalone. */
export const connectMongo = async (uri: string): Promise<Connection> => {
  const client = createClient(uri, options)
  const plainClient = createClient(uri, { ...options, retryWrites: false })
  const clients = [client, plainClient]
  const monitors = clients.map(watchPrimary)
  const serverNow = watchClock(client)
  const isRouter = watchForRouter(client)
  const standalone = watchForStandalone(client)
  const { hosts, srvHost, dbName } = client.options
  const address = `${srvHost ?? hosts.map(String).join(',')}/${dbName}`
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((each) => each.close()))
  }
  const failure = await Promise.all(clients.map((each) => each.connect())).then(
    () => undefined,
    (error: unknown) => error,
  )
  const cause = standalone() ?? failure
  if (cause !== undefined) {
    await close()
    throw errorForOperator(address, cause)
  }
  const answers = (): boolean => monitors.every((hasPrimary) => hasPrimary())
  return { client, plainClient, answers, isRouter, serverNow, address, close }
}
