import { beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { answer, drop } from '../../providers/scripted.ts'
import { byQuery, fixture } from '../fixture-provider.ts'
import { secret, startFixture } from '../start-fixture.ts'

const { call, gateway } = await startFixture({ providers: [fixture, byQuery] })
const raw = { action: 'raw', method: 'GET', path: '/v2/anything' }
const works = [answer(200, { ok: true })]

const allowRaw = async (allow_raw: boolean) => {
  const accounts = [{ id: 'main', label: 'Main' }]
  const providers = { fixture: { accounts }, 'by-query': { accounts } }
  const configuration = { name: 'Acme', status: 'active', providers, options: { allow_raw } }
  expect((await gateway.admin('PUT', '/admin/tenants/acme', configuration)).status).toBe(200)
}

describe('raw requests', () => {
  it('are off unless the tenant’s options allow them', async () => {
    const { body, sent } = await call(raw, works)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, details: [{ path: '/action' }] })
    expect(sent).toEqual([])
  })

  it('are off again from the next call on', async () => {
    await allowRaw(true)
    expect((await call(raw, works)).status).toBe(200)
    await allowRaw(false)
    expect((await call(raw, works)).body.code).toBe('VALIDATION_ERROR')
  })
})

describe('allowed raw requests', () => {
  beforeAll(() => allowRaw(true))

  it('reach any path below the origin, with the credential and the provider’s headers', async () => {
    const { body, sent } = await call({ ...raw, query: { a: 'b c', n: 1, yes: true } }, works)
    expect(body).toMatchObject({ success: true, data: { ok: true }, cache: 'BYPASS' })
    expect(sent[0]).toMatchObject({ method: 'GET', url: '/v2/anything?a=b%20c&n=1&yes=true' })
    expect(sent[0]?.headers).toMatchObject({ authorization: `Bearer ${secret}`, 'x-version': '7' })
  })

  it('give only the fields that were asked for', async () => {
    const page = [answer(200, { items: [{ id: '1', name: 'a', size: 1 }], total: 1 })]
    const { body } = await call({ ...raw, result_fields: ['items.id', 'items.name'] }, page)
    expect(body.data).toEqual({ items: [{ id: '1', name: 'a' }] })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'are sent once with %s, also on a connection that was kept',
    async (method) => {
      await call(raw, works)
      const { status, sent } = await call({ ...raw, method, body: { a: [1] } }, [drop(), ...works])
      expect([status, sent.length]).toEqual([502, 1])
    },
  )

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('send a body with %s', async (method) => {
    const { sent } = await call({ ...raw, method, body: { a: [1] } }, works)
    expect(sent[0]).toMatchObject({ method, url: '/v2/anything', body: '{"a":[1]}' })
  })

  it('are never served from the cache', async () => {
    await call(raw, works)
    const { body, sent } = await call(raw, works)
    expect([body.cache, sent.length]).toEqual(['BYPASS', 1])
  })

  it('make what was read before stale when they write', async () => {
    const look = { action: 'look', id: 'thing' }
    await call(look, works)
    await call({ ...raw, method: 'POST' }, works)
    expect((await call(look, works)).body.cache).toBe('MISS')
  })

  it('are tried again when they read, and never when they write', async () => {
    const fails = [answer(503, {}, { 'retry-after': '0' }), answer(200, {})]
    expect((await call(raw, fails)).sent).toHaveLength(2)
    expect((await call({ ...raw, method: 'PUT' }, fails)).sent).toHaveLength(1)
  })

  it('can not replace a credential in the query', async () => {
    const { sent } = await call({ ...raw, query: { api_key: 'mine' } }, works, 'by-query')
    expect(new URL(sent[0]?.url ?? '', 'http://upstream').searchParams.getAll('api_key')).toEqual([secret])
  })

  it('with the provider’s error are UPSTREAM_ERROR like any other', async () => {
    const { body } = await call(raw, [answer(404, { fault: { words: 'no such thing' } })])
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR', status: 404, error: 'Fixture answered 404: no such thing' })
  })

  it('are audited as raw', async () => {
    await call(raw, works)
    const { body } = await gateway.admin('GET', '/admin/audit?action=raw&limit=1')
    expect(body.entries[0]).toMatchObject({ action: 'raw', key: 'fixture/main', code: null })
  })

  const paths = [
    '/..',
    '/../admin',
    '/v2/../admin',
    '/v2/./admin',
    '/v2/%2e%2e/admin',
    '/v2/.%2E/admin',
    '/v2/%2E',
    '/v2/%61dmin',
    '/%76%32/admin',
    '/v2/a%2Dadmin',
    '//elsewhere.example/v2',
    '/\\elsewhere.example/v2',
    '/v2\\..\\admin',
    '/v2?a=b',
    '/v2?api_key=mine',
    '/v2#fragment',
    '/v2 admin',
    '/v2\tadmin',
    '/v2\r\nX-Evil: 1',
    '/é',
    'v2',
    'https://elsewhere.example/v2',
    '@elsewhere.example',
    '',
  ]
  it.each(paths)('refuse the path %j', async (path) => {
    const { body, sent } = await call({ ...raw, path }, works)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, details: [{ path: '/path' }] })
    expect(sent).toEqual([])
  })

  it.each([
    ['a body with GET', { body: {} }, '/body'],
    ['an unknown method', { method: 'TRACE' }, '/method'],
    ['a method in small letters', { method: 'get' }, '/method'],
    ['headers', { headers: { 'x-a': 'b' } }, '/headers'],
    ['a nested query', { query: { a: { b: 1 } } }, '/query/a'],
  ])('refuse %s', async (_what, changes, path) => {
    const { body, sent } = await call({ ...raw, ...changes }, works)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path }] })
    expect(sent).toEqual([])
  })

  it('stay off for another tenant', async () => {
    await gateway.seed('other', { fixture: 'x' })
    const { body } = await gateway.call('other', 'fixture', raw, { token: tokenOf('other') })
    expect(body.code).toBe('VALIDATION_ERROR')
  })
})
