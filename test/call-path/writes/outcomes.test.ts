// Test lanes: both-stores, long-on-mongodb

import { setTimeout } from 'node:timers/promises'
import type { AuditEntry } from '@patchbay/core/store'
import { afterAll, describe, expect, it } from 'vitest'
import { restRoute } from '../../../server/rest/index.ts'
import { answered } from '../../client.ts'
import { domainOf } from '../../domain-of.ts'
import { mountMcp } from '../../mcp/mount-mcp.ts'
import { answer, type Behaviour, drop, dropMidway, hold, huge, startScripted } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

const { call, gateway, upstream, audited } = await startFixture({
  providers: [fixture, variant('nowhere', {}), variant('closed', {})],
  origins: { nowhere: 'https://nowhere.invalid', closed: 'http://127.0.0.1:1' },
  env: { MAX_RESPONSE_BYTES: '4096', REQUEST_TIMEOUT_MS: '1500' },
})

await gateway.admin('PATCH', '/admin/tenants/acme', { options: { allow_raw: true } })

const create = { action: 'create', name: 'Ada' }
const rename = { action: 'rename', id: '1', name: 'Ada' }
const soon = { 'retry-after': '0' }

interface Kind {
  readonly body?: object
  readonly plays?: readonly Behaviour[]
  readonly domain?: string
  readonly status: number
  readonly outcome: AuditEntry['outcome']
  readonly billable: boolean
}

/** The log's outcome for each kind of write: `ok` writes have reached the vendor, `error` writes have not. */
const kinds: Record<string, Kind> = {
  'a write that is done': { plays: [answer(201, {})], status: 201, outcome: 'ok', billable: true },
  'a refusal': { plays: [answer(422, {})], status: 422, outcome: 'error', billable: true },
  'a rate limit': { plays: [answer(429, {})], status: 429, outcome: 'error', billable: true },
  'a redirect': { plays: [answer(302, '', { location: '/' })], status: 502, outcome: 'error', billable: true },
  'a vendor’s fault': { plays: [answer(500, {})], status: 500, outcome: 'unknown', billable: false },
  'a vendor’s time-out': { plays: [answer(408, {})], status: 408, outcome: 'unknown', billable: false },
  'a connection that breaks': { plays: [drop()], status: 502, outcome: 'unknown', billable: false },
  'an answer that is cut': { plays: [dropMidway()], status: 502, outcome: 'unknown', billable: false },
  'no answer in time': {
    plays: [hold(new Promise(() => {}), answer(200))],
    status: 504,
    outcome: 'unknown',
    billable: false,
  },
  'an answer that is no JSON': {
    plays: [answer(200, 'x', { 'content-type': 'application/json' })],
    status: 502,
    outcome: 'ok',
    billable: true,
  },
  'an answer that is too large': { plays: [huge(10_000)], status: 502, outcome: 'ok', billable: true },
  'a host that nobody knows': { domain: 'nowhere', status: 502, outcome: 'error', billable: false },
  'a port that is closed': { domain: 'closed', status: 502, outcome: 'error', billable: false },
  'a raw write that breaks': {
    body: { action: 'raw', method: 'POST', path: '/things', body: {} },
    plays: [drop()],
    status: 502,
    outcome: 'unknown',
    billable: false,
  },
  'a fault, then done': {
    body: rename,
    plays: [answer(503, '', soon), answer(200, {})],
    status: 200,
    outcome: 'ok',
    billable: true,
  },
  'a fault, then a refusal': {
    body: rename,
    plays: [answer(503, '', soon), answer(404, {})],
    status: 404,
    outcome: 'unknown',
    billable: false,
  },
  'a status that says not done, then a refusal': {
    body: { action: 'book', name: 'Ada' },
    plays: [answer(423, '', soon), answer(400, {})],
    status: 400,
    outcome: 'error',
    billable: true,
  },
}

describe('the log says of', () => {
  it.each(Object.entries(kinds))('%s', async (_what, { body = create, plays, domain, status, outcome, billable }) => {
    const given = await call(body, plays, domain)
    expect(given.status).toBe(status)
    const entry = await audited()
    expect(entry).toMatchObject({ outcome, billable, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect((await gateway.admin('GET', `/admin/calls/${entry.id}`)).body.calls).toMatchObject([{ outcome, billable }])
  })

  it('a read that fails nothing more than before', async () => {
    await call({ action: 'get', id: '1' }, [answer(500, {})])
    expect(await audited()).toMatchObject({ outcome: 'error', billable: true })
    expect(await audited()).not.toHaveProperty('digest')
  })
})

it('who can’t have the answer of a write that is done is told that it is done', async () => {
  const { body } = await call(create, [answer(200, 'x', { 'content-type': 'application/json' })])
  expect(body.error).toMatch(/; the request has taken effect$/)
})

it('equal calls have digests that nobody can compare, and that hold no parameter', async () => {
  const digests: string[] = []
  for (let n = 0; n < 2; n++) {
    await call(create, [answer(201, {})])
    digests.push((await audited()).digest)
  }
  expect(new Set(digests).size).toBe(2)
})

it('where the store fails before a write is sent, nothing is sent, and the caller is told to try again', async () => {
  const provider = await startScripted(answer(201, {}))
  let isFull = false
  const mounted = await mountMcp(
    ({ calls }) => [restRoute({ calls, maxBodyBytes: 1000 })],
    [domainOf(fixture)],
    { fixture: provider.origin },
    {
      commit: (effects, given) =>
        isFull && given.intents ? Promise.reject(new Error('the disk is full')) : effects.commit(given),
    },
  )
  afterAll(() => Promise.all([mounted.stop(), provider.stop()]))
  const request = () =>
    fetch(`${mounted.url}/api/v1/acme/fixture`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mounted.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(create),
    }).then(answered)
  isFull = true
  expect(await request()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE', retry_after: 1 } })
  expect(provider.requests).toHaveLength(0)
  isFull = false
  await expect.poll(async () => (await request()).status, { timeout: 5000 }).toBe(201)
})

it('an intent is durable before the vendor gets a byte of the write', async () => {
  const provider = await startScripted(answer(201, {}))
  const steps: string[] = []
  provider.play((response, scene) => {
    steps.push('sent')
    return answer(201, {})(response, scene)
  })
  const mounted = await mountMcp(
    ({ calls }) => [restRoute({ calls, maxBodyBytes: 1000 })],
    [domainOf(fixture)],
    { fixture: provider.origin },
    {
      commit: async (effects, given) => {
        await setTimeout(20)
        const lost = await effects.commit(given)
        steps.push(given.intents ? 'intent' : 'entry')
        return lost
      },
    },
  )
  afterAll(() => Promise.all([mounted.stop(), provider.stop()]))
  await fetch(`${mounted.url}/api/v1/acme/fixture`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mounted.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(create),
  })
  expect(steps).toEqual(['intent', 'sent', 'entry'])
})

it('an administrator resolves a call by its own id, or by its request id where no other unresolved one has it', async () => {
  await gateway.seed('resolved', { fixture: 'secret' })
  const lose = async (requestId: string) => {
    upstream.play(drop())
    const headers = { 'x-repeat': 'true', 'x-request-id': requestId }
    await gateway.call('resolved', 'fixture', create, { headers })
    return (await gateway.admin('GET', '/admin/calls?tenant=resolved&limit=1')).body.calls[0].id
  }
  const resolve = async (id: string) => {
    const { status, body } = await gateway.admin('POST', `/admin/calls/${id}/resolve`, { as: 'absent' })
    return [status, body.resolves ?? body.code]
  }
  const alone = await lose('alone')
  expect(await resolve('alone')).toEqual([200, alone])
  expect(await resolve('alone')).toEqual([404, 'NOT_FOUND'])
  const [first, second] = [await lose('shared'), await lose('shared')]
  expect(await resolve('shared')).toEqual([409, 'CONFLICT'])
  expect(await resolve(first)).toEqual([200, first])
  expect(await resolve('shared')).toEqual([200, second])
  expect(await resolve('nothing')).toEqual([404, 'NOT_FOUND'])
})

it('an administrator resolves several calls at once: each has its own result, and the log names each', async () => {
  await gateway.seed('several', { fixture: 'secret' })
  const headersOf = (n: number) => ({ 'x-repeat': 'true', 'x-request-id': `lost-${n}` })
  for (let n = 0; n < 10; n++) {
    upstream.play(drop())
    await gateway.call('several', 'fixture', create, { headers: headersOf(n) })
  }
  const listUnknown = async () => (await gateway.admin('GET', '/admin/calls?tenant=several')).body.calls
  const lost: string[] = (await listUnknown()).map(({ id }: { id: string }) => id)
  const [newest = '', ...others] = lost
  const resolve = (ids: readonly string[], as: 'done' | 'absent') =>
    gateway.admin('POST', '/admin/calls/resolve', { ids, as, note: 'The list of the vendor' })
  const { status, body } = await resolve([...others, 'lost-9', 'nothing', newest], 'absent')
  expect(status).toBe(200)
  expect(body.calls.map(({ id, code }: { id: string; code: string | null }) => [id, code])).toEqual([
    ...others.map((id) => [id, null]),
    ['lost-9', null],
    ['nothing', 'NOT_FOUND'],
    // By its request id it was resolved right before.
    [newest, 'NOT_FOUND'],
  ])
  expect(body.calls.at(-2)).toMatchObject({ entry: null, error: expect.stringContaining('No call with this id') })
  expect(body.calls[0].entry).toMatchObject({
    resolves: others[0],
    resolved_as: 'absent',
    reason: 'The list of the vendor',
  })
  expect(await listUnknown()).toEqual([])

  const { entries } = (await gateway.admin('GET', '/admin/audit?tenant=several&source=admin&limit=100')).body
  const resolving = entries.flatMap(({ resolves }: { resolves?: string }) => resolves ?? [])
  expect(resolving.toSorted()).toEqual(lost.toSorted())
  const requests = (await gateway.admin('GET', '/admin/audit?action=resolve_calls&limit=100')).body.entries
  const named = requests.map(({ key, outcome }: { key: string; outcome: string }) => [key, outcome])
  expect(named.toSorted()).toEqual(
    [
      ...others.map((id) => [`calls/${id}`, 'ok']),
      ['calls/lost-9', 'ok'],
      ['calls/nothing', 'error'],
      [`calls/${newest}`, 'error'],
    ].toSorted(),
  )
})

it.each<[what: string, ids: readonly string[]]>([
  ['no call', []],
  ['more than a hundred', Array.from({ length: 101 }, (_, n) => `call-${n}`)],
  ['a call twice', ['one', 'one']],
])('resolving %s at once is refused', async (_what, ids) => {
  const { status, body } = await gateway.admin('POST', '/admin/calls/resolve', { ids, as: 'done' })
  expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
})
