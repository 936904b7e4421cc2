// Test lanes: mongodb

import { MongoClient } from 'mongodb'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { openMongoStore } from '../../server/store/mongo/index.ts'
import { temporaryFolder } from '../gateway.ts'
import { startMongod } from '../mongodb.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { isThorough } from '../times.ts'

const started: ServerProcess[] = []
const start = async (env: Record<string, string>, dataDir = temporaryFolder()): Promise<ServerProcess> => {
  const server = await startServerProcess({ env, dataDir })
  started.push(server)
  return server
}
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
})

const hosts = new URL(sharedMongodb().replace(/^mongodb/, 'http')).host

const refused: { name: string; env: Record<string, string>; says: RegExp[] }[] = [
  {
    name: 'no database in the URI',
    env: { MONGODB_URI: `mongodb://root:hunter2@${hosts}` },
    says: [/MONGODB_URI .*not shown.*names the database/],
  },
  {
    name: 'neither an admin key nor sealing keys',
    env: { ADMIN_API_KEY: '', PATCHBAY_KEYS: '' },
    says: [/ADMIN_API_KEY is required with MONGODB_URI/, /PATCHBAY_KEYS is required with MONGODB_URI/],
  },
  {
    name: 'an option that the driver does not know',
    env: { MONGODB_URI: `mongodb://root:hunter2@${hosts}/patchbay?hunter2=1` },
    says: [/MONGODB_URI \(not shown\) is not understood/],
  },
  {
    name: 'a user that is not known',
    env: { MONGODB_URI: `mongodb://root:hunter2@${hosts}/patchbay` },
    says: [/MongoDB at 127\.0\.0\.1:\d+\/patchbay can't be used: Authentication failed/],
  },
]

test.each(refused)('$name stops the start with what is wrong, and without the password', async ({ env, says }) => {
  const server = await start({ ...env, LOG_LEVEL: 'trace' })
  expect(await server.exited).toBe(1)
  for (const pattern of says) expect(server.output.stderr).toMatch(pattern)
  expect(server.output.stderr + server.output.stdout).not.toContain('hunter2')
  expect(server.output.stderr).not.toMatch(/^ +at /m)
})

/** A start prints the message of what it throws, as the rows above show. */
test.each([
  [
    'a port that is none',
    'mongodb://root:hunter2@localhost:port/patchbay',
    /^MONGODB_URI \(not shown\) is not understood/,
  ],
  [
    'a replica set of another name',
    `mongodb://${hosts}/patchbay?replicaSet=hunter1`,
    /the replica set there is called \w+, and MONGODB_URI says replicaSet=hunter1/,
  ],
])('a store with %s is refused with what is wrong, and without the password', async (_, uri, says) => {
  const error: Error = await openMongoStore(uri).then(
    () => Promise.reject(new Error('it was opened')),
    (thrown) => thrown,
  )
  expect(error.message).toMatch(says)
  expect(error.message).not.toContain('hunter2')
})

test('a gateway that starts before MongoDB serves calls once that is there', async () => {
  const mongod = await startMongod()
  onTestFinished(() => mongod.stop())
  await mongod.halt()
  const { promise: tried, resolve } = Promise.withResolvers<void>()
  const refusing = Bun.listen({
    hostname: '127.0.0.1',
    port: Number(new URL(mongod.uri.replace(/^mongodb/, 'http')).port),
    socket: {
      data: () => undefined,
      open: (socket) => {
        resolve()
        socket.terminate()
      },
    },
  })
  const starting = start({ MONGODB_URI: withDatabase(mongod.uri, 'patchbay-test-late'), LOG_LEVEL: 'warn' })
  await tried
  refusing.stop(true)
  await mongod.resume()
  const server = await starting
  expect((await server.send('GET', '/health', {})).body.status).toBe('healthy')
})

test('several gateways that start at once make an empty database ready together', async () => {
  const dataDir = temporaryFolder()
  const servers = await Promise.all(Array.from({ length: isThorough ? 5 : 3 }, () => start({}, dataDir)))
  for (const server of servers) {
    expect(server.output.stderr).toBe('')
    expect((await server.send('GET', '/health', {})).body.status).toBe('healthy')
  }
})

test('indexes of a collection that was made anew come back at once, those that somebody drops after an hour', async () => {
  const uri = withDatabase(sharedMongodb(), 'patchbay-test-indexes')
  const open = async () => (await openMongoStore(uri)).close()
  await open()
  const client = new MongoClient(uri)
  onTestFinished(() => client.close())
  const db = client.db()
  const readIndexes = async () => (await db.collection('audit').indexes()).map(({ name }) => name).toSorted()
  const whole = await readIndexes()
  expect(whole.length).toBeGreaterThan(1)

  await db.dropCollection('audit')
  await open()
  expect(await readIndexes()).toEqual(whole)

  await db.dropCollection('audit')
  await db.createCollection('audit')
  await open()
  expect(await readIndexes()).toEqual(whole)

  await db.collection('audit').dropIndexes()
  await db.collection('made').updateMany({}, { $set: { at: new Date(Date.now() - 3_601_000) } })
  await open()
  expect(await readIndexes()).toEqual(whole)
})

test('a gateway that is told to stop ends with 0 and keeps what was recorded last', async () => {
  const dataDir = temporaryFolder()
  const first = await start({}, dataDir)
  await first.seed('acme', { hubspot: 'a-token-of-hubspot' })
  const { headers } = await first.call('acme', 'nosuch', {})
  await first.call('acme', 'hubspot', {}, { token: 'a-wrong-token-of-acme' })
  expect(await first.end('SIGTERM')).toBe(0)
  const second = await start({}, dataDir)
  const { body } = await second.admin('GET', '/admin/audit?source=rest')
  expect(body.entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'CONFIG_MISSING', request_id: headers.get('x-request-id') }),
      expect.objectContaining({ code: 'AUTH_FAILED', count: 1 }),
    ]),
  )
})

test('whatever the URI says, audit entries are acknowledged when they survive a power loss, and counters sooner', async () => {
  const name = 'patchbay-test-durable'
  const shared = sharedMongodb()
  const MONGODB_URI = `${withDatabase(shared, name)}${shared.includes('?') ? '&' : '?'}w=0&journal=false`
  const client = new MongoClient(shared)
  await client.db(name).command({ profile: 2 })
  const server = await start({ MONGODB_URI, CALLS_PER_MINUTE: '' })
  await server.seed('acme', { hubspot: 'a-token-of-hubspot' })
  await server.call('acme', 'nosuch', {})
  const profiled = await client.db(name).collection('system.profile').find().toArray()
  await client.close()
  const concernsOf = (collection: string) =>
    new Set(
      profiled
        .filter(({ ns, command }) => ns === `${name}.${collection}` && (command.insert || command.findAndModify))
        .map(({ command }) => JSON.stringify(command.writeConcern)),
    )
  expect(concernsOf('audit')).toEqual(new Set(['{"w":"majority","wtimeout":3000,"j":true}']))
  expect(concernsOf('windows')).toEqual(new Set(['{"w":1,"j":false}']))
})
