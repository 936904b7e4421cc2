import { describe, expect, it } from 'vitest'
import {
  answer,
  type Behaviour,
  drop,
  dropMidway,
  gzipBomb,
  huge,
  redirect,
  startScripted,
} from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

/** An origin where nobody listens. */
const closedOrigin = async (): Promise<string> => {
  const { origin, stop } = await startScripted(answer(200))
  await stop()
  return origin
}

const { call } = await startFixture({
  providers: [
    fixture,
    variant('absent', {}),
    variant('nameless', {}),
    variant('in-words', {
      failure: (body, { status }) => (typeof body === 'string' ? { message: body, status: status + 1 } : undefined),
    }),
  ],
  origins: { absent: await closedOrigin(), nameless: 'http://no-such-host.invalid' },
  env: { MAX_RESPONSE_BYTES: '65536' },
})
const get = { action: 'get', id: '1' }
/** Sent once, so that no test waits for another try. */
const create = { action: 'create', name: 'x' }

describe('a provider’s error', () => {
  it.each([400, 401, 403, 404, 409, 422, 429, 500, 501, 503, 599])(
    'of status %i is UPSTREAM_ERROR with that status',
    async (status) => {
      const { body, ...answered } = await call(create, [answer(status, { fault: { words: 'no way' }, id: 7 })])
      expect(answered.status).toBe(status)
      expect(body).toEqual({
        error: `Fixture answered ${status}: no way`,
        code: 'UPSTREAM_ERROR',
        status,
        details: { fault: { words: 'no way' }, id: 7 },
        request_id: answered.headers.get('x-request-id'),
        docs_url: expect.stringMatching(/\/docs\/errors#upstream_error$/),
      })
    },
  )

  const shown: [what: string, sent: unknown, details: unknown][] = [
    ['JSON', { a: [1, null] }, { a: [1, null] }],
    ['text', '<h1>Down</h1>', '<h1>Down</h1>'],
    ['nothing', '', undefined],
  ]
  it.each(shown)('with %s as body shows it under details', async (_what, sent, details) => {
    expect((await call(create, [answer(400, sent)])).body.details).toEqual(details)
  })

  it('that is text is read by the plugin too', async () => {
    const { body } = await call(create, [answer(403, 'Bad token')], 'in-words')
    expect(body).toMatchObject({ error: 'Fixture answered 403: Bad token', status: 404, details: 'Bad token' })
  })

  it('that is longer than 8 KiB is cut, between characters', async () => {
    for (const sent of ['é'.repeat(9000), { text: 'é'.repeat(9000) }]) {
      const { details } = (await call(create, [answer(500, sent)])).body
      expect(details).toMatch(/^({"text":")?é+$/)
      expect(Buffer.byteLength(details)).toBeGreaterThan(8180)
      expect(Buffer.byteLength(details)).toBeLessThanOrEqual(8192)
    }
  })

  it('that is nested without end is an error of the provider all the same', async () => {
    const { body } = await call(create, [answer(400, `${'['.repeat(30_000)}${']'.repeat(30_000)}`)])
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 400 })
    expect(body.details).toMatch(/^\[+$/)
  })

  it('sent with status 200 has the status that the plugin reads out of it, or 502', async () => {
    const named = await call(create, [answer(200, { fault: { words: 'gone', status: 410 } })])
    expect(named.body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 410 })
    expect(named.body.error).toContain('gone')
    const unnamed = await call(create, [answer(200, { fault: { words: 'odd' } })])
    expect(unnamed.body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502 })
  })

  const inAnHour = 'a date in an hour'
  const waits: [header: string, seconds: number | undefined][] = [
    ['7', 7],
    ['0', 0],
    [inAnHour, 3600],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
  ]
  it.each(waits)('with Retry-After: %s hands the wait on', async (given, seconds) => {
    for (const status of [429, 503, 400]) {
      const header = given === inAnHour ? new Date(Date.now() + 3_600_000).toUTCString() : given
      const { body, headers } = await call(create, [answer(status, {}, { 'retry-after': header })])
      if (seconds === undefined) expect([body.retry_after, headers.get('retry-after')]).toEqual([undefined, null])
      else {
        expect(Math.abs(body.retry_after - seconds)).toBeLessThanOrEqual(2)
        expect(headers.get('retry-after')).toBe(String(body.retry_after))
      }
    }
  })

  it('that the plugin reads as one that passes says when, whatever its status', async () => {
    const { status, body, headers } = await call(create, [answer(403, { fault: { words: 'slow down', wait: 60 } })])
    expect([status, body.code, body.retry_after, headers.get('retry-after')]).toEqual([403, 'UPSTREAM_ERROR', 60, '60'])
  })
})

describe('no answer that can be handed on is UPSTREAM_ERROR 502', () => {
  const elsewhere = 'http://169.254.169.254/latest'
  const cases: [what: string, body: object, behaviour: Behaviour, error: RegExp][] = [
    ['a connection that is dropped', create, drop(), /closed the connection .* the request may have taken effect/],
    ['an answer that breaks off', create, dropMidway(), /closed the connection before its answer was complete/],
    ['text that is called JSON', get, answer(200, 'Hello', { 'content-type': 'application/json' }), /not JSON/],
    ['JSON that breaks off', get, answer(200, '{"a":', { 'content-type': 'application/json' }), /not JSON/],
    ['text where the action reads JSON', { ...get, action: 'unwrap' }, answer(200, 'Hello'), /not JSON/],
    [
      'a result that is not what the action declares',
      { ...get, action: 'check' },
      answer(200, { number: 'x' }),
      /does not fit/,
    ],
    ['an empty answer where a result is declared', { ...get, action: 'check' }, answer(204), /does not fit/],
    ['a redirect to another origin', get, redirect(elsewhere), /redirect/],
    ['a redirect of a write', create, redirect('/other', 307), /redirect/],
    ['an answer over the size limit', get, huge(70_000), /size limit/],
    ['a gzip bomb', get, gzipBomb(50_000_000), /size limit/],
    ['a body that is not gzip, as it says', get, answer(200, '\0', { 'content-encoding': 'gzip' }), /decoded/],
    ['a status that is neither success nor error', get, answer(304), /answered 304/],
  ]

  it.each(cases)('%s', async (_what, body, behaviour, error) => {
    const answered = await call(body, [behaviour])
    expect(answered.body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502, error: expect.stringMatching(error) })
    expect(answered.status).toBe(502)
    expect(answered.sent.length).toBe(1)
  })

  it('a connection that is refused', async () => {
    const { body } = await call(create, [answer(200)], 'absent')
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502, error: 'Fixture could not be reached' })
  })

  it('a host whose name has no address', async () => {
    const { body } = await call(create, [answer(200)], 'nameless')
    const error = 'Fixture could not be reached: its host name has no address'
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502, error })
  })

  it('a redirect of a read on the same origin is followed, with the credential', async () => {
    const { status, sent } = await call(get, [redirect('/elsewhere'), answer(200, {})])
    expect([status, sent.map(({ url }) => url)]).toEqual([200, ['/things/1', '/elsewhere']])
    expect(sent[1]?.headers.authorization).toBe(sent[0]?.headers.authorization)
  })
})

describe('an answer without a body', () => {
  it('is success with null as data, and never 204, which could not carry the envelope', async () => {
    const { status, body } = await call(get, [answer(204)])
    expect([status, body]).toEqual([200, { success: true, status: 200, data: null, cache: 'BYPASS' }])
    expect((await call(create, [answer(201)])).body).toMatchObject({ status: 201, data: null })
  })
})
