import { write } from '@patchbay/core/provider'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { answer, type Behaviour, drop } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

const rest = { description: 'Make a thing', params: { name: Type.String() } }
const actions = {
  by_header: write('POST /things', { ...rest, idempotencyKey: { header: 'X-Once', max: 40 } }),
  by_query: write('POST /things', { ...rest, idempotencyKey: { query: 'request_id', max: 50 } }),
  by_body: write('POST /things', { ...rest, idempotencyKey: { body: '/meta/transaction_id' } }),
  by_form: write('POST /things', { ...rest, encoding: 'form', idempotencyKey: { body: '/token' } }),
  by_short: write('POST /things', { ...rest, idempotencyKey: { header: 'X-Once', keptFor: '500ms' } }),
  by_empty: write('POST /ping', { description: 'Ping', params: {}, idempotencyKey: { body: '/token' } }),
}
const { gateway, upstream } = await startFixture({ providers: [fixture, variant('vendors', { actions })] })

const repeats = { headers: { 'x-repeat': 'true' } }

/** The vendor's requests for a call whose first try is lost. */
const sent = async (action: string, key?: string) => {
  upstream.play(drop(), answer(200, {}))
  const before = upstream.requests.length
  const body = { action, ...(action !== 'by_empty' && { name: 'x' }) }
  const { status } = await gateway.call('acme', 'vendors', body, { headers: key ? { 'idempotency-key': key } : {} })
  expect(status).toBe(200)
  const [first, second] = upstream.requests.slice(before).map(({ url, headers, body }) => ({ url, headers, body }))
  // Its tries are the same to the last byte.
  expect(second).toEqual(first)
  return first
}

const long = 'k'.repeat(200)

describe('a vendor gets the caller’s key in its own form', () => {
  it.each([
    ['by_header', { headers: { 'x-once': 'key/1' } }],
    ['by_query', { url: '/things?request_id=key%2F1', body: '{"name":"x"}' }],
    ['by_body', { url: '/things', body: '{"name":"x","meta":{"transaction_id":"key/1"}}' }],
    ['by_form', { url: '/things', body: 'name=x&token=key%2F1' }],
    ['by_empty', { url: '/ping', body: '{"token":"key/1"}' }],
  ])('%s', async (action, want) => {
    expect(await sent(action, 'key/1')).toMatchObject(want)
  })

  it('as a digest where it is too long for the vendor, the same each time', async () => {
    const digest = Bun.CryptoHasher.hash('sha256', long, 'base64url')
    expect((await sent('by_query', long))?.url).toBe(`/things?request_id=${digest}`)
    const { headers } = (await sent('by_header', long)) ?? {}
    expect(headers?.['x-once']).toBe(digest.slice(0, 40))
  })
})

it('a call without a key gets a new one, which all its tries carry', async () => {
  const one = (await sent('by_query'))?.url
  expect(one).toMatch(/^\/things\?request_id=[0-9a-f-]{36}$/)
  expect((await sent('by_query'))?.url).not.toBe(one)
})

describe('a vendor that keeps keys for half a second', () => {
  const later = { 'retry-after': '1' }
  const ask = async (...plays: [Behaviour, ...Behaviour[]]) => {
    upstream.play(...plays)
    const before = upstream.requests.length
    const { status } = await gateway.call('acme', 'vendors', { action: 'by_short', name: 'x' }, repeats)
    return [status, upstream.requests.length - before]
  }

  it('gets no try after it, when an earlier one may have been done', async () => {
    expect(await ask(answer(503, {}, later), answer(200, {}))).toEqual([503, 1])
  })

  it('gets one when nothing was done before', async () => {
    expect(await ask(answer(429, {}, later), answer(200, {}))).toEqual([200, 2])
  })
})
