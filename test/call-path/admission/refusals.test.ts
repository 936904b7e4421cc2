// Test lanes: both-stores, long-on-mongodb

import { describe, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

const spare = variant('spare', {})
const { gateway, call, upstream } = await startFixture({ providers: [fixture, spare] })
const { admin } = gateway
const get = { action: 'get', id: '1' }

const one = { accounts: [{ id: 'main', label: 'Main' }] }
const tenant = (providers: object, status = 'active') => ({ name: 'A tenant', status, providers })

describe('AUTH_FAILED', () => {
  it('is the same answer for no token, an unknown, a revoked and another tenant’s, and for a tenant that is not there', async () => {
    await gateway.seed('other', { fixture: 'x' })
    await admin('POST', '/admin/auth', { tenant_id: 'acme', token: 'soon-to-be-revoked' })
    const { body } = await admin('GET', '/admin/auth/acme')
    const revocable = body.tokens.at(-1).token_id
    expect((await gateway.call('acme', 'fixture', get, { token: 'soon-to-be-revoked' })).status).toBe(200)
    expect((await admin('DELETE', `/admin/auth/acme/${revocable}`)).status).toBe(204)

    const headers = { 'x-request-id': 'same' }
    const path = '/api/v1/acme/fixture'
    const answers = await Promise.all([
      gateway.send('POST', path, headers, get),
      gateway.send('POST', path, { ...headers, authorization: `Basic ${tokenOf('acme')}` }, get),
      gateway.send('POST', path, { ...headers, authorization: 'Bearer ' }, get),
      gateway.call('acme', 'fixture', get, { token: 'nobody-has-this-token', headers }),
      gateway.call('acme', 'fixture', get, { token: 'soon-to-be-revoked', headers }),
      gateway.call('acme', 'fixture', get, { token: tokenOf('other'), headers }),
      gateway.call('nobody', 'fixture', get, { token: tokenOf('acme'), headers }),
      gateway.call('constructor', 'nothing', {}, { token: tokenOf('acme'), headers }),
    ])
    const [first] = answers
    expect(first.body).toMatchObject({ code: 'AUTH_FAILED', status: 401 })
    expect(first.headers.get('www-authenticate')).toBe('Bearer')
    for (const { status, text } of answers) expect([status, text]).toEqual([401, first.text])
  })

  it('the name of the scheme has no case', async () => {
    const authorization = `bEARER ${tokenOf('acme')}`
    expect((await gateway.send('POST', '/api/v1/acme/fixture', { authorization }, get)).status).toBe(200)
  })
})

describe('tenants', () => {
  it('a token that was registered before its tenant meets TENANT_NOT_FOUND until the tenant is put', async () => {
    await admin('POST', '/admin/auth', { tenant_id: 'early', token: tokenOf('early') })
    const before = await gateway.call('early', 'fixture', get)
    expect(before.body).toMatchObject({ code: 'TENANT_NOT_FOUND', status: 404 })
    await admin('PUT', '/admin/tenants/early', tenant({ fixture: one }))
    await admin('PUT', '/admin/tokens/early/fixture/main', { access_token: 'x' })
    expect((await gateway.call('early', 'fixture', get)).status).toBe(200)
  })

  it('a suspended tenant is refused from the next call on, and served again once it is active', async () => {
    await gateway.seed('wavering', { fixture: 'x' })
    expect((await gateway.call('wavering', 'fixture', get)).status).toBe(200)
    await admin('PUT', '/admin/tenants/wavering', tenant({ fixture: one }, 'suspended'))
    const { body } = await gateway.call('wavering', 'fixture', get)
    expect(body).toMatchObject({ code: 'TENANT_SUSPENDED', status: 403 })
    await admin('PUT', '/admin/tenants/wavering', tenant({ fixture: one }))
    expect((await gateway.call('wavering', 'fixture', get)).status).toBe(200)
  })
})

describe('CONFIG_MISSING', () => {
  it('lists the domains that the tenant has', async () => {
    for (const domain of ['hubspot', 'constructor', '__proto__', 'Fixture']) {
      const { body } = await gateway.call('acme', domain, get)
      expect(body).toMatchObject({ code: 'CONFIG_MISSING', status: 404 })
      expect(body.error).toContain('configured: fixture, spare')
    }
  })

  it('a registered domain that the tenant lacks is none of its domains', async () => {
    await gateway.seed('slim', { fixture: 'x' })
    const { body } = await gateway.call('slim', 'spare', get)
    expect(body).toMatchObject({ code: 'CONFIG_MISSING', status: 404 })
    expect(body.error).toContain('configured: fixture')
    expect(body.error).not.toContain('fixture, spare')
  })

  it('a tenant without any domain is told so', async () => {
    await admin('PUT', '/admin/tenants/bare', tenant({}))
    await admin('POST', '/admin/auth', { tenant_id: 'bare', token: tokenOf('bare') })
    expect((await gateway.call('bare', 'fixture', get)).body.error).toContain('configured: none')
  })
})

describe('credentials', () => {
  it('an account without one is TOKEN_MISSING, and says how an administrator stores one', async () => {
    await gateway.seed('empty', { fixture: 'x' })
    await admin('DELETE', '/admin/tokens/empty/fixture/main')
    const { body } = await gateway.call('empty', 'fixture', get)
    expect(body).toMatchObject({ code: 'TOKEN_MISSING', status: 404 })
    expect(body.error).toContain('PUT /admin/tokens/empty/fixture/main')
  })

  it('what an administrator can do is data, too, and a client that words it itself gets the sentence alone', async () => {
    await gateway.seed('bare-account', { fixture: 'x' })
    await admin('DELETE', '/admin/tokens/bare-account/fixture/main')
    const next = {
      route: 'put_token',
      params: { tenant: 'bare-account', provider: 'fixture', account: 'main' },
    }
    const sentence = 'No credential is stored for fixture/main'
    const told = await gateway.call('bare-account', 'fixture', get)
    expect(told.body).toMatchObject({
      error: `${sentence}; an administrator can store a credential with PUT /admin/tokens/bare-account/fixture/main`,
      next,
    })
    for (const prefer of ['next=data', 'respond-async, Next="data"; x=1']) {
      const alone = await gateway.call('bare-account', 'fixture', get, { headers: { prefer } })
      expect(alone.body).toMatchObject({ error: sentence, next })
    }
    const other = await gateway.call('bare-account', 'fixture', get, { headers: { prefer: 'next=database' } })
    expect(other.body.error).toBe(told.body.error)
  })

  it('one past its expires_at is TOKEN_EXPIRED and is not sent; a new one is used at once', async () => {
    await gateway.seed('late', { fixture: 'x' })
    const store = (expires_at: number) =>
      admin('PUT', '/admin/tokens/late/fixture/main', { access_token: 'y', expires_at })
    const now = Math.floor(Date.now() / 1000)
    await store(now - 1)
    const before = upstream.requests.length
    const { body } = await gateway.call('late', 'fixture', get)
    expect(body).toMatchObject({ code: 'TOKEN_EXPIRED', status: 401 })
    expect(upstream.requests.length).toBe(before)
    await store(now + 3600)
    expect((await gateway.call('late', 'fixture', get)).status).toBe(200)
  })
})

describe('accounts', () => {
  const two = {
    accounts: [
      { id: 'eu', label: 'Europe' },
      { id: 'us', label: 'America' },
    ],
    default: 'us',
  }
  const accounts = [
    { id: 'eu', label: 'Europe', default: false },
    { id: 'us', label: 'America', default: true },
  ]

  it('several and none chosen: the answer lists them, the default marked but not taken', async () => {
    await gateway.seed('wide', { fixture: 'x' })
    await admin('PUT', '/admin/tenants/wide?prune=true', tenant({ fixture: two }))
    const { body } = await gateway.call('wide', 'fixture', get)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, accounts })
    expect(body.error).toContain('account_id')
  })

  it('an account that is not there is refused with those that are', async () => {
    const { body } = await gateway.call('wide', 'fixture', { ...get, account_id: 'constructor' })
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', accounts, details: [{ path: '/account_id' }] })
  })

  it('the chosen account’s credential is the one that is sent', async () => {
    await admin('PUT', '/admin/tokens/wide/fixture/eu', { access_token: 'european' })
    await admin('PUT', '/admin/tokens/wide/fixture/us', { access_token: 'american' })
    for (const [account_id, sent] of [
      ['eu', 'european'],
      ['us', 'american'],
    ]) {
      expect((await gateway.call('wide', 'fixture', { ...get, account_id })).status).toBe(200)
      expect(upstream.requests.at(-1)?.headers.authorization).toBe(`Bearer ${sent}`)
    }
  })

  it('a single account is taken, named or not', async () => {
    expect((await call(get)).status).toBe(200)
    expect((await call({ ...get, account_id: 'main' })).status).toBe(200)
  })
})

describe('VALIDATION_ERROR', () => {
  const wrong: [name: string, body: object, details: object[]][] = [
    ['no action', {}, [{ path: '/action' }]],
    ['an inherited name as action', { action: 'constructor' }, [{ path: '/action' }]],
    ['a missing parameter', { action: 'get' }, [{ path: '/id', message: 'is required' }]],
    ['an unknown parameter', { action: 'get', id: '1', nmae: 1 }, [{ path: '/nmae' }]],
    ['two faults', { action: 'pay', amount: 'x', metadata: { a: 1 } }, [{ path: '/amount' }, { path: '/metadata/a' }]],
    ['an account id that is none', { ...get, account_id: '../x' }, [{ path: '/account_id' }]],
    ['what only the action knows', { action: 'weigh', least: 2, most: 1 }, [{ path: '/least' }]],
  ]

  it.each(wrong)('%s: a detail for each place, and nothing is sent', async (_name, body, details) => {
    const answered = await call(body)
    expect(answered.body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, details })
    expect(answered.body.details).toHaveLength(details.length)
    expect(answered.sent).toEqual([])
  })
})
