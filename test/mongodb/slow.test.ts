// Test lanes: mongodb, slow, long

import { MongoClient } from 'mongodb'
import { afterAll, expect, test } from 'vitest'
import { startFixture } from '../call-path/start-fixture.ts'
import { type Answered, tokenOf } from '../client.ts'
import { toolCall } from '../mcp/messages.ts'
import { sharedMongodb, withDatabase } from '../mongodb-uri.ts'
import { createAgent } from '../oauth/agent.ts'
import { seeded } from '../seeded.ts'
import { startSlowProxy } from '../slow-proxy.ts'

const seed = 42
const name = 'patchbay-test-slow'
const direct = withDatabase(sharedMongodb(), name)
const { port } = new URL(direct.replace(/^mongodb:/, 'http:'))
const proxy = await startSlowProxy(Number(port), seed)
afterAll(() => proxy.stop())
const operator = await new MongoClient(direct).connect()
afterAll(() => operator.close())
await operator.db().dropDatabase()

const { gateway, upstream } = await startFixture({
  env: { MONGODB_URI: `mongodb://127.0.0.1:${proxy.port}/${name}?directConnection=true` },
})
const agent = createAgent(gateway.url)

const latestMs = 31_000
const healed = { timeout: 60_000, interval: 250 }
const authorization = { authorization: `Bearer ${tokenOf('acme')}` }

interface Asked {
  readonly id: string
  readonly kind: string
  readonly ms: number
  readonly answer: Answered
}

const kinds: Readonly<Record<string, (id: string) => Promise<Answered>>> = {
  read: (id) => gateway.call('acme', 'fixture', { action: 'get', id }, { headers: { 'x-request-id': id } }),
  write: (id) => gateway.call('acme', 'fixture', { action: 'create', name: id }, { headers: { 'x-request-id': id } }),
  key: (id) =>
    gateway.call(
      'acme',
      'fixture',
      { action: 'create', name: id },
      { headers: { 'x-request-id': id, 'idempotency-key': id } },
    ),
  tool: (id) => {
    const { headers, body } = toolCall('modern', 'fixture', { action: 'create', name: id })
    return gateway.send('POST', '/mcp', { ...authorization, ...headers, 'x-request-id': id }, body)
  },
  change: (id) =>
    gateway.admin('PUT', `/admin/tenants/${id}`, { name: id, status: 'active', providers: {} }, { 'x-request-id': id }),
  client: () => agent.form('/oauth/token', { grant_type: 'refresh_token', refresh_token: 'pb_refresh_nobodys' }),
  health: () => gateway.send('GET', '/health', {}),
}

const timed = async (id: string, kind: string, ask: (id: string) => Promise<Answered>): Promise<Asked> => {
  const startedAt = performance.now()
  const answer = await ask(id)
  return { id, kind, ms: performance.now() - startedAt, answer }
}

/** Twelve callers, each of whom asks one thing after the other. */
const askMany = async (round: string, rounds: number): Promise<readonly Asked[]> => {
  const random = seeded(seed)
  const entries = Object.entries(kinds)
  const callers = Array.from({ length: 12 }, async (_, caller) => {
    const asked: Asked[] = []
    for (let n = 0; n < rounds; n++) {
      const [kind, ask] = entries[Math.floor(random() * entries.length)] ?? ['read', kinds.read]
      if (ask) asked.push(await timed(`${round}-${kind}-${caller}-${n}`, kind, ask))
    }
    return asked
  })
  return (await Promise.all(callers)).flat()
}

/** The vendor's count of this write. */
const countSent = (id: string): number =>
  upstream.requests.filter(({ method, body }) => method === 'POST' && String(body).includes(`"${id}"`)).length

const isDone = ({ kind, answer }: Asked): boolean =>
  kind === 'tool' ? answer.body?.result?.isError !== true && answer.status === 200 : answer.status < 300

/** Tells if an answer says that nothing was sent. */
const isUnavailable = ({ answer }: Asked): boolean =>
  answer.status === 503 || answer.body?.result?.structuredContent?.code === 'UNAVAILABLE'

test('a MongoDB whose every packet is late by up to 5 s holds no request past its deadline, and nothing is doubled, lost or left taken', {
  timeout: 400_000,
}, async () => {
  // Slow commands whose monitor still gets its answers, then anything.
  proxy.slowness.mostMs = 900
  const slow = await askMany('slow', 4)
  proxy.slowness.mostMs = 5000
  const slower = await askMany('slower', 3)
  proxy.slowness.mostMs = 0
  const all = [...slow, ...slower]
  expect(all.filter(({ ms }) => ms > latestMs)).toEqual([])
  expect(all.filter(({ kind, answer }) => kind !== 'client' && ![200, 201, 503, 504].includes(answer.status))).toEqual(
    [],
  )
  const call = () => gateway.call('acme', 'fixture', { action: 'get', id: 'after' })
  await expect.poll(call, healed).toMatchObject({ status: 200 })

  const writes = all.filter(({ kind }) => ['write', 'key', 'tool'].includes(kind))
  expect(writes.filter(({ id }) => countSent(id) > 1)).toEqual([])
  expect(writes.filter((asked) => isDone(asked) && countSent(asked.id) !== 1)).toEqual([])
  expect(writes.filter((asked) => isUnavailable(asked) && countSent(asked.id) !== 0)).toEqual([])

  const open = async () => [
    await operator.db().collection('intents').countDocuments(),
    await operator.db().collection('effect_keys').countDocuments({ state: 'running' }),
  ]
  await expect.poll(open, healed).toEqual([0, 0])

  const recorded = new Map<string, string[]>()
  for (let before = ''; ; ) {
    const { body } = await gateway.admin('GET', `/admin/audit?tenant=acme&limit=500${before && `&before=${before}`}`)
    for (const { request_id, outcome } of body.entries)
      recorded.set(request_id, [...(recorded.get(request_id) ?? []), outcome])
    if (body.entries.length < 500) break
    before = body.entries.at(-1).id
  }
  const calls = all.filter(({ kind }) => ['read', 'write', 'key', 'tool'].includes(kind))
  expect(calls.filter((asked) => isDone(asked) && recorded.get(asked.id)?.join() !== 'ok')).toEqual([])
  expect(calls.filter(({ id }) => (recorded.get(id)?.length ?? 0) > 1)).toEqual([])
  expect(writes.filter(({ id }) => countSent(id) === 1 && recorded.get(id)?.[0] === 'error')).toEqual([])

  // Each key gives the first answer, or is free.
  for (const { id } of all.filter(({ kind }) => kind === 'key'))
    await expect.poll(async () => [(await kinds.key?.(id))?.status, countSent(id)], healed).toEqual([200, 1])
  for (const { id, answer } of all.filter(({ kind }) => kind === 'change'))
    if (answer.status < 300) expect((await gateway.admin('GET', `/admin/tenants/${id}`)).status).toBe(200)
})
