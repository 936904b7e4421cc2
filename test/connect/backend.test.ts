// Test lanes: both-stores, long-on-mongodb

/** A backend's tasks: a link for a new customer, a choice of vendors, and events that lead back to its own records. */
import { apiKey, oauth2 } from '@patchbay/core/provider'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { startWebhookReceiver } from '../providers/webhook-receiver.ts'
import { createBrowser, startVendor } from './start-vendor.ts'

const vendor = startVendor()
const receiver = startWebhookReceiver()
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const signIn = oauth2({
  authorize: 'https://vendor.example.com/authorize',
  token: 'https://vendor.example.com/token',
  revoke: { url: 'https://vendor.example.com/revoke' },
  scopes: { 'things.read': 'Read your things' },
  rotates: true,
  pkce: true,
})
const providers = [
  variant('crm', { title: 'A CRM', auth: signIn, probe }),
  variant('shop', { title: 'A shop', auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }), probe }),
]
const gateway = await startTestGateway({
  domains: providers.map(domainOf),
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ crm: vendor.origin, shop: vendor.origin }),
    ALLOWED_PRIVATE_HOSTS: `${vendor.host},${receiver.host}`,
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
  revoke_url: `${vendor.origin}/revoke`,
}
await gateway.admin('PUT', '/admin/apps/crm', app)
const key = await gateway.admin('POST', '/admin/keys', { name: 'Backend', role: 'linker', tenants: ['cust-*'] })
const as = (method: string, path: string, body?: unknown) =>
  gateway.send(method, path, { 'x-admin-key': key.body.key }, body)

let customers = 0
const makeLink = async (changes: object = {}) => {
  const tenant = `cust-${++customers}`
  const made = await as('POST', '/admin/connect', {
    tenant_id: tenant,
    create_tenant: { name: `Customer ${customers}` },
    provider: ['crm', 'shop'],
    account_id: 'main',
    ...changes,
  })
  expect(made.status).toBe(201)
  const { url, connect_id } = made.body
  return { tenant, url, connect_id, read: async () => (await as('GET', `/admin/connect/${connect_id}`)).body }
}
const tenantOf = async (id: string) => (await gateway.admin('GET', `/admin/tenants/${id}`)).body
const eventsOf = (tenant: string, type: string) =>
  receiver.received.filter((event) => event.type === type && event.data.tenant === tenant).map(({ data }) => data)

type Browser = ReturnType<typeof createBrowser>
const choose = async (browser: Browser, url: string, provider: string) => {
  const page = await browser.visit(url)
  return browser.visit(url, { proof: page.hidden.proof ?? '', provider })
}
const confirm = (browser: Browser, hidden: Record<string, string>) =>
  browser.visit(`${gateway.url}/connect/confirm`, { ...hidden, decision: 'connect' })
const keyOf = (person: string): string => {
  const secret = `key-${crypto.randomUUID()}`
  vendor.tokens.set(secret, person)
  return secret
}

beforeEach(() => {
  vendor.behave({})
  vendor.as('ada@example.com')
})

describe('a link of a backend', () => {
  it('shows the vendors without a script, and connects the one that is chosen, with the tenant and a token for it', async () => {
    const { tenant, url, read } = await makeLink({ label: 'Sales', metadata: { user: '1042', 'plan.name': '$team' } })
    expect(await read()).toMatchObject({ provider: null, providers: ['crm', 'shop'], status: 'pending' })
    const browser = createBrowser()
    const first = await browser.visit(url)
    for (const words of [`Customer ${customers}`, 'Sales', 'A CRM', 'A shop']) expect(first.text).toContain(words)
    expect(first.text).not.toContain('<script')
    const chosen = await choose(browser, url, 'crm')
    expect([chosen.status, chosen.location]).toEqual([303, url])
    expect((await browser.visit(url)).text).toContain('Read your things')
    const asking = await browser.goThrough(url)
    expect(asking.text).toContain('ada@example.com')
    expect((await tenantOf(tenant)).code).toBe('TENANT_NOT_FOUND')

    const { token } = (await as('POST', '/admin/auth', { tenant_id: tenant, label: 'Backend' })).body
    expect((await confirm(browser, asking.hidden)).text).toContain('A CRM is connected')
    expect(await tenantOf(tenant)).toMatchObject({
      name: `Customer ${customers}`,
      status: 'active',
      providers: { crm: { accounts: [{ id: 'main', label: 'Sales' }], default: 'main' } },
      options: { allow_raw: false },
    })
    const call = await gateway.call(tenant, 'crm', { action: 'get', id: '1' }, { token })
    expect(call.body.data).toEqual({ email: 'ada@example.com' })
    const metadata = { user: '1042', 'plan.name': '$team' }
    const link = await read()
    expect(link).toMatchObject({ provider: 'crm', status: 'connected', identity: 'ada@example.com', metadata })
    await expect
      .poll(() => eventsOf(tenant, 'account.connected'))
      .toEqual([
        {
          tenant,
          provider: 'crm',
          account: 'main',
          identity: 'ada@example.com',
          display_name: null,
          missing_scopes: [],
          connect_id: link.connect_id,
          metadata,
        },
      ])
    const account = { tenant, provider: 'crm', account: 'main', connect_id: link.connect_id, metadata }
    vendor.behave({ apiStatus: 401, answer: 'ended' })
    await gateway.call(tenant, 'crm', { action: 'get', id: '2' }, { token })
    const refused = { ...account, reason: 'refresh_refused' }
    await expect.poll(() => eventsOf(tenant, 'account.needs_reauth')).toMatchObject([refused])
    await gateway.admin('PUT', '/admin/apps/crm', { ...app, client_secret: 'another' })
    await expect.poll(() => eventsOf(tenant, 'account.recovered')).toEqual([account])
    await gateway.admin('PUT', '/admin/apps/crm', app)
  })

  it.each([
    ['tells the origin that it was made for, by the one script that the page allows', 'https://app.example.com'],
    ['without an origin has no script', undefined],
  ])('%s', async (_, origin) => {
    const { url, connect_id } = await makeLink({ provider: 'crm', origin })
    const browser = createBrowser()
    const last = await confirm(browser, (await browser.goThrough(url)).hidden)
    const [, script] = /<script>([\s\S]*)<\/script>/.exec(last.text) ?? []
    const hash = script === undefined ? undefined : new Bun.CryptoHasher('sha256').update(script).digest('base64')
    const [, allowed] = /script-src ([^;]*);/.exec(last.headers.get('content-security-policy') ?? '') ?? []
    expect(allowed).toBe(hash && `'sha256-${hash}'`)
    expect(script?.includes('postMessage') ?? false).toBe(origin !== undefined)
    const told = `data-origin="${origin}" data-connect-id="${connect_id}" data-provider="crm"`
    expect(last.text.includes(told)).toBe(origin !== undefined)
  })

  it('lets the person choose another vendor, and ends there what the first one gave', async () => {
    const { tenant, url, read } = await makeLink()
    const browser = createBrowser()
    await choose(browser, url, 'crm')
    await browser.goThrough(url)
    const page = await browser.visit(url)
    expect(page.text).toContain('Choose another')
    const given = [...vendor.tokens.keys()].at(-1)
    await browser.visit(url, { proof: page.hidden.proof ?? '', decision: 'another' })
    await expect.poll(() => vendor.revoked).toContain(`refresh-${given}`)
    expect((await read()).provider).toBeNull()
    await choose(browser, url, 'shop')
    const form = await browser.visit(url)
    const asking = await browser.visit(url, { ...form.hidden, secret: keyOf('eve@example.com') })
    expect(asking.text).toContain('eve@example.com')
    await confirm(browser, asking.hidden)
    expect(Object.keys((await tenantOf(tenant)).providers)).toEqual(['shop'])
  })

  it.each(['elsewhere', 'constructor'])('takes no vendor that it is not for: %s', async (provider) => {
    const { url, read } = await makeLink()
    const refused = await choose(createBrowser(), url, provider)
    expect([refused.status, refused.text.includes('Choose one of these')]).toEqual([400, true])
    expect((await read()).provider).toBeNull()
  })

  it('chooses nothing for a form of another site', async () => {
    const { url, read } = await makeLink()
    expect((await createBrowser().visit(url, { provider: 'crm' })).status).toBe(403)
    expect((await createBrowser().visit(url, { provider: 'crm', proof: 'x'.repeat(43) })).status).toBe(403)
    expect((await read()).provider).toBeNull()
  })

  it('stores nothing in a tenant that another link has made meanwhile', async () => {
    const one = await makeLink({ provider: 'crm' })
    const body = { tenant_id: one.tenant, create_tenant: { name: 'Again' }, provider: 'shop', account_id: 'main' }
    const two = await as('POST', '/admin/connect', body)
    expect(two.status).toBe(201)
    const browser = createBrowser()
    await confirm(browser, (await browser.goThrough(one.url)).hidden)
    expect((await browser.visit(two.body.url)).status).toBe(409)
    const { name, providers } = await tenantOf(one.tenant)
    expect([name, Object.keys(providers)]).toEqual([`Customer ${customers}`, ['crm']])
  })

  it('connects a further account of a tenant that exists, and leaves its name', async () => {
    const first = await makeLink({ provider: 'crm' })
    const one = createBrowser()
    await confirm(one, (await one.goThrough(first.url)).hidden)
    const body = { tenant_id: first.tenant, create_tenant: { name: 'Again' }, provider: 'crm', account_id: 'second' }
    const further = await as('POST', '/admin/connect', body)
    expect(further.status).toBe(201)
    const two = createBrowser()
    expect((await confirm(two, (await two.goThrough(further.body.url)).hidden)).status).toBe(200)
    const { name, providers } = await tenantOf(first.tenant)
    expect(name).toBe(`Customer ${customers}`)
    expect(providers.crm.accounts.map(({ id }: { id: string }) => id)).toEqual(['main', 'second'])
  })

  it('has texts as metadata only, settings and scopes for one vendor only, and an origin as browsers write it', async () => {
    const ask = async (changes: object) => {
      const body = { tenant_id: 'cust-x', create_tenant: { name: 'X' }, provider: ['crm', 'shop'], account_id: 'main' }
      const { status, body: answered } = await as('POST', '/admin/connect', { ...body, ...changes })
      return [status, answered.code, answered.details?.[0]?.path]
    }
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`name-${n}`, 'text']))
    expect(await ask({ metadata: { user: 1042 } })).toEqual([400, 'VALIDATION_ERROR', '/metadata/user'])
    expect(await ask({ metadata: many })).toEqual([400, 'VALIDATION_ERROR', '/metadata'])
    expect(await ask({ scopes: ['things.read'] })).toEqual([400, 'VALIDATION_ERROR', '/scopes'])
    expect(await ask({ settings: { shop: 'a' } })).toEqual([400, 'VALIDATION_ERROR', '/settings'])
    expect(await ask({ provider: ['crm', 'elsewhere'] })).toEqual([400, 'VALIDATION_ERROR', '/provider/1'])
    for (const origin of [
      'https://app.example.com/',
      'https://app.example.com/page',
      'https://APP.example.com',
      'http://app.example.com',
      'https://ada:secret@app.example.com',
      'javascript:alert(1)',
      'null',
      '*',
    ])
      expect([origin, ...(await ask({ origin }))]).toEqual([origin, 400, 'VALIDATION_ERROR', '/origin'])
    expect(await ask({ create_tenant: undefined })).toEqual([404, 'TENANT_NOT_FOUND', undefined])
  })
})
