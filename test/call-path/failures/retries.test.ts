// Test lanes: slow

import { describe, expect, it } from 'vitest'
import { answer, type Behaviour, drop, dropMidway } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

const { call } = await startFixture({
  providers: [
    fixture,
    variant('once', { retry: { tries: 1 } }),
    variant('wider', { retry: { tries: 2, on: [409] } }),
    variant('hinted', { rateLimit: { header: 'X-Wait', unit: 'ms' } }),
  ],
})

const get = { action: 'get', id: '1' }
const create = { action: 'create', name: 'x' }
const book = { action: 'book', name: 'x' }
const rename = { action: 'rename', id: '1', name: 'x' }
const pay = { action: 'pay', amount: 5 }

/** Comes back at once, so that no test waits. */
const fails = (status: number): Behaviour => answer(status, {}, { 'retry-after': '0' })
/** A rate limit that isn't sent as 429. */
const limited = (wait: number): Behaviour => answer(403, { fault: { words: 'slow down', wait } })
const works = answer(200, { ok: true })
const json = { 'content-type': 'application/json' }

describe('a failure that may pass', () => {
  const rows: [what: string, body: object, script: Behaviour[], tries: number, status: number, domain?: string][] = [
    ['a read gets over a 429', get, [fails(429), works], 2, 200],
    ['a read gets over a 502', get, [fails(502), works], 2, 200],
    ['a read gets over two 503', get, [fails(503), fails(503), works], 3, 200],
    ['a read gets over a 504', get, [fails(504), works], 2, 200],
    ['a read is tried 3 times at most', get, [fails(503)], 3, 503],
    ['the last error is the answer', get, [fails(503), fails(502), fails(429)], 3, 429],
    ['a read gets over a dropped connection', get, [drop(), works], 2, 200],
    ['a read whose connection is dropped again and again ends with the error', { action: 'search' }, [drop()], 3, 502],
    ['a read gets over an answer that broke off', get, [dropMidway(), works], 2, 200],
    ['a list’s page gets over one', { action: 'list_by_cursor' }, [fails(503), answer(200, { results: [] })], 2, 200],
    [
      'a search, which is a read by POST, gets over one',
      { action: 'search' },
      [fails(503), answer(200, { results: [] })],
      2,
      200,
    ],
    ['a write idempotent by nature gets over one', rename, [fails(503), drop(), works], 3, 200],
    ['a write with the vendor’s key gets over one', pay, [fails(503), drop(), works], 3, 200],
    ['another write is not sent twice after a 503', create, [fails(503), works], 1, 503],
    ['another write is not sent twice after a 429', create, [fails(429), works], 1, 429],
    ['another write is not sent twice after a drop', create, [drop(), works], 1, 502],
    ['a write whose vendor says that nothing was done is sent again', book, [fails(423), fails(423), works], 3, 200],
    ['but not after another status', book, [fails(503), works], 1, 503],
    ['nor after a drop', book, [drop(), works], 1, 502],
    [
      'a 403 that names a rate limit is got over',
      get,
      [answer(403, { message: 'Rate limit exceeded' }), works],
      2,
      200,
    ],
    ['a 401 that names a rate limit is one', create, [answer(401, { error: 'too_many_requests' })], 1, 429],
    [
      'a 200 that refuses for a rate limit is got over',
      get,
      [answer(200, { errcode: 1, errmsg: 'Too many requests' }), works],
      2,
      200,
    ],
    [
      'a write that it refuses is not sent twice',
      create,
      [answer(200, { success: false, message: 'Rate limit exceeded' })],
      1,
      429,
    ],
    ['a wait in a body is kept to', get, [answer(429, { retry_after_ms: 5 }), works], 2, 200],
    [
      'a wait in a body beyond the deadline is not',
      get,
      [answer(429, { detail: 'Expected available in 831 seconds' })],
      1,
      429,
    ],
    ['a 400 stays one', get, [fails(400), works], 1, 400],
    ['a 401 stays one', get, [fails(401), works], 1, 401],
    ['a 404 stays one', get, [fails(404), works], 1, 404],
    ['a 409 stays one', get, [fails(409), works], 1, 409],
    ['a 500 stays one', get, [fails(500), works], 1, 500],
    ['a redirect elsewhere stays one', get, [answer(302, '', { location: 'http://a.example' }), works], 1, 502],
    ['an answer that claims to be JSON and is none stays one', get, [answer(200, 'x', json), works], 1, 502],
    [
      'an error that the plugin reads as 503 out of a 200 is tried again',
      get,
      [answer(200, { fault: { words: 'x', status: 503 } }), works],
      2,
      200,
    ],
    ['a 403 that the plugin reads as one that passes is tried again', get, [limited(0), works], 2, 200],
    ['but not for a write that must not be sent twice, 403 as it came', create, [limited(0), works], 1, 403],
    ['nor when the wait would pass the deadline', get, [limited(3600), works], 1, 403],
    ['a 403 whose plugin reads nothing out of it stays one', get, [fails(403), works], 1, 403],
    ['a provider that wants no retries gets none', get, [fails(503), works], 1, 503, 'once'],
    ['a provider’s own number of tries holds', get, [fails(503)], 2, 503, 'wider'],
    ['a provider’s own status is tried again', get, [fails(409), works], 2, 200, 'wider'],
    ['but not for a write that must not be sent twice', create, [fails(409), works], 1, 409, 'wider'],
  ]

  it.each(rows)('%s', async (_what, body, script, tries, status, domain) => {
    const answered = await call(body, script, domain)
    expect([answered.status, answered.sent.length]).toEqual([status, tries])
  })

  it('all tries of a payment carry one key; the next payment has another', async () => {
    const keys = async () =>
      (await call(pay, [fails(503), fails(503), works])).sent.map(({ headers }) => headers['idempotency-key'])
    const [first, second] = [await keys(), await keys()]
    expect(first).toHaveLength(3)
    expect(new Set(first).size).toBe(1)
    expect(first[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(second[0]).not.toBe(first[0])
  })

  it('each try is the same request', async () => {
    const { sent } = await call(rename, [fails(503), works])
    const [first, second] = sent.map(({ method, url, headers, body }) => ({ method, url, headers, body }))
    expect(second).toEqual(first)
  })
})

describe('the wait between tries', () => {
  const wait = async (failure: Behaviour, domain?: string) => {
    const begun = performance.now()
    const { status } = await call(get, [failure, works], domain)
    expect(status).toBe(200)
    return performance.now() - begun
  }

  it('is what Retry-After asks for', async () => {
    expect(await wait(answer(503, {}, { 'retry-after': '1' }))).toBeGreaterThanOrEqual(990)
  })

  it('is what the vendor’s own header asks for', async () => {
    const waited = await wait(answer(429, {}, { 'x-wait': '700' }), 'hinted')
    expect(waited).toBeGreaterThanOrEqual(690)
  })

  it('is what the plugin reads out of the answer', async () => {
    expect(await wait(limited(1))).toBeGreaterThanOrEqual(990)
  })

  it('is short where the provider says nothing', async () => {
    expect(await wait(answer(503, {}))).toBeLessThan(900)
  })
})
