import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, searchFor, startStage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  stage.hubspot.seed('contacts', { email: 'ada@example.com', firstname: 'Ada' }, { email: 'bob@example.com' })
})
afterAll(() => stage.stop())

test("a search reaches HubSpot with the tenant's credential and comes back in the envelope [4.1-proxy] [4.1-tenant] [4.1-domain] [4.1-body-action] [4.1-body-object-type] [4.1-body-filters] [9-v1]", async () => {
  const { status, body } = await stage.call('acme', 'hubspot', searchFor('ada@example.com'))
  expect({ status, body }).toMatchObject({ status: 200, body: { data: { total: 1 } } })
  const asked = stage.hubspot.requests.at(-1)
  expect(asked?.url).toBe('/crm/v3/objects/contacts/search')
  expect(asked?.headers.authorization).toBe('Bearer hubspot-access-token')
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    filterGroups: [{ filters: [{ propertyName: 'email', operator: 'EQ', value: 'ada@example.com' }] }],
  })
})

test("the envelope has success, status, the provider's data and MISS, then HIT [2.5-success] [2.5-status] [2.5-data] [2.5-cache]", async () => {
  const first = await stage.call('acme', 'hubspot', searchFor('bob@example.com'))
  const before = stage.hubspot.requests.length
  const second = await stage.call('acme', 'hubspot', searchFor('bob@example.com'))
  expect(first.body).toEqual({
    success: true,
    status: 200,
    cache: 'MISS',
    data: { total: 1, results: [expect.objectContaining({ properties: expect.anything() })] },
  })
  expect(first.body.data.results[0].properties.email).toBe('bob@example.com')
  expect(second.body).toEqual({ ...first.body, cache: 'HIT' })
  expect(stage.hubspot.requests).toHaveLength(before)
})

test('a request with Cache-Control: no-cache and every write pass the cache by', async () => {
  const fresh = await stage.call('acme', 'hubspot', searchFor('ada@example.com'), {
    headers: { 'cache-control': 'no-cache' },
  })
  const write = await stage.call('acme', 'hubspot', {
    action: 'create',
    object_type: 'contacts',
    properties: { email: 'cyd@example.com' },
  })
  expect([fresh.body.cache, write.body.cache]).toEqual(['BYPASS', 'BYPASS'])
  expect([write.status, write.body.status]).toEqual([201, 201])
})

test('a search after a write shows what was written', async () => {
  const search = searchFor('dora@example.com')
  expect((await stage.call('acme', 'hubspot', search)).body.data.total).toBe(0)
  const properties = { email: 'dora@example.com' }
  await stage.call('acme', 'hubspot', { action: 'create', object_type: 'contacts', properties })
  expect((await stage.call('acme', 'hubspot', search)).body).toMatchObject({ cache: 'MISS', data: { total: 1 } })
})

const accounts = [
  { id: 'eu', label: 'Europe' },
  { id: 'us', label: 'United States' },
]

test('with several accounts account_id selects one, and its credential is used [5.4-account-id]', async () => {
  await seedTwoAccounts('duo')
  const answer = await stage.call('duo', 'hubspot', { ...searchFor('ada@example.com'), account_id: 'us' })
  expect(answer.status).toBe(200)
  expect(stage.hubspot.requests.at(-1)?.headers.authorization).toBe('Bearer hubspot-access-token-us')
})

test('with several accounts and no account_id the error lists them, the default marked [5.4-choose]', async () => {
  await seedTwoAccounts('trio')
  const { status, body } = await stage.call('trio', 'hubspot', searchFor('ada@example.com'))
  expect({ status, code: body.code, accounts: body.accounts }).toEqual({
    status: 400,
    code: 'VALIDATION_ERROR',
    accounts: [
      { id: 'eu', label: 'Europe', default: false },
      { id: 'us', label: 'United States', default: true },
    ],
  })
  expect(body.error).toBe('This tenant has several accounts at hubspot; choose one with account_id: eu, us')
})

const seedTwoAccounts = async (tenant: string): Promise<void> => {
  const providers = { hubspot: { accounts, default: 'us' } }
  await stage.admin('PUT', `/admin/tenants/${tenant}`, { name: tenant, status: 'active', providers })
  await stage.admin('POST', '/admin/auth', { tenant_id: tenant, token: `bearer-token-of-${tenant}` })
  for (const { id } of accounts) {
    const access_token = `hubspot-access-token-${id}`
    stage.hubspot.tokens.push(access_token)
    await stage.admin('PUT', `/admin/tokens/${tenant}/hubspot/${id}`, { access_token })
  }
}
