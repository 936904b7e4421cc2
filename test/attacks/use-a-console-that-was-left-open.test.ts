/** Somebody at a browser in which an administrator signed in a while ago. The browser has the session, and nobody has the key at hand. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tenantJson } from '../../server/admin/resources/tenants/body.ts'
import { startTestGateway } from '../gateway.ts'

const accounts = (...ids: string[]) => ({ accounts: ids.map((id) => ({ id, label: id })), default: ids[0] })
const options = {
  allow: ['hubspot:*'],
  deny: ['hubspot:write'],
  allow_raw: false,
  self_connect: false,
  code: false,
  keep_failed: false,
  tools: 'search',
  ask: ['hubspot:search'],
  approvals_needed: 2,
  approval_hours: 12,
  refuse_duplicates: 60,
  calls_per_minute: 600,
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
  const registered = {
    tenant_id: 'acme',
    allow: ['hubspot:read'],
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    calls_per_minute: 60,
  }
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
  const tokensNow = tokens.map(({ body: { allow, deny, approve, expires_at, calls_per_minute } }) => ({
    allow,
    deny,
    approve,
    expires_at,
    calls_per_minute,
  }))
  return { providers, options: kept, tokens: tokensNow, credentials: credentials?.body }
}

const widening: readonly [what: string, method: string, path: () => string, body: object][] = [
  ['deletes a credential by pruning', 'PATCH', () => '/admin/tenants/acme?prune=true', withoutSpare],
  ['deletes a credential by replacing the tenant', 'PUT', () => '/admin/tenants/acme?prune=true', withoutSpare],
  ['takes away what the tenant is denied', 'PATCH', () => '/admin/tenants/acme', { options: { deny: null } }],
  ['allows the tenant everything', 'PUT', () => '/admin/tenants/acme', { ...acme, options: {} }],
  ['allows raw requests', 'PATCH', () => '/admin/tenants/acme', { options: { allow_raw: true } }],
  ['allows the tenant what it was not', 'PATCH', () => '/admin/tenants/acme', { options: { allow: ['*:*'] } }],
  ['lets callers run code', 'PATCH', () => '/admin/tenants/acme', { options: { code: true } }],
  ['leaves out whether callers run code', 'PATCH', () => '/admin/tenants/acme', { options: { code: null } }],
  ['has what failed calls send kept', 'PATCH', () => '/admin/tenants/acme', { options: { keep_failed: true } }],
  ['has callers get connect links', 'PATCH', () => '/admin/tenants/acme', { options: { self_connect: true } }],
  ['has one person decide where two did', 'PATCH', () => '/admin/tenants/acme', { options: { approvals_needed: 1 } }],
  ['leaves out how many decide', 'PATCH', () => '/admin/tenants/acme', { options: { approvals_needed: null } }],
  ['has calls wait for longer', 'PATCH', () => '/admin/tenants/acme', { options: { approval_hours: 168 } }],
  ['leaves out how long calls wait', 'PATCH', () => '/admin/tenants/acme', { options: { approval_hours: null } }],
  ['lets duplicates pass', 'PATCH', () => '/admin/tenants/acme', { options: { refuse_duplicates: 0 } }],
  ['refuses duplicates for less long', 'PATCH', () => '/admin/tenants/acme', { options: { refuse_duplicates: 59 } }],
  [
    'leaves out the refusal of duplicates',
    'PATCH',
    () => '/admin/tenants/acme',
    { options: { refuse_duplicates: null } },
  ],
  ['raises the limit of calls', 'PATCH', () => '/admin/tenants/acme', { options: { calls_per_minute: 601 } }],
  ['removes the limit of calls', 'PATCH', () => '/admin/tenants/acme', { options: { calls_per_minute: null } }],
  ['asks about nothing any more', 'PATCH', () => '/admin/tenants/acme', { options: { ask: null } }],
  ['raises the limit of a token', 'PATCH', () => token, { calls_per_minute: 61 }],
  ['removes the limit of a token', 'PATCH', () => token, { calls_per_minute: null }],
  ['gives a token a limit in place of that by address', 'PATCH', () => deniedToken, { calls_per_minute: 1_000_000 }],
  ['has a token decide about calls', 'PATCH', () => token, { approve: ['hubspot:*'] }],
  ['allows a token more', 'PATCH', () => token, { allow: ['hubspot:*'] }],
  ['allows a token everything', 'PATCH', () => token, { allow: null }],
  ['has a token with a list deny alone get connect links', 'PATCH', () => deniedToken, { allow: ['*:*', '*:connect'] }],
  ['has a token last for ever', 'PATCH', () => token, { expires_at: null }],
]

test.each(widening)('who %s is asked for the key, and nothing has changed', async (_what, method, path, body) => {
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
  ['the limit of a token', () => token, { calls_per_minute: 1 }],
  ['the limit of calls', () => '/admin/tenants/acme', { options: { calls_per_minute: 1 } }],
  ['how long calls wait', () => '/admin/tenants/acme', { options: { approval_hours: 1 } }],
  ['who else has to say yes', () => '/admin/tenants/acme', { options: { approvals_needed: 3 } }],
  ['what is a duplicate', () => '/admin/tenants/acme', { options: { refuse_duplicates: 3600 } }],
  ['all of it by suspending the tenant', () => '/admin/tenants/acme', { status: 'suspended' }],
])('narrowing %s needs no key: whoever sees something wrong stops it at once', async (_what, path, body) => {
  expect((await gateway.send('PATCH', path(), session, body)).status).toBe(200)
})

test('who resumes a tenant that was suspended is asked for the key, and it stays suspended', async () => {
  await gateway.admin('PATCH', '/admin/tenants/acme', { status: 'suspended' })
  const answer = await gateway.send('PATCH', '/admin/tenants/acme', session, { status: 'active' })
  expect([answer.status, answer.body.code]).toEqual([401, 'AUTH_FAILED'])
  expect((await gateway.admin('GET', '/admin/tenants/acme')).body.status).toBe('suspended')
})

const guardless: readonly [what: string, options: object][] = [
  ['which tools are listed', { tools: 'domains' }],
  ['how large results are', { max_result_bytes: 2048 }],
]

test.each(guardless)('%s may change without the key, as it guards nothing', async (_what, changed) => {
  expect((await gateway.send('PATCH', '/admin/tenants/acme', session, { options: changed })).status).toBe(200)
})

test('each option of a tenant is changed above', () => {
  const bodies = [...widening.map(([, , , body]) => body), ...guardless.map(([, changed]) => ({ options: changed }))]
  // A body with all options of `acme` changes none of them.
  const sent = bodies.flatMap((body) => ('options' in body && body.options !== options ? [Object(body.options)] : []))
  const changed = new Set(sent.flatMap(Object.keys))
  const names = Object.keys(tenantJson.properties.options.properties)
  expect(
    names.filter((name) => !changed.has(name)),
    'give them a row in `widening`, or in `guardless` if more of them lets callers do no more',
  ).toEqual([])
})
