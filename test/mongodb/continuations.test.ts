// Test lanes: mongodb

import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, tokenOf } from '../client.ts'
import { findSecret } from '../e2e/find-secret.ts'
import { searchFor } from '../e2e/stage.ts'
import { toolCall } from '../mcp/messages.ts'
import { startMongod } from '../mongodb.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { answer, type Scripted, startScripted } from '../providers/scripted.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const results = 40
const words = 'words-that-only-the-provider-has-said'
const contacts = Array.from({ length: 150 }, (_, id) => ({ id: `${id}`, properties: { note: `${words} ${id}` } }))
const uri = withDatabase(sharedMongodb(), 'patchbay-test-continuations')

let upstream: Scripted
let gateways: ServerProcess[]
let balancer: ReturnType<typeof startRoundRobin>

/** Sends each request to the next gateway. */
const startRoundRobin = () => {
  let requests = 0
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const target = gateways[requests++ % gateways.length]?.url
      const { method, headers } = request
      const answered = await fetch(`${target}/mcp`, { method, headers, body: await request.bytes() })
      return new Response(await answered.bytes(), { status: answered.status })
    },
  })
}

beforeAll(async () => {
  upstream = await startScripted(answer(200, { id: '1', properties: {}, total: contacts.length, results: contacts }))
  const env = { MONGODB_URI: uri, PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }) }
  gateways = await Promise.all([startServerProcess({ env }), startServerProcess({ env })])
  balancer = startRoundRobin()
  await gateways[0]?.seed('acme', { hubspot: 'a-token' })
  await changeTenant('Acme')
})
afterAll(async () => {
  await balancer.stop(true)
  await Promise.all([...gateways.map((gateway) => gateway.stop()), upstream.stop()])
})

const admin = async (method: string, path: string, body?: unknown) => gateways[0]?.admin(method, path, body)

const configuration = (name: string) => ({
  name,
  status: 'active',
  options: { max_result_bytes: 4096 },
  providers: { hubspot: { accounts: [{ id: 'main', label: 'Main' }], default: 'main' } },
})

const changeTenant = (name: string) => admin('PUT', '/admin/tenants/acme', configuration(name))

const callTool = async (args: Record<string, unknown>, url = balancer.url.origin) => {
  const { headers, body } = toolCall('modern', 'hubspot', args)
  const authorized = { ...headers, authorization: `Bearer ${tokenOf('acme')}` }
  const answered = await createClient(url, '').send('POST', '/mcp', authorized, body)
  return answered.body.result.structuredContent
}

/** The whole result that a client received, and the number of its parts. */
const readToTheEnd = async (args: Record<string, unknown>, afterFirst = async (): Promise<unknown> => undefined) => {
  let part = await callTool(args)
  const read = [...part.data.results]
  await afterFirst()
  let parts = 1
  for (; part.truncated; parts++) {
    part = await callTool({ action: args.action, continuation: part.truncated.continuation })
    read.push(...(part.data?.results ?? []))
  }
  return { read, parts }
}

const documentsIn = async (collection: string) => {
  const client = new MongoClient(uri)
  const documents = await client.db().collection(collection).find().toArray()
  await client.close()
  return documents
}

test(`${results} of ${results} results are read to the end over two gateways, also after a change of the tenant`, async () => {
  const whole = []
  for (let n = 0; n < results; n++) {
    const change = n % 2 ? () => changeTenant(`Acme ${n}`) : undefined
    const { read, parts } = await readToTheEnd(searchFor(`${n}@example.com`), change)
    expect(parts).toBeGreaterThan(2)
    if (JSON.stringify(read) === JSON.stringify(contacts)) whole.push(n)
  }
  expect(whole).toHaveLength(results)
  expect(upstream.requests).toHaveLength(results)
})

test('the result of a write is read to the end over two gateways, and the write is sent once', async () => {
  const before = upstream.requests.length
  const create = { action: 'create', object_type: 'contacts', properties: { email: 'ada@example.com' } }
  const { read } = await readToTheEnd(create)
  expect(read).toEqual(contacts)
  expect(upstream.requests).toHaveLength(before + 1)
})

test('a part that is asked for again is the same, at either gateway', async () => {
  const { truncated } = await callTool(searchFor('again@example.com'))
  const { continuation } = truncated
  const [once, again] = [await callTool({ continuation }), await callTool({ continuation })]
  expect(once.data.results.length).toBeGreaterThan(1)
  expect(again).toEqual(once)
})

test('what the provider said is sealed in the database, and goes with its tenant', async () => {
  await callTool(searchFor('sealed@example.com'))
  const documents = await documentsIn('continuations')
  const places = new Map([['continuations', Buffer.from(JSON.stringify(documents))]])
  // The search itself works: it finds a stored value.
  expect(findSecret(places, 'acme')).toContain('continuations: plain')
  expect(findSecret(places, words)).toEqual([])
  expect(findSecret(places, 'sealed@example.com')).toEqual([])
  expect((await admin('DELETE', '/admin/tenants/acme'))?.status).toBe(204)
  expect(await documentsIn('continuations')).toEqual([])
})

test('an answer that comes while the store is down goes out, as much of it as has room', async () => {
  const mongod = await startMongod()
  const slow = await startScripted(async (response, scene) => {
    await mongod.halt()
    await answer(200, { total: contacts.length, results: contacts })(response, scene)
  })
  const env = {
    MONGODB_URI: withDatabase(mongod.uri, 'patchbay-test-continuations'),
    PROVIDER_ORIGINS: JSON.stringify({ hubspot: slow.origin }),
  }
  const gateway = await startServerProcess({ env })
  await gateway.seed('acme', { hubspot: 'a-token' })
  await gateway.admin('PUT', '/admin/tenants/acme', configuration('Acme'))
  const part = await callTool(searchFor('ada@example.com'), gateway.url)
  await Promise.all([gateway.stop(), slow.stop()])
  await mongod.stop()
  const { at, returned, total } = part.truncated
  expect([part.success, at, total]).toEqual([true, '/results', contacts.length])
  expect(part.data.results).toEqual(contacts.slice(0, returned))
  expect(part.truncated).not.toHaveProperty('continuation')
})
