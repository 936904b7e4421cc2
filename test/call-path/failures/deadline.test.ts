import { setTimeout } from 'node:timers/promises'
import { type Answer, read, write } from '@patchbay/core/provider'
import { afterAll, describe, expect, it } from 'vitest'
import { restRoute } from '../../../server/rest/index.ts'
import { answered } from '../../client.ts'
import { domainOf } from '../../domain-of.ts'
import { mountMcp } from '../../mcp/mount-mcp.ts'
import { answer, type Behaviour, hold, startScripted, trickle } from '../../providers/scripted.ts'
import { sendUnfinishedBody } from '../../unfinished-body.ts'
import { fixture } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

const timeoutMs = 300
const standStill = (): void => {
  for (const until = performance.now() + timeoutMs; performance.now() < until; );
}

/** A plugin whose answers take the thread for longer than a call may take. */
const laborious = {
  ...fixture,
  id: 'laborious',
  actions: {
    labour: read('GET /things', {
      description: 'Get a thing and think about it for long',
      params: {},
      shape: (body: unknown) => {
        standStill()
        return body
      },
    }),
    set: write('PUT /things', {
      description: 'Set a thing; after a failed try the process is paused',
      idempotent: true,
      params: {},
    }),
  },
  failure: (_body: unknown, { status }: Answer) => {
    if (status === 503) setImmediate(standStill)
    return undefined
  },
}
const { call, gateway, upstream, audited } = await startFixture({
  env: { REQUEST_TIMEOUT_MS: String(timeoutMs) },
  providers: [fixture, laborious],
})
const get = { action: 'get', id: '1' }
const never = new Promise<never>(() => {})

describe('TIMEOUT', () => {
  const slow: [what: string, body: object, behaviour: Behaviour][] = [
    ['a read without an answer', get, hold(never, answer(200))],
    ['a body that comes byte by byte', get, trickle()],
  ]
  it.each(slow)(
    '%s: the provider’s connection is closed and the caller hears of it in time',
    async (_what, body, behaviour) => {
      const begun = performance.now()
      const answered = await call(body, [behaviour])
      expect(performance.now() - begun).toBeLessThan(timeoutMs + 5000)
      expect(answered.body).toMatchObject({ code: 'TIMEOUT', status: 504, error: 'The call took longer than 0.3 s' })
      expect(answered.status).toBe(504)
      await answered.sent[0]?.hungUp
      expect(await audited()).toMatchObject({ code: 'TIMEOUT', status: 504, outcome: 'error', key: 'fixture/main' })
    },
  )

  it('is one deadline for all tries of a call', async () => {
    const { body, sent } = await call(get, [answer(503, '', { 'retry-after': '0' }), hold(never, answer(200))])
    expect(body).toMatchObject({ code: 'TIMEOUT', status: 504 })
    expect(sent).toHaveLength(2)
  })

  it('a wait that would pass the deadline is not begun: the provider’s error is answered at once', async () => {
    const { body, sent } = await call(get, [answer(429, {}, { 'retry-after': '1' }), answer(200, {})])
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 429, retry_after: 1 })
    expect(sent).toHaveLength(1)
  })

  it('a caller that does not come to the end of its body is answered, too', async () => {
    const before = upstream.requests.length
    const received = await sendUnfinishedBody(gateway.url, '/api/v1/acme/fixture', '{"action":')
    expect(received).toMatch(/^HTTP\/1\.1 504 /)
    expect(upstream.requests.length).toBe(before)
    expect(await audited()).toMatchObject({ code: 'TIMEOUT', key: 'fixture', action: null })
  })

  it('does not touch a call that is done in time', async () => {
    const later = Promise.withResolvers<void>()
    const pending = call(get, [hold(later.promise, answer(200, { ok: true }))])
    await upstream.received(upstream.requests.length + 1)
    later.resolve()
    expect((await pending).body).toMatchObject({ success: true, data: { ok: true } })
  })

  it('is what a call ends in whose time was over while the thread was held, although its provider has answered', async () => {
    const { body } = await call({ action: 'labour' }, [answer(200, { ok: true })], 'laborious')
    expect(body).toMatchObject({ code: 'TIMEOUT', status: 504 })
    expect(await audited()).toMatchObject({ code: 'TIMEOUT', status: 504, outcome: 'error' })
  })
})

describe('a process that is paused between two tries of a write', () => {
  it('sends none once the deadline has passed', async () => {
    const plays = [answer(503, {}, { 'retry-after': '0' }), answer(200, {})]
    const { body, sent } = await call({ action: 'set' }, plays, 'laborious')
    expect(body).toMatchObject({ code: 'TIMEOUT', status: 504 })
    expect(sent).toHaveLength(1)
    expect(await audited()).toMatchObject({ code: 'TIMEOUT', outcome: 'unknown' })
  })
})

describe('a disk that stands still', () => {
  it('makes a call TIMEOUT whose audit entry comes too late, although its provider has answered', async () => {
    const provider = await startScripted(answer(200, { ok: true }))
    let syncMs = 0
    const mounted = await mountMcp(
      ({ calls }) => [restRoute({ calls, maxBodyBytes: 1000 })],
      [domainOf(fixture)],
      { fixture: provider.origin },
      { timeoutMs, commit: (effects, given) => setTimeout(syncMs).then(() => effects.commit(given)) },
    )
    afterAll(() => Promise.all([mounted.stop(), provider.stop()]))
    const request = () =>
      fetch(`${mounted.url}/api/v1/acme/fixture`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mounted.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(get),
      }).then(answered)
    expect((await request()).status).toBe(200)
    syncMs = timeoutMs
    expect((await request()).body).toMatchObject({ code: 'TIMEOUT', status: 504 })
    syncMs = 0
    expect((await request()).status).toBe(200)
  })
})
