import { accessTokenBinding } from '@patchbay/core/refresh'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Admin, acme, openAdmin } from '../../testing/open-admin.ts'

let admin: Admin
beforeAll(async () => {
  admin = openAdmin()
  const shop = { accounts: [{ id: 'eu', label: 'EU', settings: { subdomain: 'acme' } }] }
  const body = { ...acme, providers: { ...acme.providers, shop } }
  await admin.call('PUT', '/admin/tenants/acme', { body })
})
afterAll(() => admin.close())

const path = '/admin/tokens/acme/hubspot/sales-eu'
const now = () => Math.floor(Date.now() / 1000)
const put = (body: unknown, target = path) => admin.call('PUT', target, { body })

describe('a credential', () => {
  test('is stored sealed, opens in its own row, and its answers hold no secret', async () => {
    const secret = 'pat-eu1-a-provider-secret'
    const expires_at = now() + 90_000
    const stored = await put({ access_token: secret, expires_at, token_type: 'Bearer' })
    expect(stored.status).toBe(200)
    expect(stored.body).toEqual({
      tenant_id: 'acme',
      provider: 'hubspot',
      account_id: 'sales-eu',
      token_type: 'Bearer',
      expires_at,
      state: 'valid',
      updated_at: expect.any(String),
    })
    expect(await admin.call('GET', path)).toEqual({ status: 200, body: stored.body })

    const ref = { tenant: 'acme', provider: 'hubspot', account: 'sales-eu' }
    const sealed = (await admin.store.credentials.get(ref))?.sealed ?? ''
    expect(sealed).not.toContain(secret)
    expect(await admin.vault.open(sealed, accessTokenBinding(ref))).toBe(secret)
  })

  test.each([
    ['without an expiry', undefined, 'valid'],
    ['that expires in 25 hours', 25 * 3600, 'valid'],
    ['that expires in 23 hours', 23 * 3600, 'expiring_soon'],
    ['that has expired', -1, 'expired'],
  ])('%s is %s s away: %s', async (_what, seconds, state) => {
    const expires_at = seconds === undefined ? undefined : now() + seconds
    expect((await put({ access_token: 'pat', expires_at })).body).toMatchObject({
      state,
      expires_at: expires_at ?? null,
      token_type: 'Bearer',
    })
    expect((await admin.call('GET', path)).body.state).toBe(state)
  })

  test('is gone after DELETE', async () => {
    await put({ access_token: 'pat' })
    expect(await admin.call('DELETE', path)).toEqual({ status: 204, body: null })
    for (const method of ['GET', 'DELETE']) {
      expect((await admin.call(method, path)).body).toMatchObject({ code: 'TOKEN_MISSING', status: 404 })
    }
  })

  test('of a provider with HTTP Basic is a pair', async () => {
    const shop = '/admin/tokens/acme/shop/eu'
    expect((await put({ access_token: 'a-password' }, shop)).body.details).toMatchObject([{ path: '/access_token' }])
    expect((await put({ access_token: 'user:pass word' }, shop)).status).toBe(200)
  })

  test('of an account named like a prototype member is stored', async () => {
    expect((await put({ access_token: 'sk' }, '/admin/tokens/acme/stripe/constructor')).status).toBe(200)
  })

  test.each([
    [{ access_token: '' }, '/access_token'],
    [{ access_token: 'x'.repeat(16_385) }, '/access_token'],
    [{ access_token: 'secret-token\r\nx-evil: 1' }, '/access_token'],
    [{ access_token: 'secret-token\n' }, '/access_token'],
    [{ access_token: 'secret-token\u0000' }, '/access_token'],
    [{ access_token: ' secret-token' }, '/access_token'],
    [{ access_token: 'secret-token-€' }, '/access_token'],
    [{ access_token: 7 }, '/access_token'],
    [{ access_token: 'Bearer secret-token' }, '/access_token'],
    [{ access_token: 'bearer secret-token' }, '/access_token'],
    [{ access_token: 'Basic secret-token:' }, '/access_token'],
    [{}, '/access_token'],
    [{ access_token: 'secret-token', expires_at: 1_795_000_000_000 }, '/expires_at'],
    [{ access_token: 'secret-token', expires_at: 1.5 }, '/expires_at'],
    [{ access_token: 'secret-token', expires_at: -1 }, '/expires_at'],
    [{ access_token: 'secret-token', expires_at: '2026-11-20T12:00:00Z' }, '/expires_at'],
    [{ access_token: 'secret-token', token_type: 'Bearer x' }, '/token_type'],
    [{ access_token: 'secret-token', expires_in: 3600 }, '/expires_in'],
  ])('%j is refused without being shown', async (body, place) => {
    const answer = await put(body)
    expect(answer.status).toBe(400)
    expect(answer.body.details).toMatchObject([{ path: place }])
    expect(JSON.stringify(answer.body)).not.toContain('secret-token')
  })

  test('with a line break at its end is refused, and the error says so', async () => {
    expect((await put({ access_token: 'pat-na1\n' })).body.error).toContain('line break')
  })

  test('that was copied with its scheme is refused, and the error says what to leave out', async () => {
    const { error } = (await put({ access_token: 'Bearer pat-na1' })).body
    expect(error).toBe('/access_token: begins with "Bearer ": leave that out, the gateway adds it')
    expect((await put({ access_token: 'bearer-of-news' })).status).toBe(200)
  })

  test('with an expiry in milliseconds is refused, and the error says so', async () => {
    expect((await put({ access_token: 'x', expires_at: Date.now() })).body.error).toContain('milliseconds')
  })

  const all = ['PUT', 'GET', 'DELETE']
  test.each([
    ['nobody/hubspot/sales-eu', 'TENANT_NOT_FOUND'],
    ['acme/shopify/sales-eu', 'CONFIG_MISSING'],
    ['acme/constructor/sales-eu', 'CONFIG_MISSING'],
    ['acme/hubspot/sales-cn', 'CONFIG_MISSING'],
    ['acme/HubSpot/sales-eu', 'VALIDATION_ERROR'],
    ['acme/hubspot/Sales', 'VALIDATION_ERROR'],
  ])('of %s is refused: %s', async (target, code) => {
    for (const method of all) {
      const body = method === 'PUT' ? { access_token: 'pat' } : undefined
      expect((await admin.call(method, `/admin/tokens/${target}`, { body })).body.code, method).toBe(code)
    }
  })
})
