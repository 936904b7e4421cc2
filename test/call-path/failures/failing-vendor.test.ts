// Test lanes: both-stores, long-on-mongodb, slow

import { describe, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { createAgent } from '../../oauth/agent.ts'
import { answer, type Behaviour, drop, hold, huge } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { secret, startFixture } from '../start-fixture.ts'

const { gateway, upstream } = await startFixture({
  providers: [fixture, variant('nowhere', {})],
  origins: { nowhere: 'https://nowhere.invalid' },
  env: { REQUEST_TIMEOUT_MS: '1500', MAX_RESPONSE_BYTES: '65536' },
})

const payload = 'Ada Lovelace, 12 St James Square'
const create = { action: 'create', name: payload }
const get = { action: 'get', id: '1', note: payload }
const soon = { 'retry-after': '0' }

interface Kind {
  readonly body?: object
  readonly plays?: readonly Behaviour[]
  readonly domain?: string
  readonly code?: string
  /** `error` where left out. */
  readonly outcome?: 'ok' | 'unknown'
  readonly reason: string | RegExp
  readonly tries: readonly (number | string)[]
}

/** The vendor says back what it was sent wherever it can. */
const kinds: Record<string, Kind> = {
  'a refusal in the vendor’s words': {
    plays: [answer(400, { fault: { words: `"${payload}" is taken; your key is ${secret}` } })],
    reason: 'Fixture answered 400: "[redacted]" is taken; your key is [redacted]',
    tries: [400],
  },
  'an error that is sent as 200': {
    plays: [answer(200, { fault: { words: `no room for ${payload.slice(0, 20)}...`, status: 409 } })],
    reason: 'Fixture answered 200: no room for [redacted]...',
    tries: [200],
  },
  'a key that was revoked': {
    plays: [answer(401, { key: secret, sent: payload })],
    reason: 'Fixture answered 401',
    tries: [401],
  },
  'a rate limit that lasts longer than the call may': {
    plays: [answer(429, { fault: { words: 'slow down' } }, { 'retry-after': '60' })],
    reason: 'Fixture answered 429: slow down',
    tries: [429],
  },
  'a page of a proxy in place of an answer': {
    body: get,
    plays: [answer(503, `<h1>${secret}</h1>`, soon), answer(502, payload, soon), answer(503, '', soon)],
    reason: 'Fixture answered 503',
    tries: [503, 502, 503],
  },
  'a connection that breaks off': {
    body: get,
    plays: [drop()],
    reason: 'Fixture closed the connection before its answer was complete',
    tries: ['broken', 'broken', 'broken'],
  },
  'an answer that is not JSON': {
    plays: [answer(200, `${payload} ${secret}`, { 'content-type': 'application/json' })],
    outcome: 'ok',
    reason: 'Fixture gave an answer that is not JSON; the request has taken effect',
    tries: [200],
  },
  'an answer that is too large': {
    plays: [huge(100_000)],
    outcome: 'ok',
    reason: /^Fixture gave an answer that is over the size limit/,
    tries: ['too-large'],
  },
  'a redirect elsewhere': {
    body: get,
    plays: [answer(302, '', { location: `https://elsewhere.example/?key=${encodeURIComponent(secret)}` })],
    reason: 'Fixture answered with a redirect that is not followed',
    tries: ['redirect'],
  },
  'no answer in time': {
    plays: [hold(new Promise(() => {}), answer(200, {}))],
    code: 'TIMEOUT',
    outcome: 'unknown',
    reason: 'The call took longer than 1.5 s',
    tries: ['TIMEOUT'],
  },
  'a host that no name server knows': {
    domain: 'nowhere',
    reason: /^Fixture could not be reached: its host name has no address/,
    tries: ['unresolved'],
  },
}

let count = 0

const call = async ({ body = create, plays = [answer(200, {})], domain = 'fixture' }: Partial<Kind>) => {
  upstream.play(...(plays as [Behaviour, ...Behaviour[]]))
  const id = `failing-${++count}`
  const answered = await gateway.call('acme', domain, body, { headers: { 'x-request-id': id } })
  return { id, answered, ...(await gateway.admin('GET', `/admin/calls/${id}`)).body }
}

describe('an operator finds by the request id', () => {
  it.each(Object.entries(kinds))('%s', async (_what, kind) => {
    const { id, answered, calls } = await call(kind)
    const { body = create, domain = 'fixture', code = 'UPSTREAM_ERROR', outcome = 'error' } = kind
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({
      tenant: 'acme',
      provider: domain,
      account: 'main',
      action: (body as typeof get).action,
      request_id: id,
      outcome,
      code,
      status: answered.status,
      reason: typeof kind.reason === 'string' ? kind.reason : expect.stringMatching(kind.reason),
    })
    expect(calls[0].tries.map(({ status, error }: Record<string, unknown>) => status ?? error)).toEqual(kind.tries)
    const { body: log } = await gateway.admin('GET', `/admin/audit?request_id=${id}`)
    expect(log.entries).toMatchObject([{ id: calls[0].id, reason: calls[0].reason }])
    const shown = JSON.stringify([calls, log])
    for (const hidden of [secret, encodeURIComponent(secret), payload, 'Lovelace']) expect(shown).not.toContain(hidden)
  })
})

describe('the reason of a refusal by the gateway', () => {
  const mark = 'Lovelace-1815'

  it.each<[body: object, headers?: Record<string, string>]>([
    [{ action: mark }],
    [{ action: { mark } }],
    [{ ...get, account_id: mark }],
    [{ ...get, id: { mark } }],
    [{ ...get, unknown: mark }],
    [{ ...get, note: `${mark}\r\nx: y` }],
    [{ ...get, filter: mark }],
    [{ ...get, result_fields: [mark, 7] }],
    [{ action: 'raw', method: 'GET', path: `/../${mark}` }],
    [{ action: 'raw', method: mark, path: '/' }],
    [{ action: 'pay', amount: 5 }, { 'idempotency-key': `${mark}${'x'.repeat(300)}` }],
  ])('of %j holds no value that the caller sent', async (body, headers = {}) => {
    const id = `refused-${++count}`
    const { status } = await gateway.call('acme', 'fixture', body, { headers: { ...headers, 'x-request-id': id } })
    const { calls } = (await gateway.admin('GET', `/admin/calls/${id}`)).body
    expect(status).toBeGreaterThanOrEqual(400)
    expect(calls[0].reason).toMatch(/./)
    expect(calls[0].reason).not.toContain(mark)
  })

  it('by the access of its token names the rule', async () => {
    const token = 'a-token-that-reads-nothing'
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token, deny: ['fixture:read'] })
    const headers = { 'x-request-id': 'denied' }
    const { status, body } = await gateway.call('acme', 'fixture', get, { token, headers })
    expect(status).toBe(403)
    const { calls } = (await gateway.admin('GET', '/admin/calls/denied')).body
    expect(calls).toMatchObject([{ code: 'FORBIDDEN', reason: body.error }])
    expect(body.error).toContain('fixture:')
  })
})

describe('a call', () => {
  it('that got over failures shows each try', async () => {
    const { calls } = await call({ body: get, plays: [answer(503, '', soon), answer(429, '', soon), answer(200, {})] })
    expect(calls).toMatchObject([
      {
        outcome: 'ok',
        reason: null,
        cache: 'BYPASS',
        billable: true,
        tries: [
          { status: 503, error: null, duration_ms: expect.any(Number) },
          { status: 429, error: null },
          { status: 200, error: null },
        ],
      },
    ])
  })

  it('that needed one try has the status and time of the call; one from the cache has no try', async () => {
    const look = { action: 'look', id: 'tried' }
    const { calls } = await call({ body: look })
    expect(calls).toMatchObject([{ cache: 'MISS', tries: [{ status: 200, error: null }] }])
    expect(calls[0].tries[0].duration_ms).toBe(calls[0].duration_ms)
    expect((await call({ body: look })).calls).toMatchObject([{ cache: 'HIT', tries: [] }])
  })

  it('over several pages shows the good ones before the bad one', async () => {
    const page = (next: string) => answer(200, { results: [{ id: 1 }], paging: { next } })
    const { calls } = await call({
      body: { action: 'list_by_cursor', limit: 3 },
      plays: [page('b'), answer(503, '', soon), page('c'), answer(400, {})],
    })
    expect(calls[0].tries.map(({ status }: { status: number }) => status)).toEqual([200, 503, 200, 400])
  })

  it('is found by the id of its audit entry, too, which a caller can’t take for its own', async () => {
    const { calls } = await call({})
    const [{ id }] = calls
    await gateway.call('acme', 'fixture', create, { headers: { 'x-request-id': id } })
    expect((await gateway.admin('GET', `/admin/calls/${id}`)).body).toEqual({ calls })
  })

  it('is found by the id that the gateway made, and by one of its caller’s that looks like one of another time', async () => {
    const { headers } = await gateway.call('acme', 'fixture', create)
    const made = headers.get('x-request-id') ?? ''
    expect(Date.now() - Number.parseInt(made.replace('-', '').slice(0, 12), 16)).toBeLessThan(60_000)
    const ofLastYear = '01933f5e-0000-7000-8000-0123456789ab'
    await gateway.call('acme', 'fixture', create, { headers: { 'x-request-id': ofLastYear } })
    const ofTheFuture = 'ffffffff-ffff-7000-8000-0123456789ab'
    await gateway.call('acme', 'fixture', create, { headers: { 'x-request-id': ofTheFuture } })
    for (const id of [made, ofLastYear, ofTheFuture]) {
      expect((await gateway.admin('GET', `/admin/calls/${id}`)).body.calls).toMatchObject([{ request_id: id }])
    }
  })

  it('that shares its request id with others is shown with them', async () => {
    const headers = { 'x-request-id': 'shared' }
    await gateway.call('acme', 'fixture', create, { headers })
    await gateway.call('acme', 'fixture', get, { headers })
    const { body } = await gateway.admin('GET', '/admin/calls/shared')
    expect(body.calls.map(({ action }: { action: string }) => action)).toEqual(['get', 'create'])
  })

  it('says whose token it was made with', async () => {
    const token = 'a-token-with-a-label'
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token, label: 'The sync' })
    await gateway.call('acme', 'fixture', get, { token, headers: { 'x-request-id': 'labelled' } })
    const { body } = await gateway.admin('GET', '/admin/calls/labelled')
    expect(body.calls).toMatchObject([{ token_label: 'The sync', application: null }])
  })

  it('says which application made it', async () => {
    const agent = createAgent(gateway.url)
    const client = await agent.register()
    const { access_token: token } = await agent.connect(client, tokenOf('acme'))
    await gateway.call('acme', 'fixture', get, { token, headers: { 'x-request-id': 'by-an-application' } })
    const { body } = await gateway.admin('GET', '/admin/calls/by-an-application')
    expect(body.calls).toMatchObject([{ token_label: null, application: { client_id: client } }])
  })

  it('that nobody made is 404, and so is a request of an administrator', async () => {
    await gateway.admin('GET', '/admin/tenants/acme', undefined, { 'x-request-id': 'of-an-administrator' })
    for (const id of ['no-such-call', 'of-an-administrator', '01a204f9-25ac-73f0-b127-85a1ca0d06ab']) {
      expect(await gateway.admin('GET', `/admin/calls/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    }
    expect((await gateway.admin('GET', '/admin/calls/a%20b')).status).toBe(400)
  })

  it('is shown to nobody without an admin key', async () => {
    const { status } = await gateway.send('GET', '/admin/calls/shared', {})
    expect(status).toBe(401)
  })
})
