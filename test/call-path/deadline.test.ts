import { describe, expect, it } from 'vitest'
import { answer, type Behaviour, hold, trickle } from '../providers/scripted.ts'
import { sendUnfinishedBody } from '../unfinished-body.ts'
import { startFixture } from './start-fixture.ts'

const timeoutMs = 300
const { call, gateway, upstream, audited } = await startFixture({ env: { REQUEST_TIMEOUT_MS: String(timeoutMs) } })
const get = { action: 'get', id: '1' }
const never = new Promise<never>(() => {})

describe('TIMEOUT', () => {
  const slow: [what: string, body: object, behaviour: Behaviour][] = [
    ['a read without an answer', get, hold(never, answer(200))],
    ['a write without an answer', { action: 'create', name: 'x' }, hold(never, answer(200))],
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
})
