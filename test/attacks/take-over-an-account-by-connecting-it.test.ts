// Test lanes: both-stores, long-on-mongodb, slow

/** Who may only read must not decide by which account of the vendor everybody else writes. */
import { apiKey } from '@patchbay/core/provider'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { variant } from '../call-path/fixture-provider.ts'
import { createBrowser, startVendor } from '../connect/start-vendor.ts'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'

const vendor = startVendor()
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
const crm = variant('crm', { auth: apiKey({ header: 'Authorization', prefix: 'Bearer ' }), probe })
const gateway = await startTestGateway({
  domains: [domainOf(crm)],
  env: {
    PROVIDER_ORIGINS: JSON.stringify({ crm: vendor.origin }),
    ALLOWED_PRIVATE_HOSTS: vendor.host,
    CALLS_PER_MINUTE: '0',
  },
})
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})

const configure = (options: object = { self_connect: true }) =>
  gateway.admin('PUT', '/admin/tenants/acme?prune=true', {
    name: 'Acme',
    status: 'active',
    options,
    providers: { crm: { accounts: [{ id: 'main', label: 'Main' }] } },
  })
const path = '/admin/tokens/acme/crm/main'
const ended = { expires_at: 1 }
const store = (access_token: string, more: object = {}) => gateway.admin('PUT', path, { access_token, ...more })

let made = 0
/** A key that the vendor takes as somebody's. */
const tokenFor = (person: string): string => {
  const key = `key-${++made}-of-the-vendor`
  vendor.tokens.set(key, person)
  return key
}
/** A token of the tenant with a policy. */
const tokenWith = async (policy: object) => {
  const token = `acme-token-for-a-test-${++made}`
  const { body } = await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token, ...policy })
  return { token, id: body.token_id }
}
const call = async ({ token }: { token: string }) => gateway.call('acme', 'crm', { action: 'get', id: '1' }, { token })
const linkFor = async (caller: { token: string }): Promise<string | undefined> => (await call(caller)).body.connect_url

const browser = createBrowser()
/** Goes through a link with a key that the vendor knows as somebody's, up to the question, and confirms. */
const connectAs = async (link: string, person: string) => {
  const page = await browser.visit(link)
  const asked = await browser.visit(link, { ...page.hidden, ...keyOf(person) })
  return asked.hidden.connect_id === undefined ? asked : confirm(asked.hidden)
}
const confirm = (hidden: Record<string, string>) =>
  browser.visit(`${gateway.url}/connect/confirm`, { ...hidden, decision: 'connect' })
const keyOf = (person: string) => ({ secret: tokenFor(person) })

/** A link of an administrator connects somebody. */
const connectedAs = async (person: string) => {
  const body = { tenant_id: 'acme', provider: 'crm', account_id: 'main' }
  await connectAs((await gateway.admin('POST', '/admin/connect', body)).body.url, person)
}
const entries = async (query: string) => (await gateway.admin('GET', `/admin/audit?${query}`)).body.entries

beforeEach(async () => {
  await configure()
  await gateway.admin('DELETE', path)
})

it.each([
  ['only reads', { allow: ['*:read'] }],
  ['does all that patterns allow but connect', { allow: ['*:*', '*:secret', 'crm:raw'] }],
  ['is denied to write', { deny: ['*:write'] }],
  ['is denied to connect', { allow: ['*:*', '*:connect'], deny: ['crm:connect'] }],
  ['may connect another account', { allow: ['*:*', 'crm:connect@other'] }],
])('a caller that %s gets no link', async (_what, policy) => {
  const caller = await tokenWith(policy)
  const { body } = await call(caller)
  expect([body.code, body.connect_url]).toEqual(['TOKEN_MISSING', undefined])
})

it.each([
  ['whose policy names the right', { allow: ['*:read', 'crm:connect'] }],
  ['without any policy', {}],
])('a caller %s gets a link, and the log names its token and its call', async (_what, policy) => {
  const caller = await tokenWith(policy)
  const { body } = await call(caller)
  await connectAs(body.connect_url, 'ada@example.com')
  expect((await call(caller)).body.data).toEqual({ email: 'ada@example.com' })
  const named = { token_id: caller.id, request_id: body.request_id }
  expect(await entries('action=offer_connect_link&limit=1')).toMatchObject([named])
  expect(await entries('action=connect_account&limit=1')).toMatchObject([{ ...named, outcome: 'ok' }])
})

it('a tenant that only reads gives its callers no link, whatever their tokens name', async () => {
  const caller = await tokenWith({ allow: ['*:read', '*:connect'] })
  await configure({ self_connect: true, allow: ['*:read'] })
  expect(await linkFor(caller)).toBeUndefined()
})

it('the account is whose it became last, also where an older link was used after a newer one', async () => {
  const caller = await tokenWith({ allow: ['*:read', 'crm:connect'] })
  const body = { tenant_id: 'acme', provider: 'crm', account_id: 'main' }
  const [older, newer] = [
    await gateway.admin('POST', '/admin/connect', body),
    await gateway.admin('POST', '/admin/connect', body),
  ]
  await connectAs(newer.body.url, 'mallory@example.com')
  await connectAs(older.body.url, 'ada@example.com')
  vendor.behave({ apiStatus: 401 })
  const link = (await linkFor(caller)) ?? expect.fail('there is no link')
  vendor.behave({})
  expect((await connectAs(link, 'mallory@example.com')).status).toBe(403)
  expect((await call(caller)).body.data).toEqual({ email: 'ada@example.com' })
})

it('such a link renews the credential of the same identity, and never replaces that of another', async () => {
  const caller = await tokenWith({ allow: ['*:read', 'crm:connect'] })
  await connectedAs('ada@example.com')
  vendor.behave({ apiStatus: 401 })
  const link = (await linkFor(caller)) ?? expect.fail('there is no link')
  vendor.behave({})
  const refused = await connectAs(link, 'mallory@example.com')
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Another account is connected here')])
  expect((await call(caller)).body.data).toEqual({ email: 'ada@example.com' })
  const [entry] = await entries('action=connect_account&limit=1')
  expect(entry).toMatchObject({ token_id: caller.id, outcome: 'error', code: 'FORBIDDEN' })
  expect((await connectAs(link, 'ada@example.com')).status).toBe(200)
  expect((await call(caller)).body.data).toEqual({ email: 'ada@example.com' })
})

it('there is no link where nobody knows whose credential it is', async () => {
  const caller = await tokenWith({ allow: ['*:read', 'crm:connect'] })
  await store('a-key-of-nobody-knows-whom', ended)
  expect((await call(caller)).body).toMatchObject({ code: 'TOKEN_EXPIRED' })
  expect(await linkFor(caller)).toBeUndefined()
  // Records of an earlier credential don't count for one that an administrator has stored since.
  await connectedAs('ada@example.com')
  await store('another-key-of-nobody-knows-whom', ended)
  expect(await linkFor(caller)).toBeUndefined()
})

it('a link that was begun while the account had no credential replaces none that was stored meanwhile', async () => {
  const caller = await tokenWith({ allow: ['*:read', 'crm:connect'] })
  const link = (await linkFor(caller)) ?? expect.fail('there is no link')
  const page = await browser.visit(link)
  const asked = await browser.visit(link, { ...page.hidden, ...keyOf('mallory@example.com') })
  await store(tokenFor('ada@example.com'))
  const refused = await confirm(asked.hidden)
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('not known whose account')])
  expect((await call(caller)).body.data).toEqual({ email: 'ada@example.com' })
})

it('nor one that is stored in the very moment in which the link is confirmed', async () => {
  const caller = await tokenWith({ allow: ['*:read', 'crm:connect'] })
  for (let round = 0; round < 40; round++) {
    await gateway.admin('DELETE', path)
    const link = (await linkFor(caller)) ?? expect.fail('there is no link')
    const page = await browser.visit(link)
    const asked = await browser.visit(link, { ...page.hidden, ...keyOf('mallory@example.com') })
    await Promise.all([confirm(asked.hidden), store(tokenFor('ada@example.com'))])
    expect((await call(caller)).body.data).toEqual({ email: 'ada@example.com' })
  }
})

it('a link ends with the option that gave it', async () => {
  const link = (await linkFor(await tokenWith({}))) ?? expect.fail('there is no link')
  await configure({})
  expect((await browser.visit(link)).status).toBe(404)
})
