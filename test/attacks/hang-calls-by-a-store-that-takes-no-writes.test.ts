// Test lanes: mongodb, slow

import { MongoClient } from 'mongodb'
import { afterAll, expect, test } from 'vitest'
import { createAsker } from '../approvals/start-asking.ts'
import { startFixture } from '../call-path/start-fixture.ts'
import { type Answered, tokenOf } from '../client.ts'
import { toolCall } from '../mcp/messages.ts'
import { startMongod } from '../mongodb.ts'
import { withDatabase } from '../mongodb-uri.ts'
import { callback, createAgent } from '../oauth/agent.ts'
import { answer } from '../providers/scripted.ts'

/** A server for this file alone: its lock would stop all other tests. */
const mongod = await startMongod()
const uri = withDatabase(mongod.uri, 'patchbay-test-locked')
const operator = await new MongoClient(uri).connect()
afterAll(async () => {
  await operator.close()
  await mongod.stop()
})
const { gateway, upstream } = await startFixture({ env: { MONGODB_URI: uri } })
const asker = createAsker(gateway, upstream)
const agent = createAgent(gateway.url)
await gateway.seed('careful', { fixture: 'a-token' })
await gateway.admin('PATCH', '/admin/tenants/careful', { options: { ask: ['*:write'] } })

const latestMs = 31_000
const healed = { timeout: 30_000, interval: 100 }

const health = async () => (await gateway.send('GET', '/health', {})).status
const authorization = { authorization: `Bearer ${tokenOf('acme')}` }

interface Asked {
  readonly what: string
  readonly ms: number
  readonly answer: Answered
}

const timed = async (what: string, asked: Promise<Answered>): Promise<Asked> => {
  const startedAt = performance.now()
  const answered = await asked
  return { what, ms: performance.now() - startedAt, answer: answered }
}

/** The code of an error, however it is worded there. */
const readCode = ({ body }: Answered): string | undefined =>
  body?.code ?? body?.error_code ?? body?.result?.structuredContent?.code ?? body?.error

const rest = (what: string, body: object, headers = {}, tenant = 'acme') =>
  timed(what, gateway.call(tenant, 'fixture', body, { headers: { 'x-request-id': what, ...headers } }))

const mcp = (what: string, name: string, args: Record<string, unknown>, query = '') => {
  const { headers, body } = toolCall('modern', name, args)
  return timed(what, gateway.send('POST', `/mcp${query}`, { ...authorization, 'x-request-id': what, ...headers }, body))
}

const admin = (what: string, method: string, path: string, body: unknown) =>
  timed(what, gateway.admin(method, path, body, { 'x-request-id': what }))

/** One request for everything that callers and administrators do. */
const askAll = (n: string, approval: { id: string; digest: string }, client: string, refreshToken: string) => {
  const code = `return await call('fixture', 'create', { name: 'by code ${n}' })`
  const account = { id: `other-${n}`, label: 'Other' }
  const main = { id: 'main', label: 'Main' }
  return Promise.all([
    rest(`read-${n}`, { action: 'get', id: n }),
    rest(`write-${n}`, { action: 'create', name: `plain ${n}` }),
    rest(`key-${n}`, { action: 'create', name: `with a key ${n}` }, { 'idempotency-key': `the-key-${n}` }),
    rest(`asked-${n}`, { action: 'create', name: `asked ${n}` }, {}, 'careful'),
    mcp(`tool-${n}`, 'fixture', { action: 'create', name: `by a tool ${n}` }),
    mcp(`code-${n}`, 'run_code', { code, parameters: {} }, '?tools=code'),
    admin(`change-${n}`, 'PUT', `/admin/tenants/changed-${n}`, {
      name: 'Changed',
      status: 'active',
      providers: { fixture: { accounts: [main, account], default: 'main' } },
      options: { tools: 'domains' },
    }),
    admin(`decision-${n}`, 'POST', `/admin/approvals/${approval.id}/decision`, {
      decision: 'approve',
      digest: approval.digest,
    }),
    timed(`token-${n}`, agent.refresh(client, refreshToken)),
    timed(`client-${n}`, agent.post('/oauth/register', { client_name: 'Agent', redirect_uris: [callback] })),
  ])
}

test('while MongoDB takes no writes every call ends by its deadline, and afterwards nothing is doubled, lost or left taken', {
  timeout: 240_000,
}, async () => {
  const client = await agent.register()
  const { refresh_token } = await agent.connect(client, tokenOf('acme'))
  const waiting = await gateway.call('careful', 'fixture', { action: 'create', name: 'approved' })
  const id: string = waiting.body.data.approval_id
  const { digest } = await asker.show(id)
  expect(digest).toEqual(expect.any(String))
  upstream.play(answer(200, { ok: true }))
  const warm = await gateway.call('acme', 'fixture', { action: 'get', id: 'warm' })
  expect([warm.status, await health()]).toEqual([200, 200])
  const sentBefore = upstream.requests.length

  await operator.db('admin').command({ fsync: 1, lock: true })
  let first: readonly Asked[]
  let second: readonly Asked[]
  try {
    const asked = askAll('first', { id, digest }, client, refresh_token)
    // Its time-out is a second, and a report is kept for another; the rest is for a busy machine.
    await expect.poll(health, { timeout: 10_000, interval: 250 }).toBe(503)
    first = await asked
    second = await askAll('second', { id, digest }, client, refresh_token)
    expect(await health()).toBe(503)
  } finally {
    await operator.db('admin').command({ fsyncUnlock: 1 })
  }
  const all = [...first, ...second]
  expect(all.filter(({ ms }) => ms > latestMs)).toEqual([])
  const unread = all.filter(({ what }) => !what.startsWith('read-') && !what.startsWith('code-'))
  expect(unread.map(({ what, answer }) => [what, readCode(answer)])).toEqual(
    unread.map(({ what }) => [what, /^(token|client)-/.test(what) ? 'temporarily_unavailable' : 'UNAVAILABLE']),
  )
  // A read may have been at its provider before anybody knew.
  expect(upstream.requests.slice(sentBefore).filter(({ method }) => method !== 'GET')).toEqual([])

  await expect.poll(health, healed).toBe(200)
  await expect
    .poll(() => gateway.call('acme', 'fixture', { action: 'get', id: 'after' }), healed)
    .toMatchObject({ status: 200 })
  for (const n of ['first', 'second']) {
    // Nothing keeps what was given up.
    const again = { headers: { 'idempotency-key': `the-key-${n}` } }
    const create = () => gateway.call('acme', 'fixture', { action: 'create', name: `with a key ${n}` }, again)
    await expect.poll(create, healed).toMatchObject({ status: 200 })
    expect((await gateway.admin('GET', `/admin/tenants/changed-${n}`)).status).toBe(404)
  }
  expect(upstream.requests.slice(sentBefore).filter(({ method }) => method === 'POST')).toHaveLength(2)

  const open = async () => [
    await operator.db().collection('intents').countDocuments(),
    await operator.db().collection('effect_keys').countDocuments({ state: 'running' }),
  ]
  await expect.poll(open, healed).toEqual([0, 0])
  const entries = async (): Promise<readonly Record<string, string>[]> =>
    (await gateway.admin('GET', '/admin/audit?limit=1000')).body.entries
  // A request that is refused before its caller is known has no entry.
  const unrecorded = /^(token|client|code|change-second|decision-second)/
  const recorded = all.filter(({ what }) => !unrecorded.test(what)).map(({ what }) => what)
  await expect
    .poll(
      async () =>
        (await entries()).flatMap(({ request_id = '' }) => (recorded.includes(request_id) ? [request_id] : [])).sort(),
      healed,
    )
    .toEqual(recorded.toSorted())
  expect((await entries()).filter(({ outcome }) => outcome === 'unknown')).toEqual([])

  // A decision is one write, which may be carried out late: then it stands (the job sends the call), and else it can still be made.
  const { body: found } = await gateway.admin('GET', `/admin/approvals/${id}`)
  expect(['waiting', 'approved']).toContain(found.state)
  if (found.state === 'waiting') expect(await asker.decide(id, digest)).toMatchObject({ status: 200 })
})
