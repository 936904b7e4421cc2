// Test lanes: both-stores, long-on-mongodb

import type { AnyProvider } from '@patchbay/core/provider'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { toolCall } from '../../mcp/messages.ts'
import { answer, type Behaviour, hold } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

/** Each test has a provider of its own, as what is left of one stays known. */
const forms: Readonly<Record<string, AnyProvider['limits']>> = {
  used: { headers: 'RateLimit' },
  short: { headers: { remaining: 'X-Left', limit: 'X-Most', reset: { header: 'X-Wait', unit: 'ms' } } },
  people: { headers: 'RateLimit-*' },
  cold: { headers: 'RateLimit' },
  pages: { headers: 'X-RateLimit-*' },
  github: { headers: 'X-RateLimit-*' },
  slack: { headers: 'Retry-After', per: 'action' },
  whole: { headers: 'Retry-After' },
  silent: { headers: 'X-RateLimit-*' },
  broken: { headers: 'X-RateLimit-*' },
  retried: { headers: 'RateLimit' },
  last: { headers: 'Retry-After' },
}
const { gateway, upstream, call, audited } = await startFixture({
  providers: [fixture, ...Object.entries(forms).map(([id, limits]) => variant(id, limits ? { limits } : {}))],
})

const get = { action: 'get', id: '1' }
const search = { action: 'search' }
const create = { action: 'create', name: 'x' }

/** Held up, a call would end by its deadline of 30 s. */
const heldUpMs = 25_000

type Headers = Readonly<Record<string, string>>
const works = (headers: Headers = {}): Behaviour => answer(200, { ok: true, results: [] }, headers)
const left = (r: number, t = 3600, q = 100): Headers => ({
  ratelimit: `"default";r=${r};t=${t}`,
  'ratelimit-policy': `"default";q=${q};w=3600`,
})
const ofX = (remaining: number, resource = 'core', reset = 3600): Headers => ({
  'x-ratelimit-limit': '100',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(reset),
  'x-ratelimit-resource': resource,
})

const callTool = async (domain: string, args: object) => {
  const { headers, body } = toolCall('modern', domain, { ...args })
  const token = { authorization: `Bearer ${tokenOf('acme')}` }
  return (await gateway.send('POST', '/mcp', { ...token, ...headers }, body)).body.result
}

describe('a call that the vendor would refuse', () => {
  it('is refused before the vendor is asked, with when to come back', async () => {
    await call(get, [works(left(0))], 'used')
    const { status, body, headers, sent } = await call(get, [works()], 'used')
    expect([status, body.code, sent.length]).toEqual([429, 'RATE_LIMITED', 0])
    expect(body.error).toMatch(/^Fixture's own rate limit for this account is reached; try again in \d+ s$/)
    expect(body.retry_after).toBeGreaterThan(3500)
    expect(body.retry_after).toBeLessThanOrEqual(3601)
    expect(headers.get('retry-after')).toBe(String(body.retry_after))
    expect(await audited()).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  })

  it('is sent after a wait that fits into its deadline', async () => {
    const figures = { 'x-left': '0', 'x-most': '100', 'x-wait': '600' }
    await call(get, [works(figures)], 'short')
    const begun = performance.now()
    const { status, sent } = await call(get, [works(figures)], 'short')
    expect([status, sent.length]).toEqual([200, 1])
    expect(performance.now() - begun).toBeGreaterThan(500)
    expect(performance.now() - begun).toBeLessThan(heldUpMs)
  })

  it('is the next page of a list: the list ends early, and its cursor continues', async () => {
    const page = { results: [{ id: 1 }], paging: { next: { after: 'more' } } }
    const { status, body, sent } = await call(
      { action: 'list_by_cursor', limit: 3 },
      [answer(200, page, ofX(0))],
      'pages',
    )
    expect([status, sent.length]).toEqual([200, 1])
    expect(body.data).toMatchObject({ results: [{ id: 1 }], paging: { next: { after: 'more' } } })
  })

  it('is counted in the metrics', async () => {
    const { text } = await gateway.send('GET', '/metrics', {})
    expect(text).toContain('patchbay_provider_limits_total{provider="used",outcome="refused"} 1')
    expect(text).toContain('patchbay_provider_limits_total{provider="short",outcome="waited"} 1')
  })
})

describe('as the calls run low', () => {
  it('agents are refused, and people go on', async () => {
    const figures = (remaining: number) => ({
      'ratelimit-limit': '40',
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': '3600',
    })
    await call(get, [works(figures(9))], 'people')
    upstream.play(works(figures(9)))
    const { isError, structuredContent } = await callTool('people', get)
    expect([isError, structuredContent.code]).toEqual([true, 'RATE_LIMITED'])
    expect(structuredContent.error).toContain('is reserved for people; try again in')
    // People keep 9 of 40 from 9/10 of the hour on.
    expect(structuredContent.retry_after).toBeGreaterThan(300)
    expect(structuredContent.retry_after).toBeLessThan(800)
    expect((await call(get, [works(figures(8))], 'people')).status).toBe(200)
  })
})

describe('before the vendor has said something', () => {
  it('a few calls are sent, and the others wait for the first answer', async () => {
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const before = upstream.requests.length
    upstream.play(hold(gate, works(left(90))))
    const calls = Array.from({ length: 30 }, () => gateway.call('acme', 'cold', get))
    await upstream.received(before + 4)
    expect(upstream.requests.length - before).toBe(4)
    resolve()
    const begun = performance.now()
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect(performance.now() - begun).toBeLessThan(heldUpMs)
  })

  it('answers that say nothing hold nobody up', async () => {
    upstream.play(works())
    const begun = performance.now()
    const calls = await Promise.all(Array.from({ length: 50 }, () => gateway.call('acme', 'silent', get)))
    expect(calls.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(performance.now() - begun).toBeLessThan(heldUpMs)
  })

  it('failures that say nothing hold nobody up', async () => {
    upstream.play(answer(500))
    const begun = performance.now()
    const calls = await Promise.all(
      Array.from({ length: 50 }, (_, n) => gateway.call('acme', 'broken', { ...create, name: `x${n}` })),
    )
    expect(calls.map(({ status }) => status)).toEqual(Array(50).fill(500))
    expect(performance.now() - begun).toBeLessThan(heldUpMs)
  })
})

describe('one limit says nothing of another', () => {
  it('where the vendor names what a call comes under', async () => {
    await call(get, [works(ofX(50))], 'github')
    await call(search, [works(ofX(0, 'search'))], 'github')
    const refused = await call(search, [works()], 'github')
    expect([refused.status, refused.body.code, refused.sent.length]).toEqual([429, 'RATE_LIMITED', 0])
    expect((await call(get, [works(ofX(49))], 'github')).status).toBe(200)
  })

  it('where each action has its own', async () => {
    const refused = await call(get, [answer(429, {}, { 'retry-after': '3600' })], 'slack')
    expect([refused.status, refused.body.code]).toEqual([429, 'UPSTREAM_ERROR'])
    const again = await call(get, [works()], 'slack')
    expect([again.status, again.body.code, again.sent.length]).toEqual([429, 'RATE_LIMITED', 0])
    expect((await call(search, [works()], 'slack')).status).toBe(200)
  })

  it('at a provider that declares none', async () => {
    for (let n = 0; n < 3; n++) expect((await call(get, [works(left(0))])).sent).toHaveLength(1)
    expect((await call(create, [answer(429, {}, { 'retry-after': '3600' }), works()])).body.code).toBe('UPSTREAM_ERROR')
    expect((await call(get)).status).toBe(200)
  })
})

describe('a vendor’s 429', () => {
  it('holds back all calls of the account for as long as it says', async () => {
    // The wait begins when the vendor's answer comes, which is before the caller has it.
    const begun = performance.now()
    const refused = await call(create, [answer(429, {}, { 'retry-after': '1' })], 'whole')
    expect([refused.status, refused.sent.length]).toEqual([429, 1])
    upstream.play(works())
    const calls = await Promise.all([1, 2, 3].map(() => gateway.call('acme', 'whole', get)))
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(performance.now() - begun).toBeGreaterThan(900)
    expect(performance.now() - begun).toBeLessThan(heldUpMs)
  })

  it('is waited for by its own call', async () => {
    const begun = performance.now()
    const { status, sent } = await call(
      get,
      [answer(429, {}, { 'retry-after': '1', ...left(0, 1) }), works(left(99))],
      'retried',
    )
    expect([status, sent.length]).toEqual([200, 2])
    expect(performance.now() - begun).toBeGreaterThan(990)
    expect(performance.now() - begun).toBeLessThan(heldUpMs)
  })

  it('is the caller’s answer when its wait is too long, with the vendor’s words', async () => {
    const { status, body, sent } = await call(get, [answer(429, { why: 'slow' }, { 'retry-after': '100' })], 'last')
    expect([status, body.code, body.retry_after, sent.length]).toEqual([429, 'UPSTREAM_ERROR', 100, 1])
    expect(body.details).toEqual({ why: 'slow' })
  })
})
