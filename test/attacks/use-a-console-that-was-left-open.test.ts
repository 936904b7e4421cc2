/** Somebody at a browser in which an administrator signed in a while ago. The browser has the session, and nobody has the key at hand. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestGateway } from '../gateway.ts'

const accounts = (...ids: string[]) => ({ accounts: ids.map((id) => ({ id, label: id })), default: ids[0] })
const options = {
  allow: ['hubspot:*'],
  deny: ['hubspot:write'],
  allow_raw: false,
  self_connect: false,
  tools: 'search',
}
const acme = { name: 'Acme', status: 'active', providers: { hubspot: accounts('main', 'spare') }, options }
const withoutSpare = { ...acme, providers: { hubspot: accounts('main') } }

let gateway: Awaited<ReturnType<typeof startTestGateway>>
let session: Record<string, string>
let token: string
let deniedToken: string
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

beforeEach(async () => {
  await gateway.admin('PUT', '/admin/tenants/acme', acme)
  await gateway.admin('PUT', '/admin/tokens/acme/hubspot/spare', { access_token: 'the credential of spare' })
  const registered = { tenant_id: 'acme', allow: ['hubspot:read'], expires_at: Math.floor(Date.now() / 1000) + 3600 }
  const register = async (body: object): Promise<string> =>
    `/admin/auth/acme/${(await gateway.admin('POST', '/admin/auth', body)).body.token_id}`
  token = await register(registered)
  deniedToken = await register({ tenant_id: 'acme', deny: ['hubspot:write'] })
  const { headers, body } = await gateway.send('POST', '/admin/session', { 'x-admin-key': gateway.adminKey })
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
  session = { cookie, 'x-session-token': body.token, 'sec-fetch-site': 'same-origin' }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const stored = async () => {
  const [tenant, credentials, ...tokens] = await Promise.all(
    ['/admin/tenants/acme', '/admin/tokens/acme', token, deniedToken].map((path) => gateway.admin('GET', path)),
  )
  const { providers, options: kept } = tenant?.body ?? {}
  const tokensNow = tokens.map(({ body: { allow, deny, expires_at } }) => ({ allow, deny, expires_at }))
  return { providers, options: kept, tokens: tokensNow, credentials: credentials?.body }
}

test.each<[what: string, method: string, path: () => string, body: object]>([
  ['deletes a credential by pruning', 'PATCH', () => '/admin/tenants/acme?prune=true', withoutSpare],
  ['deletes a credential by replacing the tenant', 'PUT', () => '/admin/tenants/acme?prune=true', withoutSpare],
  ['takes away what the tenant is denied', 'PATCH', () => '/admin/tenants/acme', { options: { deny: null } }],
  ['allows the tenant everything', 'PUT', () => '/admin/tenants/acme', { ...acme, options: {} }],
  ['allows raw requests', 'PATCH', () => '/admin/tenants/acme', { options: { allow_raw: true } }],
  ['has callers get connect links', 'PATCH', () => '/admin/tenants/acme', { options: { self_connect: true } }],
  ['allows a token more', 'PATCH', () => token, { allow: ['hubspot:*'] }],
  ['allows a token everything', 'PATCH', () => token, { allow: null }],
  ['has a token with a list deny alone get connect links', 'PATCH', () => deniedToken, { allow: ['*:*', '*:connect'] }],
  ['has a token last for ever', 'PATCH', () => token, { expires_at: null }],
])('who %s is asked for the key, and nothing has changed', async (_what, method, path, body) => {
  const before = await stored()
  const answer = await gateway.send(method, path(), session, body)
  expect([answer.status, answer.body.code]).toEqual([401, 'AUTH_FAILED'])
  expect(answer.headers.get('www-authenticate')).toContain('insufficient_user_authentication')
  expect(await stored()).toEqual(before)
  const { entries } = (await gateway.admin('GET', '/admin/audit?limit=1&outcome=error&source=admin')).body
  expect(entries).toMatchObject([{ tenant: 'acme', code: 'AUTH_FAILED', status: 401 }])
})

test.each<[what: string, path: () => string, body: object]>([
  ['what the tenant may do', () => '/admin/tenants/acme', { options: { deny: ['hubspot:write', 'hubspot:raw'] } }],
  ['what a token may do', () => token, { allow: ['hubspot:search'] }],
])('narrowing %s needs no key: whoever sees something wrong stops it at once', async (_what, path, body) => {
  expect((await gateway.send('PATCH', path(), session, body)).status).toBe(200)
})
