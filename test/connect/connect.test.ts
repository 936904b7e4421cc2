import { apiKey, oauth2, oneOf, Type } from '@patchbay/core/provider'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { startWebhookReceiver } from '../providers/webhook-receiver.ts'
import { createBrowser, startVendor } from './start-vendor.ts'

const vendor = startVendor()
const receiver = startWebhookReceiver()
const signIn = oauth2({
  authorize: 'https://vendor.example.com/authorize',
  token: 'https://vendor.example.com/token',
  scopes: { 'things.read': 'Read your things', 'things.write': 'Add and change your things' },
  optionalScopes: { 'things.delete': 'Delete your things' },
  rotates: true,
  pkce: true,
})
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const providers = [
  variant('vendor', { title: 'Vendor', auth: signIn, probe }),
  variant('other', { auth: signIn, probe }),
  variant('lone', { auth: signIn, probe }),
  variant('keyed', { title: 'Keyed', auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }), probe }),
  variant('either', {
    title: 'Either',
    auth: oneOf({
      sign_in: oauth2({
        authorize: 'https://vendor.example.com/authorize',
        token: 'https://vendor.example.com/token',
        revoke: { url: 'https://vendor.example.com/revoke' },
        scopes: { 'things.read': 'Read your things' },
        tells: { region: { answer: '/region' } },
        rotates: true,
      }),
      key: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
    }),
    probe,
    settings: { region: Type.String({ pattern: '^[a-z]+$', maxLength: 20 }) },
  }),
  variant('shop', {
    title: 'Shop',
    auth: signIn,
    probe,
    settings: { shop: Type.String({ pattern: '^[a-z]+$', maxLength: 20, description: 'The name of your shop' }) },
  }),
]
const gateway = await startTestGateway({
  domains: providers.map(domainOf),
  env: {
    PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(providers.map(({ id }) => [id, vendor.origin]))),
    ALLOWED_PRIVATE_HOSTS: `${vendor.host},${receiver.host}`,
    CONNECT_RETURN_URLS: 'https://app.example.com/settings',
    BRAND_NAME: 'Acme Automations',
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET: receiver.secret,
  },
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
  await receiver.stop()
})

const app = {
  client_id: vendor.app.id,
  client_secret: vendor.app.secret,
  authorize_url: `${vendor.origin}/authorize`,
  token_url: `${vendor.origin}/token`,
}
for (const id of ['vendor', 'other', 'shop']) await gateway.admin('PUT', `/admin/apps/${id}`, app)
await gateway.admin('PUT', '/admin/tenants/acme', { name: 'Acme Corp', status: 'active', providers: {} })

let accounts = 0
const makeLink = async (changes: object = {}) => {
  const account_id = `account-${++accounts}`
  const body = { tenant_id: 'acme', provider: 'vendor', account_id, label: 'Sales', ...changes }
  const made = await gateway.admin('POST', '/admin/connect', body)
  expect(made.status).toBe(201)
  const { connect_id, url } = made.body
  const account = (changes as { account_id?: string }).account_id ?? account_id
  const provider = (changes as { provider?: string }).provider ?? 'vendor'
  return {
    url,
    account,
    id: connect_id,
    end: () => gateway.admin('DELETE', `/admin/connect/${connect_id}`),
    status: async () => (await gateway.admin('GET', `/admin/connect/${connect_id}`)).body,
    call: () => gateway.call('acme', provider, { action: 'get', id: '1', account_id: account }),
  }
}
await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token: 'acme-secret-token-1234' })
const token = 'acme-secret-token-1234'

beforeEach(() => {
  vendor.behave({})
  vendor.as('ada@example.com')
})

describe('a link', () => {
  it('is neither opened nor used up by programs that look at its addresses before the person does', async () => {
    const look = async (url: string) => (await fetch(url, { method: 'HEAD', redirect: 'manual' })).status
    const { url, status } = await makeLink()
    expect(await look(url)).toBe(405)
    expect((await status()).status).toBe('pending')
    const browser = createBrowser()
    const page = await browser.visit(url)
    let next = await browser.visit(url, page.hidden)
    while (next.location !== undefined) {
      if (next.location.startsWith(gateway.url)) expect(await look(next.location)).toBe(405)
      next = await browser.visit(next.location)
    }
    expect(next.hidden.connect_id).toBeDefined()
  })

  it('connects an account: the page, the vendor, the question, and the account works and refreshes itself', async () => {
    const { url, id, account, status } = await makeLink()
    expect((await status()).status).toBe('pending')
    const browser = createBrowser()
    const page = await browser.visit(url)
    expect(page.status).toBe(200)
    for (const words of ['Acme Automations', 'Acme Corp', 'Sales', 'Vendor', 'Read your things', 'things.read'])
      expect(page.text).toContain(words)
    // The tenant may be the person who reads this: whoever sent the link is the operator.
    expect(page.text).toMatch(/<bdi>Acme Automations<\/bdi> will use the account that you connect, for <bdi>Acme Corp/)
    expect((await status()).status).toBe('opened')

    const asking = await browser.goThrough(url)
    expect(asking.text).toContain('ada@example.com')
    expect(asking.text).not.toMatch(/access-|refresh-|the-app-secret/)
    expect((await gateway.admin('GET', '/admin/tenants/acme')).body.providers.vendor).toBeUndefined()
    const sent = vendor.asked.at(-1)?.searchParams
    expect([sent?.get('scope'), sent?.get('code_challenge_method')]).toEqual(['things.read things.write', 'S256'])

    const done = await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    expect([done.status, done.text.includes('Vendor is connected')]).toEqual([200, true])
    expect(await status()).toMatchObject({ status: 'connected', identity: 'ada@example.com' })
    const call = () => gateway.call('acme', 'vendor', { action: 'get', id: '1', account_id: account }, { token })
    expect((await call()).body.data).toEqual({ email: 'ada@example.com' })
    const { body } = await gateway.admin('GET', `/admin/tokens/acme/vendor/${account}`)
    expect(body).toMatchObject({ state: 'valid', seed: { error: null } })
    await expect
      .poll(() => receiver.received.filter(({ type }) => type === 'account.connected').at(-1)?.data)
      .toEqual({
        tenant: 'acme',
        provider: 'vendor',
        account,
        identity: 'ada@example.com',
        display_name: null,
        missing_scopes: [],
        connect_id: id,
        metadata: {},
      })
    const { entries } = (await gateway.admin('GET', '/admin/audit?action=connect_account&tenant=acme&limit=1')).body
    expect(entries).toMatchObject([{ outcome: 'ok', key: `tokens/acme/vendor/${account}` }])
  })

  it('connects once, and is worth nothing after that', async () => {
    const { id, url, account, status, end } = await makeLink()
    const browser = createBrowser()
    const asking = await browser.goThrough(url)
    const confirm = () => browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    expect((await confirm()).status).toBe(200)
    const exchanges = vendor.exchanged.length
    expect((await confirm()).text).toContain('Vendor is connected')
    expect(vendor.exchanged.length).toBe(exchanges)
    expect((await browser.visit(url)).text).toContain('the account is connected')
    expect((await status()).status).toBe('connected')
    await gateway.admin('DELETE', `/admin/tokens/acme/vendor/${account}`)
    expect((await browser.visit(url)).text).toContain('its account has been disconnected since')
    expect((await status()).status).toBe('disconnected')
    const { links } = (await gateway.admin('GET', '/admin/connect?status=disconnected')).body
    expect(links.map(({ connect_id }: { connect_id: string }) => connect_id)).toEqual([id])
    await end()
  })

  it('names its account to nobody who knows its id alone', async () => {
    const { url, id } = await makeLink({ return_url: 'https://app.example.com/settings' })
    const browser = createBrowser()
    const asking = await browser.goThrough(url)
    await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    const other = await createBrowser().visit(`${gateway.url}/connect/confirm`, { connect_id: id, decision: 'connect' })
    expect([other.status, other.location]).toEqual([403, undefined])
    expect(other.text).not.toMatch(/Acme Corp|Sales|Vendor/)
  })

  it('leaves another one that was opened in the same browser as it is', async () => {
    const browser = createBrowser()
    const [first, second] = [await makeLink(), await makeLink()]
    const asking = [await browser.goThrough(first.url), await browser.goThrough(second.url)]
    for (const { hidden } of asking)
      await browser.visit(`${gateway.url}/connect/confirm`, { ...hidden, decision: 'connect' })
    expect([(await first.status()).status, (await second.status()).status]).toEqual(['connected', 'connected'])
  })

  it('returns to a listed address with its id and status, and no token', async () => {
    const { url } = await makeLink({ return_url: 'https://app.example.com/settings?tab=apps' })
    const browser = createBrowser()
    const asking = await browser.goThrough(url)
    const { location = '' } = await browser.visit(`${gateway.url}/connect/confirm`, {
      ...asking.hidden,
      decision: 'connect',
    })
    const back = new URL(location)
    expect([back.origin + back.pathname, back.searchParams.get('tab'), back.searchParams.get('status')]).toEqual([
      'https://app.example.com/settings',
      'apps',
      'connected',
    ])
    expect([...back.searchParams.keys()]).toEqual(['tab', 'connect_id', 'status'])
  })

  it('takes a form as the vendor’s answer, as GitHub sends it', async () => {
    vendor.behave({ answer: 'form' })
    const { url } = await makeLink()
    expect((await createBrowser().goThrough(url)).text).toContain('ada@example.com')
  })

  it('asks before another person takes the account’s place', async () => {
    const first = await makeLink()
    const browser = createBrowser()
    const asking = await browser.goThrough(first.url)
    await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    vendor.tokens.clear()
    vendor.as('eve@example.com')
    const second = await makeLink({ account_id: first.account })
    const page = await browser.goThrough(second.url)
    expect(page.text).toContain('Until now this account was connected as')
    for (const who of ['ada@example.com', 'eve@example.com']) expect(page.text).toContain(who)
    const cancelled = await browser.visit(`${gateway.url}/connect/confirm`, { ...page.hidden, decision: 'cancel' })
    expect(cancelled.location).toBe(second.url)
    expect((await first.status()).identity).toBe('ada@example.com')
    expect((await second.status()).identity).toBeNull()
  })
})

describe('the question', () => {
  const warning = 'Until now this account was connected as'
  const connectAs = async (who: string, account_id?: string) => {
    vendor.tokens.clear()
    vendor.as(who)
    const link = await makeLink(account_id === undefined ? {} : { account_id })
    const browser = createBrowser()
    const page = await browser.goThrough(link.url)
    const connect = () => browser.visit(`${gateway.url}/connect/confirm`, { ...page.hidden, decision: 'connect' })
    return { ...link, page, connect }
  }

  it('calls it no other account where the vendor does not say whose it is', async () => {
    const first = await connectAs('ada@example.com')
    await first.connect()
    const { page } = await connectAs('', first.account)
    for (const words of [
      'does not say whose account it is',
      warning,
      'ada@example.com',
      'this access replaces that one',
    ])
      expect(page.text).toContain(words)
    expect(page.text).not.toContain('this other account')
  })

  it('names no earlier person once the credential was deleted, or an administrator has stored another one', async () => {
    const first = await connectAs('ada@example.com')
    await first.connect()
    await gateway.admin('PUT', `/admin/tokens/acme/vendor/${first.account}`, { access_token: 'of nobody known' })
    expect((await connectAs('eve@example.com', first.account)).page.text).not.toContain(warning)
    const other = await connectAs('ada@example.com')
    await other.connect()
    await gateway.admin('DELETE', `/admin/tokens/acme/vendor/${other.account}`)
    expect((await connectAs('eve@example.com', other.account)).page.text).not.toContain(warning)
  })
})

describe('the result of a link', () => {
  const origin = 'https://app.example.com'
  const ask = async (url: string, from: string | undefined) => {
    const hash = new Bun.CryptoHasher('sha256').update(url.split('/').at(-1) ?? '').digest('hex')
    const headers = from === undefined ? {} : { origin: from }
    const answer = await fetch(`${gateway.url}/connect/result/${hash}`, { headers })
    const body = answer.ok ? await answer.json() : undefined
    return { status: answer.status, allowed: answer.headers.get('access-control-allow-origin'), body }
  }

  it('is told to the page for whose origin the link was made, by the hash that opens nothing', async () => {
    const { url, id } = await makeLink({ origin })
    const pending = { status: 'pending', connect_id: id, provider: 'vendor', is_begun: false }
    expect(await ask(url, origin)).toEqual({ status: 200, allowed: origin, body: pending })
    const browser = createBrowser()
    const asking = await browser.goThrough(url)
    expect((await ask(url, origin)).body).toMatchObject({ status: 'opened', is_begun: true })
    await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    expect((await ask(url, origin)).body).toMatchObject({ status: 'connected' })
  })

  it('is told to nobody else', async () => {
    const { url } = await makeLink({ origin })
    for (const from of ['https://evil.example', 'null', undefined])
      expect(await ask(url, from)).toMatchObject({ status: 403, allowed: null })
    const { url: forNobody } = await makeLink()
    expect(await ask(forNobody, origin)).toMatchObject({ status: 404, allowed: null })
    expect(await ask(`${gateway.url}/connect/${'A'.repeat(43)}`, origin)).toMatchObject({ status: 404, allowed: null })
  })

  it('says that a link is over', async () => {
    const { url, end } = await makeLink({ origin })
    await end()
    expect((await ask(url, origin)).body).toMatchObject({ status: 'expired' })
  })
})

describe('the list of links', () => {
  it('has each with what became of it, a page at a time, of one tenant or of all, and never what opens it', async () => {
    await gateway.admin('PUT', '/admin/tenants/globex', { name: 'Globex', status: 'active', providers: {} })
    const first = await makeLink({ tenant_id: 'globex' })
    const failed = await makeLink({ tenant_id: 'globex' })
    vendor.behave({ refuse: 'access_denied' })
    await createBrowser().goThrough(failed.url)
    const list = async (query: string) => (await gateway.admin('GET', `/admin/connect${query}`)).body
    const { links, next_cursor } = await list('?tenant=globex&limit=1')
    expect(links).toEqual([await failed.status()])
    expect(links).toMatchObject([{ status: 'failed', reason: 'The access was not allowed at Vendor (access_denied)' }])
    const rest = await list(`?tenant=globex&cursor=${next_cursor}`)
    expect([rest.links, rest.next_cursor]).toEqual([[await first.status()], null])
    const { text } = await gateway.admin('GET', '/admin/connect?limit=1000')
    for (const { url, id } of [first, failed]) {
      expect(text).toContain(id)
      expect(text).not.toContain(url.split('/').at(-1))
    }
    expect((await gateway.admin('GET', '/admin/connect?cursor=nonsense')).body.details[0].path).toBe('/cursor')
  })
})

describe('a link that is ended', () => {
  it('is worth nothing from then on, whatever somebody had begun; the list says that it was ended', async () => {
    const [fresh, begun] = [await makeLink(), await makeLink()]
    const browser = createBrowser()
    const asking = await browser.goThrough(begun.url)
    for (const { url, end, status } of [fresh, begun]) {
      expect((await end()).status).toBe(204)
      const page = await createBrowser().visit(url)
      expect([page.status, page.text.includes('This link has expired')]).toEqual([404, true])
      expect(await status()).toMatchObject({ status: 'expired', reason: 'An administrator ended the link' })
      expect((await end()).status).toBe(204)
    }
    const confirm = { ...asking.hidden, decision: 'connect' }
    expect((await browser.visit(`${gateway.url}/connect/confirm`, confirm)).status).toBe(403)
    expect((await gateway.admin('GET', `/admin/tokens/acme/vendor/${begun.account}`)).status).toBe(404)
  })

  it('is not one that connected an account, nor one that was never made', async () => {
    const { url, end, status, account } = await makeLink()
    const browser = createBrowser()
    const { hidden } = await browser.goThrough(url)
    await browser.visit(`${gateway.url}/connect/confirm`, { ...hidden, decision: 'connect' })
    const refused = await end()
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining(`acme/vendor/${account}`)])
    expect((await status()).status).toBe('connected')
    const nobody = '/admin/connect/00000000-0000-7000-8000-000000000000'
    expect((await gateway.admin('DELETE', nobody)).status).toBe(404)
  })
})

describe('scopes', () => {
  it('are those of the link, then of the application, then the plugin’s; the page says what each allows', async () => {
    const { url } = await makeLink({ scopes: ['things.read', 'things.delete', 'things.paint'] })
    const browser = createBrowser()
    const { text } = await browser.visit(url)
    for (const words of ['Read your things', 'Delete your things', 'things.paint']) expect(text).toContain(words)
    expect(text).not.toContain('Add and change')
    await browser.goThrough(url)
    expect(vendor.asked.at(-1)?.searchParams.get('scope')).toBe('things.read things.delete things.paint')
  })
})

describe('an application', () => {
  it('keeps its secret where it is put again without one, and loses it by null', async () => {
    const put = async (changes: object) =>
      (await gateway.admin('PUT', '/admin/apps/other', { ...app, ...changes })).body
    expect((await put({ client_secret: undefined, scopes: ['a'] })).has_secret).toBe(true)
    expect((await put({ client_secret: undefined, client_id: 'another' })).has_secret).toBe(false)
    expect((await put({ client_secret: null })).has_secret).toBe(false)
    await put({})
  })

  it('without a secret names itself at the token endpoint, also when the account refreshes', async () => {
    vendor.behave({ isPublic: true })
    await gateway.admin('PUT', '/admin/apps/other', { ...app, client_secret: null })
    const { url, account } = await makeLink({ provider: 'other' })
    const browser = createBrowser()
    const asking = await browser.goThrough(url)
    await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    await gateway.admin('PUT', `/admin/tokens/acme/other/${account}`, { access_token: 'old', expires_at: 1 })
    const { body } = await gateway.call('acme', 'other', { action: 'get', id: '1', account_id: account }, { token })
    expect(body.data).toEqual({ email: 'ada@example.com' })
    expect(Object.fromEntries(vendor.exchanged.at(-1) ?? [])).toMatchObject({
      grant_type: 'refresh_token',
      client_id: vendor.app.id,
    })
    await gateway.admin('PUT', '/admin/apps/other', app)
  })
})

describe('a provider with a setting', () => {
  it('of a link without a label names the account by the label that it has', async () => {
    const providers = { keyed: { accounts: [{ id: 'main', label: 'Sales Europe' }] } }
    await gateway.admin('PUT', '/admin/tenants/labelled', { name: 'Labelled', status: 'active', providers })
    const account = { tenant_id: 'labelled', provider: 'keyed', account_id: 'main' }
    const { url } = (await gateway.admin('POST', '/admin/connect', account)).body
    expect((await createBrowser().visit(url)).text).toContain('<bdi>Sales Europe</bdi> at <bdi>Keyed</bdi>')
  })

  it('asks for it, says what is wrong with it, and the account has it', async () => {
    const { url, account } = await makeLink({ provider: 'shop' })
    const browser = createBrowser()
    const page = await browser.visit(url)
    expect(page.text).toContain('The name of your shop')
    const wrong = await browser.visit(url, { ...page.hidden, setting_shop: 'No Shop!' })
    expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([400, true])
    const asking = await browser.goThrough(url, { setting_shop: 'books' })
    await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    const { accounts: stored } = (await gateway.admin('GET', '/admin/tenants/acme')).body.providers.shop
    expect(stored).toEqual([{ id: account, label: 'Sales', settings: { shop: 'books' } }])
  })
})

describe('a provider with a key', () => {
  it('tries it, asks, and keeps it; a wrong one is refused and not shown again', async () => {
    vendor.tokens.set('a-good-key', 'grace@example.com')
    const { url, status } = await makeLink({ provider: 'keyed' })
    const browser = createBrowser()
    const page = await browser.visit(url)
    const wrong = await browser.visit(url, { ...page.hidden, secret: 'a-wrong-key' })
    expect([wrong.status, wrong.text.includes('does not accept this access')]).toEqual([502, true])
    expect(wrong.text).not.toContain('a-wrong-key')
    expect(await status()).toMatchObject({ status: 'failed', reason: expect.stringContaining('401') })
    const asking = await browser.visit(url, { ...(await browser.visit(url)).hidden, secret: 'a-good-key\n' })
    expect(asking.text).toContain('grace@example.com')
    const done = await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    expect(done.text).toContain('Keyed is connected')
    expect(await status()).toMatchObject({ status: 'connected', identity: 'grace@example.com', reason: null })
  })

  it('or with a sign-in: the page asks for the key as long as the operator has no application at the vendor', async () => {
    vendor.tokens.set('a-good-key', 'grace@example.com')
    const { url, account } = await makeLink({ provider: 'either' })
    const browser = createBrowser()
    const page = await browser.visit(url)
    expect(page.text).toContain('<label for="secret">Key</label>')
    // The sign-in would tell it.
    expect(page.text).toContain('<label for="setting_region">Region</label>')
    const empty = await browser.visit(url, { ...page.hidden, secret: 'a-good-key' })
    expect([empty.status, empty.text.includes('Region is missing')]).toEqual([400, true])
    const asking = await browser.visit(url, { ...page.hidden, secret: 'a-good-key', setting_region: 'north' })
    expect(asking.text).toContain('grace@example.com')
    await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    const get = { action: 'get', id: '1', account_id: account }
    const { body: called } = await gateway.call('acme', 'either', get, { token })
    expect(called.data).toEqual({ email: 'grace@example.com' })

    // A key isn't ended at the vendor: its owner may use it elsewhere.
    await gateway.admin('DELETE', `/admin/tokens/acme/either/${account}`)
    const revocations = async () =>
      (await gateway.admin('GET', '/admin/audit?action=revoke_access&limit=1')).body.entries[0]
    await expect.poll(revocations).toMatchObject({ outcome: 'ok', reason: expect.stringContaining('it is a key') })

    const body = { tenant_id: 'acme', provider: 'either', account_id: 'scoped', scopes: ['things.read'] }
    expect((await gateway.admin('POST', '/admin/connect', body)).text).toContain('has no OAuth application yet')
    const another = await makeLink({ provider: 'either' })
    await gateway.admin('PUT', '/admin/apps/either', app)
    const signIn = await browser.visit(another.url)
    expect(signIn.text).toContain('Continue to Either')
    expect(signIn.text).not.toContain('<label')
  })

  it('is not a way to try keys without end', async () => {
    const { url } = await makeLink({ provider: 'keyed' })
    const browser = createBrowser()
    const page = await browser.visit(url)
    const statuses: number[] = []
    for (let nth = 0; nth < 31; nth++)
      statuses.push((await browser.visit(url, { ...page.hidden, secret: `key-${nth}` })).status)
    expect([statuses.filter((status) => status === 502).length, statuses.at(-1)]).toEqual([30, 404])
  })
})

describe('what goes wrong is told with what to do, and nothing is stored', () => {
  it.each([
    ['the person refuses', { refuse: 'access_denied' }, 'The access was not allowed at Vendor'],
    ['the vendor has an error', { refuse: 'server_error' }, 'Vendor answered with the error server_error'],
    ['the code is refused', { answer: 'error' as const }, 'did not grant access: bad_verification_code'],
    ['the token endpoint is down', { answer: 'down' as const }, 'did not grant access'],
    ['the probe fails', { apiStatus: 500 }, 'could not check this access (500)'],
    ['another sign-in service answers', { also: { iss: 'https://evil.example' } }, 'from another sign-in service'],
  ])('%s', async (_, behaviour, words) => {
    vendor.behave(behaviour)
    const { url, account, status } = await makeLink()
    const page = await createBrowser().goThrough(url)
    expect(page.status).toBe(502)
    expect(page.text).toContain(words)
    expect(page.text).toContain('Try again')
    expect(page.text).not.toContain('the-app-secret')
    expect(await status()).toMatchObject({ status: 'failed', reason: expect.stringContaining(words) })
    expect((await gateway.admin('GET', `/admin/tokens/acme/vendor/${account}`)).status).toBe(404)
    vendor.behave({})
    expect((await createBrowser().goThrough(url)).text).toContain('ada@example.com')
  })

  it('the link has expired, or is not known', async () => {
    const unknown = await createBrowser().visit(`${gateway.url}/connect/${'A'.repeat(43)}`)
    expect([unknown.status, unknown.text.includes('not known')]).toEqual([404, true])
  })
})

describe('a link is made only', () => {
  it.each([
    [{ provider: 'fixture' }, '/provider'],
    [{ return_url: 'https://app.example.com/other' }, '/return_url'],
    [{ return_url: 'https://app.example.com.evil.example/settings' }, '/return_url'],
    [{ return_url: 'https://user@app.example.com/settings' }, '/return_url'],
    [{ settings: { shop: 'x' } }, '/settings/shop'],
    [{ provider: 'keyed', scopes: ['a'] }, '/scopes'],
  ])('for what can be connected: %o', async (changes, path) => {
    const body = { tenant_id: 'acme', provider: 'vendor', account_id: 'x', ...changes }
    const { status, body: answer } = await gateway.admin('POST', '/admin/connect', body)
    expect([status, answer.details?.[0]?.path]).toEqual([400, path])
  })

  it('where the operator has an application at the vendor', async () => {
    const body = { tenant_id: 'acme', provider: 'lone', account_id: 'x' }
    const { status, body: answer } = await gateway.admin('POST', '/admin/connect', body)
    expect([status, answer.error.includes('PUT /admin/apps/lone')]).toEqual([400, true])
  })

  it('by administrators, and secrets of applications are shown to nobody', async () => {
    for (const [method, path] of [
      ['POST', '/admin/connect'],
      ['GET', '/admin/connect'],
      ['DELETE', '/admin/connect/00000000-0000-7000-8000-000000000000'],
      ['GET', '/admin/apps'],
      ['PUT', '/admin/apps/vendor'],
    ] as const) {
      expect((await gateway.send(method, path, {})).status).toBe(401)
    }
    const { text } = await gateway.admin('GET', '/admin/apps')
    expect(text).not.toContain('the-app-secret')
    const private_ = await gateway.admin('PUT', '/admin/apps/vendor', { ...app, token_url: 'https://10.0.0.1/token' })
    expect([private_.status, private_.body.details[0].path]).toEqual([400, '/token_url'])
  })
})
