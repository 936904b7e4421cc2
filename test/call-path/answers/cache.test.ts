// Test lanes: both-stores, long-on-mongodb

import { describe, expect, it } from 'vitest'
import { answer, hold } from '../../providers/scripted.ts'
import { fixture, regional } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

const { gateway, upstream, call, audited } = await startFixture({ providers: [fixture, regional] })
const { admin } = gateway

/** Every answer of the upstream is another one. */
let served = 0
const fresh = () => answer(200, { served: ++served })

/** A place in the cache that no other test has. */
let things = 0
const look = () => ({ action: 'look', id: `thing-${++things}` })

const cacheOf = async (body: object, tenant = 'acme', domain = 'fixture', headers = {}) => {
  upstream.play(fresh())
  const { body: envelope, status } = await gateway.call(tenant, domain, body, { headers })
  expect(status).toBe(200)
  return envelope.cache
}

describe('the cache indicator', () => {
  it('is MISS, then HIT with the same answer and without a call of the provider', async () => {
    const body = look()
    const first = await call(body, [fresh()])
    const second = await call(body, [fresh()])
    expect(first.body.cache).toBe('MISS')
    expect(second.body).toEqual({ ...first.body, cache: 'HIT' })
    expect([first.sent.length, second.sent.length]).toEqual([1, 0])
    // The next one isn't even read again. It is billed, and recorded at its account, all the same.
    await call(body, [fresh()])
    expect(await audited()).toMatchObject({ billable: true, key: 'fixture/main', action: 'look' })
  })

  it('is BYPASS for an action without a TTL and for a write, which call the provider each time', async () => {
    for (const body of [
      { action: 'get', id: '1' },
      { action: 'create', name: 'x' },
    ]) {
      expect([await cacheOf(body), await cacheOf(body)]).toEqual(['BYPASS', 'BYPASS'])
    }
  })

  it('is BYPASS for a request that says no-cache; its answer is what the next one gets', async () => {
    const body = look()
    await cacheOf(body)
    upstream.play(answer(200, { served: 'newer' }))
    const { body: bypassed } = await gateway.call('acme', 'fixture', body, { headers: { 'cache-control': 'no-cache' } })
    expect(bypassed).toMatchObject({ cache: 'BYPASS', data: { served: 'newer' } })
    expect((await call(body, [fresh()])).body).toMatchObject({ cache: 'HIT', data: { served: 'newer' } })
  })
})

describe('one place in the cache', () => {
  it('is the same for parameters in another order, or left out', async () => {
    const { id } = look()
    expect(await cacheOf({ action: 'look', id, colour: 'red', shade: 'dark' })).toBe('MISS')
    expect(await cacheOf({ shade: 'dark', colour: 'red', id, action: 'look' })).toBe('HIT')
  })

  it('is another for other parameters, other fields, and values that only look alike', async () => {
    const body = look()
    const bodies = [
      body,
      { ...body, colour: 'red' },
      { ...body, shade: 'red' },
      { ...body, colour: '' },
      { ...body, colour: 'red","shade":"red' },
      { ...body, result_fields: ['served'] },
      { ...body, action: 'glance' },
    ]
    for (const other of bodies) expect(await cacheOf(other)).toBe('MISS')
  })

  it('is another tenant’s own', async () => {
    await gateway.seed('rival', { fixture: 'the-same-secret' })
    await gateway.seed('twin', { fixture: 'the-same-secret' })
    const body = look()
    expect([await cacheOf(body, 'rival'), await cacheOf(body, 'twin')]).toEqual(['MISS', 'MISS'])
  })

  const wide = (region: string) => ({
    name: 'Wide',
    status: 'active',
    providers: {
      regional: {
        accounts: [
          { id: 'a', label: 'A', settings: { region } },
          { id: 'b', label: 'B', settings: { region: 'eu' } },
        ],
        default: 'a',
      },
    },
  })

  it('is another account’s own, and another one with other settings', async () => {
    await gateway.seed('wide', {})
    await admin('PUT', '/admin/tenants/wide', wide('eu'))
    for (const account of ['a', 'b'])
      await admin('PUT', `/admin/tokens/wide/regional/${account}`, { access_token: 'x' })
    const body = look()
    const cached = (account_id: string) => cacheOf({ ...body, account_id }, 'wide', 'regional')
    expect([await cached('a'), await cached('b'), await cached('a')]).toEqual(['MISS', 'MISS', 'HIT'])
    await admin('PUT', '/admin/tenants/wide', wide('us'))
    expect(await cached('a')).toBe('MISS')
    expect(upstream.requests.at(-1)?.url).toBe(`/us/things/${body.id}`)
  })

  it('is another one with other settings, also for an answer that was under way when they changed', async () => {
    const body = { ...look(), account_id: 'a' }
    const gate = Promise.withResolvers<void>()
    upstream.play(hold(gate.promise, answer(200, { region: 'us' })), fresh())
    const before = upstream.requests.length
    const reading = gateway.call('wide', 'regional', body)
    await upstream.received(before + 1)
    await admin('PUT', '/admin/tenants/wide', wide('fr'))
    gate.resolve()
    expect((await reading).body.data).toEqual({ region: 'us' })
    expect(await cacheOf(body, 'wide', 'regional')).toBe('MISS')
  })

  it('is another one with another credential: what the old one could see, the new one may not', async () => {
    await gateway.seed('renewed', { fixture: 'old' })
    const body = look()
    await cacheOf(body, 'renewed')
    await admin('PUT', '/admin/tokens/renewed/fixture/main', { access_token: 'new' })
    expect(await cacheOf(body, 'renewed')).toBe('MISS')
  })
})

describe('an answer stops being served', () => {
  it('when its TTL is over', async () => {
    const body = { action: 'glance', id: 'thing' }
    expect([await cacheOf(body), await cacheOf(body)]).toEqual(['MISS', 'HIT'])
    await expect.poll(() => cacheOf(body), { interval: 10 }).toBe('MISS')
  })

  it('when something is written to the account, even if the write fails', async () => {
    for (const written of [answer(200, {}), answer(500, {})]) {
      const body = look()
      await cacheOf(body)
      await call({ action: 'create', name: 'x' }, [written])
      expect(await cacheOf(body)).toBe('MISS')
    }
  })

  it('as soon as a write begins, which may have its effect before it ends', async () => {
    const body = look()
    await cacheOf(body)
    const gate = Promise.withResolvers<void>()
    upstream.play(hold(gate.promise, answer(200, {})), fresh())
    const before = upstream.requests.length
    const writing = gateway.call('acme', 'fixture', { action: 'create', name: 'begins' })
    await upstream.received(before + 1)
    expect((await gateway.call('acme', 'fixture', body)).body.cache).toBe('MISS')
    gate.resolve()
    await writing
  })

  it('and not when something is written to another tenant’s account', async () => {
    await gateway.seed('writer', { fixture: 'x' })
    const body = look()
    await cacheOf(body)
    await gateway.call('writer', 'fixture', { action: 'create', name: 'x' })
    expect(await cacheOf(body)).toBe('HIT')
  })

  it('when its tenant is removed, also for a tenant that is made anew under the same name', async () => {
    await gateway.seed('phoenix', { fixture: 'x' })
    const body = look()
    await cacheOf(body, 'phoenix')
    await admin('DELETE', '/admin/tenants/phoenix')
    expect((await gateway.call('phoenix', 'fixture', body)).body.code).toBe('AUTH_FAILED')
    await gateway.seed('phoenix', { fixture: 'x' })
    expect(await cacheOf(body, 'phoenix')).toBe('MISS')
  })
})

describe('an answer is not kept', () => {
  it('when it is an error', async () => {
    const body = look()
    for (const failure of [
      answer(404, {}),
      answer(200, { fault: { words: 'x' } }),
      answer(200, 'no JSON', { 'content-type': 'application/json' }),
    ]) {
      expect((await call(body, [failure])).body.code).toBe('UPSTREAM_ERROR')
    }
    expect(await cacheOf(body)).toBe('MISS')
  })

  it('when a write happened while it was under way', async () => {
    const body = look()
    const gate = Promise.withResolvers<void>()
    upstream.play(hold(gate.promise, answer(200, { served: 'stale' })), fresh())
    const before = upstream.requests.length
    const reading = gateway.call('acme', 'fixture', body)
    await upstream.received(before + 1)
    expect((await gateway.call('acme', 'fixture', { action: 'create', name: 'meanwhile' })).status).toBe(200)
    gate.resolve()
    expect((await reading).body.data).toEqual({ served: 'stale' })
    expect(await cacheOf(body)).toBe('MISS')
  })

  it('when a write began before it and ended after it', async () => {
    const body = look()
    const gate = Promise.withResolvers<void>()
    upstream.play(hold(gate.promise, answer(200, {})), fresh())
    const before = upstream.requests.length
    const writing = gateway.call('acme', 'fixture', { action: 'create', name: 'before' })
    await upstream.received(before + 1)
    expect((await gateway.call('acme', 'fixture', body)).body.cache).toBe('MISS')
    gate.resolve()
    await writing
    expect(await cacheOf(body)).toBe('MISS')
  })

  it('when a write happened while it was under way with a token that its call had to refresh', async () => {
    await gateway.seed('refreshed', { fixture: 'old' })
    await admin('POST', '/admin/seed-oauth', {
      tenant_id: 'refreshed',
      provider: 'fixture',
      account_id: 'main',
      client_id: 'id',
      client_secret: 'secret',
      token_endpoint: `${upstream.origin}/token`,
      refresh_token: 'refresh-token',
    })
    await admin('PUT', '/admin/tokens/refreshed/fixture/main', { access_token: 'old', expires_at: 1 })
    const body = look()
    const gate = Promise.withResolvers<void>()
    const token = answer(200, { access_token: 'new', token_type: 'bearer', expires_in: 3600 })
    upstream.play(token, hold(gate.promise, answer(200, { served: 'stale' })), fresh())
    const before = upstream.requests.length
    const reading = gateway.call('refreshed', 'fixture', body)
    await upstream.received(before + 2)
    expect((await gateway.call('refreshed', 'fixture', { action: 'create', name: 'x' })).status).toBe(200)
    gate.resolve()
    expect((await reading).body.data).toEqual({ served: 'stale' })
    expect(await cacheOf(body, 'refreshed')).toBe('MISS')
  })
})
