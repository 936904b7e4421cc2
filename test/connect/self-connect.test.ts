import { apiKey, oauth2 } from '@patchbay/core/provider'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { createBrowser, startVendor } from './start-vendor.ts'

const vendor = startVendor()
const signIn = oauth2({
  authorize: 'https://vendor.example.com/authorize',
  token: 'https://vendor.example.com/token',
  scopes: { things: 'Read things' },
  rotates: true,
})
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const key = apiKey({ header: 'Authorization', prefix: 'Bearer ' })
const machine = oauth2({
  grant: 'jwt_bearer',
  token: 'https://vendor.example.com/token',
  scopes: {},
  algorithm: 'RS256',
})
const providers = [
  variant('vendor', { auth: signIn, probe }),
  variant('keyed', { auth: key, probe }),
  variant('bare', { auth: signIn, probe }),
  variant('machine', { auth: machine, probe }),
]
const gateway = await startTestGateway({
  domains: providers.map(domainOf),
  env: {
    PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(providers.map(({ id }) => [id, vendor.origin]))),
    ALLOWED_PRIVATE_HOSTS: vendor.host,
  },
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})
await gateway.admin('PUT', '/admin/apps/vendor', {
  client_id: vendor.app.id,
  client_secret: vendor.app.secret,
  authorize_url: `${vendor.origin}/authorize`,
  token_url: `${vendor.origin}/token`,
})
const accounts = [{ id: 'main', label: 'Main' }]
const token = 'acme-secret-token-1234'
const configure = (options: object) =>
  gateway.admin('PUT', '/admin/tenants/acme?prune=true', {
    name: 'Acme',
    status: 'active',
    options,
    providers: Object.fromEntries(providers.map(({ id }) => [id, { accounts }])),
  })
await configure({})
await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token })

const call = async (provider: string) =>
  (await gateway.call('acme', provider, { action: 'get', id: '1' }, { token })).body
beforeEach(() => configure({ self_connect: true }))

describe('a caller of a tenant with `self_connect`', () => {
  it('gets, with a missing credential, an address that connects the account, and the call works', async () => {
    const { code, connect_url } = await call('vendor')
    expect([code, new URL(connect_url).origin]).toEqual(['TOKEN_MISSING', gateway.url])
    const browser = createBrowser()
    const asking = await browser.goThrough(connect_url)
    await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    expect((await call('vendor')).data).toEqual({ email: 'ada@example.com' })
  })

  it('gets it where the credential that a person brought is refused by the vendor', async () => {
    const { body } = await gateway.admin('POST', '/admin/connect', {
      tenant_id: 'acme',
      provider: 'keyed',
      account_id: 'main',
    })
    vendor.tokens.set('a-key-of-ada', 'ada@example.com')
    const browser = createBrowser()
    const page = await browser.visit(body.url)
    const asking = await browser.visit(body.url, { ...page.hidden, secret: 'a-key-of-ada' })
    await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    vendor.tokens.delete('a-key-of-ada')
    const answer = await call('keyed')
    expect([answer.code, answer.connect_url]).toEqual(['UPSTREAM_ERROR', expect.stringContaining('/connect/')])
    await gateway.admin('DELETE', '/admin/tokens/acme/keyed/main')
  })

  it('gets the same address from calls that fail at once and later, and another one when it was used', async () => {
    await gateway.admin('DELETE', '/admin/tokens/acme/vendor/main')
    const links = async () => {
      const { entries } = (await gateway.admin('GET', '/admin/audit?action=offer_connect_link&limit=100')).body
      return entries.filter(({ key }: { key: string }) => key === 'connect/acme/vendor/main').length
    }
    const before = await links()
    const urls = await Promise.all(Array.from({ length: 20 }, async () => (await call('vendor')).connect_url))
    urls.push((await call('vendor')).connect_url)
    expect([new Set(urls).size, await links()]).toEqual([1, before + 1])
    const browser = createBrowser()
    const asking = await browser.goThrough(urls[0])
    await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    await gateway.admin('DELETE', '/admin/tokens/acme/vendor/main')
    expect((await call('vendor')).connect_url).not.toBe(urls[0])
  })

  it.each(['bare', 'machine'])('gets none where nobody could connect the account: %s', async (provider) => {
    const { code, connect_url } = await call(provider)
    expect([code, connect_url]).toEqual(['TOKEN_MISSING', undefined])
  })

  it('gets none for an account that its token may not call', async () => {
    const limited = 'a-limited-token-of-acme-1'
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token: limited, deny: ['vendor:*'] })
    const { body } = await gateway.call('acme', 'vendor', { action: 'get', id: '1' }, { token: limited })
    expect([body.code, body.connect_url]).toEqual(['FORBIDDEN', undefined])
  })

  it.each([
    ['is revoked', (id: string) => gateway.admin('DELETE', `/admin/auth/acme/${id}`)],
    ['expires', (id: string) => gateway.admin('PATCH', `/admin/auth/acme/${id}`, { expires_at: 1 })],
    ['loses the right', (id: string) => gateway.admin('PATCH', `/admin/auth/acme/${id}`, { deny: ['vendor:connect'] })],
  ])('has no use of it once the token %s, also in the middle of it', async (how, end) => {
    await gateway.admin('DELETE', '/admin/tokens/acme/vendor/main')
    const leaked = `a-token-that-${how.replaceAll(' ', '-')}`
    const { token_id } = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token: leaked })).body
    const { body } = await gateway.call('acme', 'vendor', { action: 'get', id: '1' }, { token: leaked })
    const browser = createBrowser()
    const asking = await browser.goThrough(body.connect_url)
    expect(asking.status).toBe(200)
    await end(token_id)
    const confirmed = await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    const opened = await createBrowser().visit(body.connect_url)
    expect([confirmed.status, opened.status, (await call('vendor')).code]).toEqual([404, 404, 'TOKEN_MISSING'])
    await gateway.admin('DELETE', `/admin/auth/acme/${token_id}`)
  })

  it('an administrator who tries an action gets none: links of their own they make themselves', async () => {
    await gateway.admin('DELETE', '/admin/tokens/acme/vendor/main')
    const tried = { tenant_id: 'acme', provider: 'vendor', action: 'get', params: { id: '1' } }
    const { answer } = (await gateway.admin('POST', '/admin/calls', tried)).body
    expect([answer.code, answer.connect_url]).toEqual(['TOKEN_MISSING', undefined])
  })

  it('gets none with other errors, and no log has one', async () => {
    const { body } = await gateway.call('acme', 'vendor', { action: 'get' }, { token })
    expect([body.code, body.connect_url]).toEqual(['VALIDATION_ERROR', undefined])
    const { text } = await gateway.admin('GET', '/admin/audit?limit=1000')
    expect(text).not.toContain(new URL((await call('vendor')).connect_url).pathname)
    expect(text).not.toMatch(/\/connect\/[A-Za-z0-9_-]{43}/)
  })
})

it('without the option there is no address', async () => {
  await configure({})
  await gateway.admin('DELETE', '/admin/tokens/acme/vendor/main')
  const { code, connect_url } = await call('vendor')
  expect([code, connect_url]).toEqual(['TOKEN_MISSING', undefined])
})
