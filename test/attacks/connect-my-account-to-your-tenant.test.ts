/** Who has a link, a state or a code of somebody else must not get an account connected, nor learn anything by it. */
import { oauth2 } from '@patchbay/core/provider'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { createBrowser, startVendor } from '../connect/start-vendor.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'

const vendor = startVendor()
const signIn = (pkce: boolean) =>
  oauth2({
    authorize: 'https://vendor.example.com/authorize',
    token: 'https://vendor.example.com/token',
    scopes: { things: 'Read things' },
    rotates: true,
    pkce,
  })
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const providers = [
  ...['vendor', 'twin'].map((id) => variant(id, { auth: signIn(true), probe })),
  variant('plain', { auth: signIn(false), probe }),
]
const gateway = await startTestGateway({
  domains: providers.map(domainOf),
  env: {
    PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(providers.map(({ id }) => [id, vendor.origin]))),
    ALLOWED_PRIVATE_HOSTS: vendor.host,
    FAILED_LOGINS_PER_MINUTE: '5',
    CONNECT_RETURN_URLS: 'https://app.example.com/settings',
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
for (const { id } of providers) await gateway.admin('PUT', `/admin/apps/${id}`, app)
await gateway.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers: {} })
beforeEach(() => {
  vendor.behave({})
  vendor.as('ada@example.com')
})

const makeLink = async (changes: object = {}): Promise<string> => {
  const body = { tenant_id: 'acme', provider: 'vendor', account_id: 'main', ...changes }
  return (await gateway.admin('POST', '/admin/connect', body)).body.url
}

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
    expect([stolen.status, stolen.text.includes('started in another browser')]).toEqual([403, true])
    expect(vendor.exchanged.length).toBe(0)
    expect((await owner.visit(back)).text).toContain('Connect this account')
    expect(await isConnected()).toBe(false)
  })

  it.each(['state', 'code'])('can’t send the browser back with two of %s', async (name) => {
    const owner = createBrowser()
    const back = new URL(await atVendor(owner, await makeLink()))
    back.searchParams.append(name, 'another')
    const exchanges = vendor.exchanged.length
    const page = await owner.visit(back.href)
    expect([page.status, page.text.includes('is malformed')]).toEqual([400, true])
    expect(vendor.exchanged.length).toBe(exchanges)
  })

  it('can’t use a state twice', async () => {
    const owner = createBrowser()
    const back = await atVendor(owner, await makeLink())
    await owner.visit(back)
    const exchanges = vendor.exchanged.length
    // The owner's browser sees the question again, and the code goes nowhere.
    expect((await owner.visit(back)).text).toContain('Is this the right account?')
    const again = await createBrowser().visit(back)
    expect([again.status, again.text.includes('used before')]).toEqual([403, true])
    expect(vendor.exchanged.length).toBe(exchanges)
  })

  it('can’t let another provider’s vendor answer (mix-up)', async () => {
    const owner = createBrowser()
    const back = await atVendor(owner, await makeLink())
    const mixed = await owner.visit(back.replace('/callback/vendor', '/callback/twin'))
    expect([mixed.status, mixed.text.includes('started at another provider')]).toEqual([403, true])
  })

  it('can’t slip a code of their own into the owner’s sign-in (code injection): the verifier doesn’t fit', async () => {
    const thief = createBrowser()
    const code = new URL(await atVendor(thief, await makeLink())).searchParams.get('code') ?? ''
    const owner = createBrowser()
    const back = new URL(await atVendor(owner, await makeLink()))
    back.searchParams.set('code', code)
    const page = await owner.visit(back.href)
    expect([page.status, page.text.includes('did not grant access: invalid_grant')]).toEqual([502, true])
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

  it('can’t plant a cookie in the owner’s browser and come back with it (session fixation)', async () => {
    const link = await makeLink()
    const thief = createBrowser()
    const back = await atVendor(thief, link)
    const owner = createBrowser()
    for (const [name, value] of thief.cookies(link)) owner.cookies(link).set(name, value)
    const theirs = await atVendor(owner, link)
    expect((await thief.visit(theirs)).text).toContain('started in another browser')
    expect((await owner.visit(back)).text).toContain('not known, or was used before')
  })

  it('can’t connect an account of their own unseen, with a link or a code that is not bound (no PKCE)', async () => {
    vendor.as('eve@example.com')
    const thief = createBrowser()
    const code = new URL(await atVendor(thief, await makeLink({ provider: 'plain' }))).searchParams.get('code') ?? ''
    vendor.as('ada@example.com')
    const owner = createBrowser()
    const back = new URL(await atVendor(owner, await makeLink({ provider: 'plain' })))
    back.searchParams.set('code', code)
    const page = await owner.visit(back.href)
    expect(page.text).toContain('Is this the right account?')
    expect(page.text).toContain('you are <strong><bdi>eve@example.com')
    expect((await gateway.admin('GET', '/admin/tokens/acme/plain/main')).status).toBe(404)
  })

  it.each(['https://evil.example', 'http://127.0.0.1.evil.example/authorize', 'not a URL', ''])(
    'can’t answer as the sign-in service %j (mix-up, RFC 9207)',
    async (iss) => {
      vendor.behave({ also: { iss } })
      const page = await createBrowser().goThrough(await makeLink())
      expect([page.status, page.text.includes('came from another sign-in service')]).toEqual([502, true])
      expect(await isConnected()).toBe(false)
    },
  )

  it.each(['?return_url=https://evil.example', '?next=//evil.example&redirect_uri=https://evil.example'])(
    'can’t lead the owner elsewhere in the end by %s (open redirect)',
    async (query) => {
      const owner = createBrowser()
      const link = await makeLink({ account_id: 'open', return_url: 'https://app.example.com/settings' })
      const page = await owner.visit(link + query)
      const { location: toVendor = '' } = await owner.visit(link + query, {
        ...page.hidden,
        return_url: 'https://evil.example',
      })
      expect(new URL(toVendor).searchParams.get('redirect_uri')).toBe(`${gateway.url}/connect/callback/vendor`)
      const { location: back = '' } = await owner.visit(toVendor)
      const asking = await owner.visit(`${back}&${query.slice(1)}`)
      const answer = { ...asking.hidden, decision: 'connect', return_url: 'https://evil.example' }
      const { location = '' } = await owner.visit(`${gateway.url}/connect/confirm${query}`, answer)
      expect(location).toMatch(/^https:\/\/app\.example\.com\/settings\?connect_id=[^&]+&status=connected$/)
    },
  )

  it.each(['<script>alert(1)</script>', 'access_denied"><img src=x>', 'a\nSet-Cookie: x=1'])(
    'can’t write %j into a page as the vendor’s error',
    async (refuse) => {
      vendor.behave({ refuse })
      const page = await createBrowser().goThrough(await makeLink())
      expect([page.status, page.text.includes('<script'), page.text.includes('<img')]).toEqual([502, false, false])
    },
  )

  it('can’t frame any page (clickjacking), and no page tells a secret to where it links', async () => {
    const owner = createBrowser()
    const link = await makeLink({ account_id: 'framed' })
    const asking = await owner.goThrough(link)
    const done = await owner.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    expect([asking.status, done.status]).toEqual([200, 200])
    const others = [await makeLink(), link, `${gateway.url}/connect/callback/vendor?state=x`]
    for (const { headers } of [asking, done, ...(await Promise.all(others.map((url) => owner.visit(url))))]) {
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toContain('no-store')
    }
  })

  it('can’t guess links for long: after 120 wrong ones a minute their address is told no more', async () => {
    const guess = () => createBrowser().visit(`${gateway.url}/connect/${crypto.randomUUID()}`)
    for (let nth = 0; nth < 120; nth++) await guess()
    expect((await guess()).status).toBe(429)
  })
})

describe('a link leads back to no other address than a listed one (return URL tricks)', () => {
  it.each([
    'https://app.example.com.evil.example/settings',
    'https://evil.example/https://app.example.com/settings',
    'https://app.example.com@evil.example/settings',
    'https://user:word@app.example.com/settings',
    'https://app.example.com:8443/settings',
    'http://app.example.com/settings',
    'https://app.example.com/settings/',
    'https://app.example.com/settings/../admin',
    'https://app.example.com/%73ettings',
    'https://app.example.com/settings#https://evil.example',
    'https://app.example.com\\@evil.example/settings',
    '//app.example.com/settings',
    'javascript:alert(1)//https://app.example.com/settings',
  ])('%s', async (return_url) => {
    const body = { tenant_id: 'acme', provider: 'vendor', account_id: 'main', return_url }
    const { status, body: answer } = await gateway.admin('POST', '/admin/connect', body)
    expect([status, answer.details?.[0]?.path]).toEqual([400, '/return_url'])
  })
})
