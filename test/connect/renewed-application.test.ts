// Test lanes: both-stores, long-on-mongodb
import { endpoint, oauth2, Type } from '@patchbay/core/provider'
import { afterAll, expect, it } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { createBrowser, startVendor } from './start-vendor.ts'

const [vendor, elsewhere] = [startVendor(), startVendor()]
const signIn = {
  authorize: 'https://vendor.example.com/authorize',
  token: 'https://vendor.example.com/token',
  revoke: { url: 'https://vendor.example.com/revoke' },
  scopes: {},
  rotates: false,
}
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const providers = [
  ...['renewed', 'moved', 'replaced', 'own', 'refused', 'revoked', 'removed'].map((id) =>
    variant(id, { auth: oauth2(signIn), probe }),
  ),
  variant('shops', {
    auth: oauth2({ ...signIn, token: endpoint`https://vendor.example.com/${'shop'}/token` }),
    settings: { shop: Type.String({ pattern: '^[a-z]+$', maxLength: 20 }) },
    probe,
  }),
]
const gateway = await startTestGateway({
  domains: providers.map(domainOf),
  env: {
    PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(providers.map(({ id }) => [id, vendor.origin]))),
    ALLOWED_PRIVATE_HOSTS: `${vendor.host},${elsewhere.host}`,
  },
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([vendor.stop(), elsewhere.stop()])
})

const token = 'acme-secret-token-1234'
await gateway.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers: {} })
await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token })

const application = (changes: object = {}) => ({
  client_id: vendor.app.id,
  client_secret: vendor.app.secret,
  authorize_url: `${vendor.origin}/authorize`,
  token_url: `${vendor.origin}/token`,
  revoke_url: `${vendor.origin}/revoke`,
  ...changes,
})
const store = (provider: string, changes: object = {}) =>
  gateway.admin('PUT', `/admin/apps/${provider}`, application(changes))

const connect = async (provider: string, account: string, settings = {}): Promise<void> => {
  const body = { tenant_id: 'acme', provider, account_id: account, settings }
  const { connect_id, url } = (await gateway.admin('POST', '/admin/connect', body)).body
  const browser = createBrowser()
  const { hidden } = await browser.goThrough(url)
  await browser.visit(`${gateway.url}/connect/confirm`, { ...hidden, decision: 'connect' })
  expect((await gateway.admin('GET', `/admin/connect/${connect_id}`)).body.status).toBe('connected')
}
const expire = (provider: string, account: string) =>
  gateway.admin('PUT', `/admin/tokens/acme/${provider}/${account}`, { access_token: 'stale', expires_at: 1 })
/** A call whose access token has expired, so that it refreshes; the status and the client that refreshed. */
const refresh = async (provider: string, account = 'main') => {
  await expire(provider, account)
  const { status } = await gateway.call('acme', provider, { action: 'get', id: '1', account_id: account }, { token })
  return status
}
const state = async (provider: string, account = 'main') =>
  (await gateway.admin('GET', `/admin/tokens/acme/${provider}/${account}`)).body.state

/** Runs with another secret or client at the vendor, and puts back what it was. */
const whileVendorHas = async (app: Partial<typeof vendor.app>, run: () => Promise<void>): Promise<void> => {
  const before = { ...vendor.app }
  Object.assign(vendor.app, app)
  try {
    await run()
  } finally {
    Object.assign(vendor.app, before)
  }
}

it('a renewed secret reaches the accounts that are connected, and is the only one that is sent', async () => {
  await store('renewed')
  await connect('renewed', 'main')
  await whileVendorHas({ secret: 'the-second-secret' }, async () => {
    await store('renewed')
    vendor.exchanged.length = 0
    expect(await refresh('renewed')).toBe(200)
    expect(vendor.exchanged.map((form) => form.get('client_secret'))).toEqual(['the-second-secret'])
  })
})

it('a changed address reaches them too, with the secret', async () => {
  await store('moved')
  await connect('moved', 'main')
  Object.assign(elsewhere.app, { secret: 'the-secret-elsewhere' })
  await store('moved', { token_url: `${elsewhere.origin}/token`, client_secret: 'the-secret-elsewhere' })
  elsewhere.exchanged.length = 0
  await refresh('moved')
  expect(elsewhere.exchanged.map((form) => form.get('client_secret'))).toContain('the-secret-elsewhere')
  expect(elsewhere.exchanged.map((form) => form.get('client_secret'))).not.toContain(vendor.app.secret)
})

it('an address that follows from an account’s settings is built of them', async () => {
  await store('shops')
  await connect('shops', 'main', { shop: 'books' })
  const { seed } = (await gateway.admin('GET', '/admin/tokens/acme/shops/main')).body
  expect(seed.token_endpoint).toBe(`${vendor.origin}/token`)
  await store('shops', { token_url: null })
  const changed = (await gateway.admin('GET', '/admin/tokens/acme/shops/main')).body.seed
  expect(changed.token_endpoint).toBe('https://vendor.example.com/books/token')
})

it('another application in its place leaves accounts of the former one as they are, until that is renewed', async () => {
  await store('replaced')
  await connect('replaced', 'first')
  await whileVendorHas({ id: 'another-app', secret: 'another-secret' }, async () => {
    await store('replaced')
    await connect('replaced', 'second')
    expect(await refresh('replaced', 'second')).toBe(200)
  })
  expect(await refresh('replaced', 'first')).toBe(200)
  await whileVendorHas({ secret: 'renewed-first' }, async () => {
    await store('replaced')
    expect(await refresh('replaced', 'first')).toBe(200)
  })
  await whileVendorHas({ id: 'another-app', secret: 'another-secret' }, async () => {
    expect(await refresh('replaced', 'second')).toBe(200)
    const { status } = await store('replaced', { client_secret: undefined })
    expect(status).toBe(200)
    expect(await refresh('replaced', 'second')).toBe(200)
  })
})

it('a seed of one’s own goes on with what it was given, though an application of the same client is renewed', async () => {
  await store('own')
  await gateway.admin('PATCH', '/admin/tenants/acme', {
    providers: { own: { accounts: [{ id: 'main', label: 'Main' }] } },
  })
  await gateway.admin('POST', '/admin/seed-oauth', {
    tenant_id: 'acme',
    provider: 'own',
    account_id: 'main',
    client_id: vendor.app.id,
    client_secret: vendor.app.secret,
    token_endpoint: `${vendor.origin}/token`,
    refresh_token: 'r-1',
  })
  await store('own', { client_secret: 'the-second-secret' })
  vendor.exchanged.length = 0
  await refresh('own')
  expect(new Set(vendor.exchanged.map((form) => form.get('client_secret')))).toEqual(new Set([vendor.app.secret]))
  expect((await gateway.admin('DELETE', '/admin/apps/own')).status).toBe(204)
})

it('a refresh that was put off because of the old secret is tried at once with the new one', async () => {
  await store('refused')
  await connect('refused', 'main')
  await whileVendorHas({ secret: 'the-second-secret' }, async () => {
    expect(await refresh('refused')).toBe(502)
    expect(await state('refused')).toBe('expired')
    await store('refused')
    const body = { action: 'get', id: '1', account_id: 'main' }
    expect((await gateway.call('acme', 'refused', body, { token })).status).toBe(200)
  })
})

it('an access is ended at the vendor with the renewed secret', async () => {
  await store('revoked')
  await connect('revoked', 'main')
  await whileVendorHas({ secret: 'the-second-secret' }, async () => {
    await store('revoked')
    vendor.revoked.length = 0
    await gateway.admin('DELETE', '/admin/tokens/acme/revoked/main')
    await expect.poll(() => vendor.revoked).toHaveLength(1)
  })
})

it('an application that accounts use is not removed, which says how many', async () => {
  await store('removed')
  await connect('removed', 'one')
  await connect('removed', 'two')
  const refused = await gateway.admin('DELETE', '/admin/apps/removed')
  expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
  expect(refused.body.error).toContain('2 accounts refresh their tokens with apps/removed')
  for (const account of ['one', 'two']) await gateway.admin('DELETE', `/admin/tokens/acme/removed/${account}`)
  expect((await gateway.admin('DELETE', '/admin/apps/removed')).status).toBe(204)
})
