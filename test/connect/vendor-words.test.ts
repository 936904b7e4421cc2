import { oauth2 } from '@patchbay/core/provider'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { createBrowser, startVendor } from './start-vendor.ts'

let hold: Promise<unknown> | undefined
const vendor = startVendor({
  grant: async ({ access, refresh }) => {
    await hold
    return Response.json({ access_token: access, refresh_token: refresh, expires_in: 3600 })
  },
})
const signIn = oauth2({
  authorize: 'https://vendor.example.com/authorize',
  token: 'https://vendor.example.com/token',
  scopes: {},
  rotates: false,
})
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const providers = ['vendor', 'twin'].map((id) => variant(id, { title: `The ${id}`, auth: signIn, probe }))
const gateway = await startTestGateway({
  domains: providers.map(domainOf),
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ vendor: vendor.origin, twin: vendor.origin }),
    ALLOWED_PRIVATE_HOSTS: vendor.host,
  },
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})
for (const id of ['vendor', 'twin'])
  await gateway.admin('PUT', `/admin/apps/${id}`, {
    client_id: vendor.app.id,
    client_secret: vendor.app.secret,
    authorize_url: `${vendor.origin}/authorize`,
    token_url: `${vendor.origin}/token`,
  })
await gateway.admin('PUT', '/admin/tenants/acme', { name: 'Acme', status: 'active', providers: {} })
beforeEach(() => {
  hold = undefined
})

let accounts = 0
const makeLink = async (provider = 'vendor') => {
  const body = { tenant_id: 'acme', provider, account_id: `account-${++accounts}` }
  const { connect_id, url } = (await gateway.admin('POST', '/admin/connect', body)).body
  return { url, status: async () => (await gateway.admin('GET', `/admin/connect/${connect_id}`)).body }
}
/** Begins a sign-in; the address with which the vendor sends the browser back. */
const begin = async (browser: ReturnType<typeof createBrowser>, url: string): Promise<string> => {
  const page = await browser.visit(url)
  const { location: toVendor = '' } = await browser.visit(url, page.hidden)
  return (await browser.visit(toVendor)).location ?? ''
}
const callback = (query: Record<string, string>, provider = 'vendor') =>
  `${gateway.url}/connect/callback/${provider}?${new URLSearchParams(query)}`
const audited = async () => (await gateway.admin('GET', '/admin/audit?action=connect_account&limit=1')).body.entries[0]

describe('an error without a state', () => {
  const denied = { error: 'access_denied', error_description: 'The user denied the request' }

  it('is told for the sign-in that is open in this browser, is audited, and ends nothing', async () => {
    const link = await makeLink()
    const browser = createBrowser()
    const back = await begin(browser, link.url)
    const page = await browser.visit(callback(denied))
    expect([page.status, page.text.includes('The access was not allowed at The vendor')]).toEqual([502, true])
    expect(page.text).toContain('Try again')
    // Anybody can write such an address.
    expect(page.text).not.toContain('The user denied')
    expect(await audited()).toMatchObject({
      outcome: 'error',
      reason: 'The access was not allowed at The vendor (access_denied: The user denied the request)',
    })
    expect(await link.status()).toMatchObject({ status: 'opened', reason: null })
    expect((await browser.visit(back)).text).toContain('Is this the right account?')
  })

  it.each([
    ['of nobody', async () => createBrowser()],
    [
      'of another provider',
      async () => {
        const browser = createBrowser()
        await begin(browser, (await makeLink('twin')).url)
        return browser
      },
    ],
    [
      'of two sign-ins',
      async () => {
        const browser = createBrowser()
        await begin(browser, (await makeLink()).url)
        await begin(browser, (await makeLink()).url)
        return browser
      },
    ],
    [
      'with a cookie that does not fit',
      async () => {
        const browser = createBrowser()
        const { url } = await makeLink()
        await begin(browser, url)
        for (const name of browser.cookies(url).keys()) browser.cookies(url).set(name, 'A'.repeat(43))
        return browser
      },
    ],
  ])('%s is unknown', async (_whose, open) => {
    const page = await (await open()).visit(callback(denied))
    expect([page.status, page.text.includes('not known, or was used before')]).toEqual([403, true])
  })

  it('beside a code is refused, and so is a code alone', async () => {
    const browser = createBrowser()
    await begin(browser, (await makeLink()).url)
    const exchanges = vendor.exchanged.length
    for (const query of [{ ...denied, code: 'x' }, { code: 'x' }, { code: 'x', state: '' }] as const)
      expect((await browser.visit(callback(query as unknown as Record<string, string>))).status).toBe(403)
    expect(vendor.exchanged.length).toBe(exchanges)
  })
})

describe('the vendor’s own words', () => {
  it.each([
    [
      { error: 'invalid_scope', error_description: 'items.read is\n not enabled.' },
      'The vendor answered with the error invalid_scope: items.read is not enabled',
    ],
    [
      { error_code: '1349187', error_message: 'URL blocked' },
      'The vendor answered with the error 1349187: URL blocked',
    ],
    [
      { error: 'access_denied', error_reason: 'user_denied' },
      'The access was not allowed at The vendor (access_denied: user_denied)',
    ],
    [
      { error: 'user_cancelled_login', error_description: 'The member left' },
      'The access was not allowed at The vendor (user_cancelled_login: The member left)',
    ],
    [{ error: 'access_denied', code: 'x' }, 'The access was not allowed at The vendor (access_denied)'],
    [{ error: 'a sentence as a code' }, 'The vendor answered with the error of an unknown kind'],
  ])('%o are in the reason and in the audit', async (query, reason) => {
    const link = await makeLink()
    const browser = createBrowser()
    const state = new URL(await begin(browser, link.url)).searchParams.get('state') ?? ''
    await browser.visit(callback({ ...query, state } as unknown as Record<string, string>))
    expect(await link.status()).toMatchObject({ status: 'failed', reason })
    expect(await audited()).toMatchObject({ reason })
  })
})

describe('a callback that is loaded twice', () => {
  it('asks the same question, and after the answer shows that the account is connected', async () => {
    const link = await makeLink()
    const browser = createBrowser()
    const back = await begin(browser, link.url)
    const first = await browser.visit(back)
    const exchanges = vendor.exchanged.length
    const again = await browser.visit(back)
    expect([again.status, again.hidden]).toEqual([200, first.hidden])
    expect(again.text).toContain('ada@example.com')
    await browser.visit(`${gateway.url}/connect/confirm`, { ...first.hidden, decision: 'connect' })
    expect((await browser.visit(back)).text).toContain('is connected')
    expect(vendor.exchanged.length).toBe(exchanges)
    expect((await link.status()).status).toBe('connected')
  })

  it('at once waits for the first, and exchanges the code once', async () => {
    const gate = Promise.withResolvers<void>()
    hold = gate.promise
    const browser = createBrowser()
    const back = await begin(browser, (await makeLink()).url)
    const exchanges = vendor.exchanged.length
    const both = Promise.all([browser.visit(back), browser.visit(back)])
    await expect.poll(() => vendor.exchanged.length).toBe(exchanges + 1)
    gate.resolve()
    for (const page of await both) expect(page.text).toContain('Is this the right account?')
    expect(vendor.exchanged.length).toBe(exchanges + 1)
  })

  it('at once tells both that it failed', async () => {
    vendor.behave({ apiStatus: 500 })
    const gate = Promise.withResolvers<void>()
    hold = gate.promise
    const browser = createBrowser()
    const back = await begin(browser, (await makeLink()).url)
    const exchanges = vendor.exchanged.length
    const both = Promise.all([browser.visit(back), browser.visit(back)])
    await expect.poll(() => vendor.exchanged.length).toBe(exchanges + 1)
    gate.resolve()
    for (const page of await both) expect(page.text).toContain('could not check this access (500)')
    vendor.behave({})
  })

  it('by another browser is unknown', async () => {
    const browser = createBrowser()
    const back = await begin(browser, (await makeLink()).url)
    await browser.visit(back)
    const page = await createBrowser().visit(back)
    expect([page.status, page.text.includes('not known, or was used before')]).toEqual([403, true])
  })
})

/** Callbacks as vendors write them: what of the query is changed, and the code that is exchanged. */
const callbacks: [what: string, change: (query: string, code: string) => string][] = [
  ['an empty error beside the code', (query) => `${query}&error=&error_description=`],
  ['an error that is none', (query) => `${query}&error_code=0&error_message=Success`],
  ['everything twice', (query) => `${query}&${query}`],
  ['several scopes', (query) => `${query}&scope=a&scope=b`],
  ['a mark of Facebook, encoded', (query, code) => query.replace(code, `${code}%23_`)],
  [
    'a mark of Facebook behind the state',
    (query) =>
      `code=${new URLSearchParams(query).get('code')}&state=${new URLSearchParams(query).get('state')}%23_%3D_`,
  ],
  ['ampersands of HTML', (query) => query.replaceAll('&', '&amp;')],
  ['a code by the name of TikTok', (query) => query.replace('code=', 'auth_code=')],
]
it.each(callbacks)('a sign-in goes on where the vendor sends %s', async (_what, change) => {
  const link = await makeLink()
  const browser = createBrowser()
  const back = new URL(await begin(browser, link.url))
  const query = change(back.search.slice(1), back.searchParams.get('code') ?? '')
  const page = await browser.visit(`${back.origin}${back.pathname}?${query}`)
  expect(page.text).toContain('Is this the right account?')
})

it('a plus sign of a code that the vendor does not encode stays one', async () => {
  const link = await makeLink()
  const browser = createBrowser()
  const back = new URL(await begin(browser, link.url))
  const count = vendor.exchanged.length
  await browser.visit(`${back.origin}${back.pathname}?code=a+b/c&state=${back.searchParams.get('state')}`)
  expect(vendor.exchanged.slice(count).map((form) => form.get('code'))).toEqual(['a+b/c'])
})

it.each(['code', 'state', 'error'])('two values of %s are refused', async (name) => {
  const browser = createBrowser()
  const back = await begin(browser, (await makeLink()).url)
  expect((await browser.visit(`${back}&${name}=x&${name}=y`)).status).toBe(400)
})
