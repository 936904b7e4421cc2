/** Who has a link, a state or a code of somebody else must not get an account connected, nor learn anything by it. */
import { oauth2 } from '@patchbay/core/provider'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { createBrowser, startVendor } from '../connect/start-vendor.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'

const vendor = startVendor()
const auth = oauth2({
  authorize: 'https://vendor.example.com/authorize',
  token: 'https://vendor.example.com/token',
  scopes: { things: 'Read and change things' },
  rotates: true,
  pkce: true,
})
const providers = ['vendor', 'twin'].map((id) => variant(id, { auth, probe: { action: 'get', params: { id: '1' } } }))
const gateway = await startTestGateway({
  domains: providers.map(domainOf),
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ vendor: vendor.origin, twin: vendor.origin }),
    ALLOWED_PRIVATE_HOSTS: vendor.host,
    FAILED_LOGINS_PER_MINUTE: '5',
  },
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})
const app = {
  client_id: vendor.app.id,
  client_secret: vendor.app.secret,
  authorize_url: `${vendor.origin}/authorize`,
  token_url: `${vendor.origin}/token`,
}
for (const id of ['vendor', 'twin']) await gateway.admin('PUT', `/admin/apps/${id}`, app)
await gateway.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers: {} })
beforeEach(() => vendor.behave({}))

const makeLink = async (): Promise<string> =>
  (await gateway.admin('POST', '/admin/connect', { tenant_id: 'acme', provider: 'vendor', account_id: 'main' })).body
    .url

type Browser = ReturnType<typeof createBrowser>

/** Goes to the vendor and stops before the way back: the URL with state and code. */
const atVendor = async (browser: Browser, link: string): Promise<string> => {
  const page = await browser.visit(link)
  const { location = '' } = await browser.visit(link, page.hidden)
  return (await browser.visit(location)).location ?? ''
}
const isConnected = async (): Promise<boolean> =>
  (await gateway.admin('GET', '/admin/tokens/acme/vendor/main')).status === 200

describe('a stranger', () => {
  it('can’t finish in another browser what the owner began (CSRF on the callback, a stolen code)', async () => {
    const owner = createBrowser()
    const back = await atVendor(owner, await makeLink())
    const stolen = await createBrowser().visit(back)
    expect([stolen.status, stolen.text.includes('begun in another browser')]).toEqual([403, true])
    expect(vendor.exchanged.length).toBe(0)
    expect((await owner.visit(back)).text).toContain('Connect this account')
    expect(await isConnected()).toBe(false)
  })

  it('can’t use a state twice', async () => {
    const owner = createBrowser()
    const back = await atVendor(owner, await makeLink())
    await owner.visit(back)
    const again = await owner.visit(back)
    expect([again.status, again.text.includes('used before')]).toEqual([403, true])
  })

  it('can’t let another provider’s vendor answer (mix-up)', async () => {
    const owner = createBrowser()
    const back = await atVendor(owner, await makeLink())
    const mixed = await owner.visit(back.replace('/callback/vendor', '/callback/twin'))
    expect([mixed.status, mixed.text.includes('begun at another provider')]).toEqual([403, true])
  })

  it('can’t slip a code of their own into the owner’s sign-in (code injection): the verifier doesn’t fit', async () => {
    const thief = createBrowser()
    const code = new URL(await atVendor(thief, await makeLink())).searchParams.get('code') ?? ''
    const owner = createBrowser()
    const back = new URL(await atVendor(owner, await makeLink()))
    back.searchParams.set('code', code)
    const page = await owner.visit(back.href)
    expect([page.status, page.text.includes('did not give the access: invalid_grant')]).toEqual([502, true])
  })

  it('can’t answer the question for the owner, without the cookie or without the proof', async () => {
    const owner = createBrowser()
    const asking = await owner.visit(await atVendor(owner, await makeLink()))
    const answer = { ...asking.hidden, decision: 'connect' }
    const confirm = `${gateway.url}/connect/confirm`
    expect((await createBrowser().visit(confirm, answer)).status).toBe(403)
    expect((await owner.visit(confirm, { ...answer, proof: '0'.repeat(64) })).status).toBe(403)
    expect(await isConnected()).toBe(false)
  })

  it('can’t send the form of a link from another site (CSRF)', async () => {
    const link = await makeLink()
    const page = await createBrowser().visit(link)
    const sent = await createBrowser().visit(link, page.hidden)
    expect([sent.status, sent.location]).toEqual([403, undefined])
  })

  it('can’t frame the pages, and no page tells a secret to where it links', async () => {
    const { headers } = await createBrowser().visit(await makeLink())
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toContain('no-store')
  })

  it('can’t guess links: after five wrong ones their address is refused', async () => {
    const guess = () => createBrowser().visit(`${gateway.url}/connect/${crypto.randomUUID()}`)
    const statuses: number[] = []
    for (let nth = 0; nth < 6; nth++) statuses.push((await guess()).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429])
  })
})
