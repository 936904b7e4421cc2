// Test lanes: both-stores, long-on-mongodb

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, searchFor, startStage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

const hubspotAccounts = (...ids: string[]) => ({
  accounts: ids.map((id) => ({ id, label: `Account ${id}` })),
  default: ids[0],
})

const configuration = (name: string, ...accounts: string[]) => ({
  name,
  status: 'active',
  providers: { hubspot: hubspotAccounts(...accounts) },
})

test('a configuration that is put is created, read back as it was, and replaced [4.3-put-tenant] [4.3-get-tenant] [2.1-name] [2.1-status] [2.1-providers] [2.1-accounts] [2.1-default]', async () => {
  const given = configuration('Acme Ltd', 'eu', 'us')
  const created = await stage.admin('PUT', '/admin/tenants/acme', given)
  expect(created.status).toBe(201)
  const read = await stage.admin('GET', '/admin/tenants/acme')
  expect([read.status, read.body]).toEqual([200, created.body])
  expect(read.body).toMatchObject({ id: 'acme', ...given })

  const replaced = await stage.admin('PUT', '/admin/tenants/acme', configuration('Acme Inc', 'us'))
  expect(replaced.status).toBe(200)
  expect(replaced.body.providers.hubspot).toEqual(hubspotAccounts('us'))
  expect(replaced.body.created_at).toBe(created.body.created_at)
})

const wrongConfigurations: { name: string; body: Record<string, unknown>; path: string }[] = [
  { name: 'another status', body: { ...configuration('A', 'eu'), status: 'paused' }, path: '/status' },
  { name: 'an unknown member', body: { ...configuration('A', 'eu'), plan: 'pro' }, path: '/plan' },
  {
    name: 'an unregistered provider',
    body: { ...configuration('A', 'eu'), providers: { elsewhere: hubspotAccounts('eu') } },
    path: '/providers/elsewhere',
  },
  { name: 'two accounts of one id', body: configuration('A', 'eu', 'eu'), path: '/providers/hubspot/accounts/1/id' },
  {
    name: 'a default that is not an account',
    body: { ...configuration('A'), providers: { hubspot: { ...hubspotAccounts('eu'), default: 'us' } } },
    path: '/providers/hubspot/default',
  },
]

test.each(wrongConfigurations)('a configuration with $name is refused, and says where', async ({ body, path }) => {
  const answer = await stage.admin('PUT', '/admin/tenants/wrong', body)
  expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR'])
  expect(answer.body.details.map((detail: { path: string }) => detail.path)).toContain(path)
  expect((await stage.admin('GET', '/admin/tenants/wrong')).status).toBe(404)
})

test('a tenant token is registered once for one tenant, and its answer never holds it [4.3-post-auth] [2.2-register]', async () => {
  const token = 'a-token-for-beta-only'
  const register = (tenant_id: string) => stage.admin('POST', '/admin/auth', { tenant_id, token })
  const answers = [await register('beta'), await register('beta'), await register('gamma')]
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 409])
  const token_id = Bun.CryptoHasher.hash('sha256', token, 'hex').slice(0, 12)
  expect(answers[0]?.body).toMatchObject({ token_id })
  expect(answers[2]?.body.code).toBe('CONFLICT')
  for (const { text } of answers) expect(text).not.toContain(token)
  expect((await stage.admin('GET', '/admin/auth/beta')).body.tokens).toMatchObject([{ token_id, status: 'active' }])
})

test('a credential is stored, used, and shown only by its state [4.3-put-token] [2.3-access-token] [2.3-token-type]', async () => {
  await stage.admin('PUT', '/admin/tenants/delta', configuration('Delta', 'eu'))
  await stage.admin('POST', '/admin/auth', { tenant_id: 'delta', token: 'bearer-token-of-delta' })
  const expires_at = Math.floor(Date.now() / 1000) + 7 * 86_400
  const token = { access_token: 'hubspot-access-token', expires_at, token_type: 'Bearer' }
  const put = await stage.admin('PUT', '/admin/tokens/delta/hubspot/eu', token)
  const shown = { tenant_id: 'delta', provider: 'hubspot', account_id: 'eu', expires_at, token_type: 'Bearer' }
  expect([put.status, put.body]).toEqual([200, { ...shown, state: 'valid', updated_at: expect.any(String) }])
  expect((await stage.admin('GET', '/admin/tokens/delta/hubspot/eu')).body).toEqual(put.body)
  expect(put.text).not.toContain('hubspot-access-token')
  expect((await stage.call('delta', 'hubspot', searchFor('a@b.c'))).status).toBe(200)
})

test('a new credential is used by the very next call', async () => {
  await stage.ready('fresh')
  await stage.call('fresh', 'hubspot', searchFor('a@b.c'))
  stage.hubspot.tokens.push('hubspot-token-two')
  await stage.admin('PUT', '/admin/tokens/fresh/hubspot/main', { access_token: 'hubspot-token-two' })
  expect((await stage.call('fresh', 'hubspot', searchFor('a@b.c'))).body.cache).toBe('MISS')
  expect(stage.hubspot.requests.at(-1)?.headers.authorization).toBe('Bearer hubspot-token-two')
})

const tokenRefusals: { name: string; path: string; body: unknown; status: number; code: string }[] = [
  {
    name: 'of an unknown tenant',
    path: 'nobody/hubspot/eu',
    body: { access_token: 'x' },
    status: 404,
    code: 'TENANT_NOT_FOUND',
  },
  {
    name: 'of an unknown account',
    path: 'delta/hubspot/us',
    body: { access_token: 'x' },
    status: 404,
    code: 'CONFIG_MISSING',
  },
  {
    name: 'in milliseconds',
    path: 'delta/hubspot/eu',
    body: { access_token: 'x', expires_at: 1_800_000_000_000 },
    status: 400,
    code: 'VALIDATION_ERROR',
  },
]

test.each(tokenRefusals)('a credential $name is refused', async ({ path, body, status, code }) => {
  const answer = await stage.admin('PUT', `/admin/tokens/${path}`, body)
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test('a configuration that drops an account with a token is CONFLICT, unless it says prune', async () => {
  await stage.ready('prudent')
  const smaller = configuration('Prudent', 'main')
  const refused = await stage.admin('PUT', '/admin/tenants/prudent', smaller)
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'CONFLICT',
    expect.stringContaining('stripe/main'),
  ])
  expect((await stage.admin('PUT', '/admin/tenants/prudent?prune=true', smaller)).status).toBe(200)
  expect((await stage.admin('GET', '/admin/tokens/prudent/stripe/main')).body.code).toBe('CONFIG_MISSING')
})

test('a deleted tenant is gone with its tokens, its credentials and what was cached', async () => {
  await stage.ready('gone')
  await stage.call('gone', 'hubspot', searchFor('a@b.c'))
  expect((await stage.admin('DELETE', '/admin/tenants/gone')).status).toBe(204)
  expect((await stage.call('gone', 'hubspot', searchFor('a@b.c'))).body.code).toBe('AUTH_FAILED')
  await stage.admin('PUT', '/admin/tenants/gone', configuration('Gone', 'main'))
  await stage.admin('POST', '/admin/auth', { tenant_id: 'gone', token: 'bearer-token-of-gone' })
  expect((await stage.call('gone', 'hubspot', searchFor('a@b.c'))).body.code).toBe('TOKEN_MISSING')
})

test('the list of tenants is paged', async () => {
  for (const id of ['page-a', 'page-b', 'page-c']) {
    await stage.admin('PUT', `/admin/tenants/${id}`, configuration(id, 'main'))
  }
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { body } = await stage.admin('GET', `/admin/tenants?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    expect(body.tenants.length).toBeLessThanOrEqual(2)
    seen.push(...body.tenants.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor
  } while (cursor)
  expect(seen).toEqual([...new Set(seen)].sort())
  expect(seen).toEqual(expect.arrayContaining(['page-a', 'page-b', 'page-c']))
})

/** The entries that a filter finds, newest first. */
const audit = async (query: string): Promise<Record<string, unknown>[]> => {
  const { status, body } = await stage.admin('GET', `/admin/audit?${query}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body.entries
}

test('a call and an admin change stand in the audit log with tenant, action, source and key [4.3-get-audit] [2.8-audit]', async () => {
  await stage.ready('seen')
  const { headers } = await stage.call('seen', 'hubspot', searchFor('a@b.c'))
  const [call] = await audit('tenant=seen&source=rest')
  expect(call).toMatchObject({
    tenant: 'seen',
    action: 'search',
    source: 'rest',
    key: 'hubspot/main',
    outcome: 'ok',
    code: null,
    status: 200,
    request_id: headers.get('x-request-id'),
    token_id: expect.stringMatching(/^[0-9a-f]{12}$/),
  })
  expect((await audit('tenant=seen&action=put_tenant'))[0]).toMatchObject({
    tenant: 'seen',
    action: 'put_tenant',
    source: 'admin',
    key: 'tenants/seen',
    status: 201,
    token_id: Bun.CryptoHasher.hash('sha256', stage.adminKey, 'hex').slice(0, 12),
  })
  expect(await audit('key=tokens/seen/hubspot/main')).toMatchObject([{ action: 'put_token', outcome: 'ok' }])
})

test('a call that failed stands in the audit log with its code', async () => {
  await stage.ready('failing')
  await stage.call('failing', 'hubspot', { action: 'search' })
  await stage.call('failing', 'nosuch', {})
  expect(await audit('tenant=failing&source=rest')).toMatchObject([
    { action: null, key: 'unknown', outcome: 'error', code: 'CONFIG_MISSING', status: 404 },
    { action: 'search', key: 'hubspot', outcome: 'error', code: 'VALIDATION_ERROR', status: 400 },
  ])
})

test('since takes ISO 8601, Unix seconds and a span; limit and cursor page; every filter narrows', async () => {
  await stage.ready('paged')
  for (let n = 0; n < 5; n++) await stage.call('paged', 'hubspot', searchFor(`${n}@b.c`))
  const all = await audit('tenant=paged')
  const inAnHour = Date.now() + 3_600_000
  for (const since of ['1h', '7d', String(Math.floor(Date.now() / 1000) - 3600), '2020-01-01T00:00:00Z']) {
    expect(await audit(`tenant=paged&since=${since}`)).toEqual(all)
  }
  for (const since of [Math.floor(inAnHour / 1000), new Date(inAnHour).toISOString()]) {
    expect(await audit(`tenant=paged&since=${since}`)).toEqual([])
  }
  expect(await audit('tenant=paged&source=mcp')).toEqual([])
  const first = (await stage.admin('GET', '/admin/audit?tenant=paged&limit=3')).body
  const second = (await stage.admin('GET', `/admin/audit?tenant=paged&limit=1000&cursor=${first.next_cursor}`)).body
  expect(first.entries).toHaveLength(3)
  expect([...first.entries, ...second.entries]).toEqual(all)
  expect(second.next_cursor).toBeNull()
})
