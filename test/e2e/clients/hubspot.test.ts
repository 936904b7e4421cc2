import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, searchFor, startStage } from '../stage.ts'

let stage: Stage
let ada = ''
let acme = ''
beforeAll(async () => {
  // Less than the fake's window of 10 s, which only a 429 may make a retry wait for.
  stage = await startStage({ env: { REQUEST_TIMEOUT_MS: '9000' } })
  await stage.ready('acme')
  const people = Array.from({ length: 120 }, (_, n) => ({ email: `person-${n}@example.com`, firstname: `P${n}` }))
  stage.hubspot.seed('contacts', ...people)
  ada = stage.hubspot.seed('contacts', { email: 'ada@example.com', firstname: 'Ada' })[0]?.id ?? ''
  acme = stage.hubspot.seed('companies', { name: 'Acme' })[0]?.id ?? ''
})
afterAll(() => stage.stop())

const call = (body: Record<string, unknown>) => stage.call('acme', 'hubspot', body)

const actions: { name: string; body: () => Record<string, unknown>; status?: number; data: () => object }[] = [
  {
    name: 'search',
    body: () => searchFor('ada@example.com'),
    data: () => ({ total: 1, results: [{ id: ada, properties: { firstname: 'Ada' } }] }),
  },
  {
    name: 'list',
    body: () => ({ action: 'list', object_type: 'companies', properties: ['name'] }),
    data: () => ({ results: [{ id: acme, properties: { name: 'Acme' } }] }),
  },
  {
    name: 'get',
    body: () => ({ action: 'get', object_type: 'contacts', object_id: 'ada@example.com', id_property: 'email' }),
    data: () => ({ id: ada }),
  },
  {
    name: 'create',
    body: () => ({ action: 'create', object_type: 'deals', properties: { dealname: 'Big', amount: '100' } }),
    status: 201,
    data: () => ({ properties: { dealname: 'Big', amount: '100' } }),
  },
  {
    name: 'update',
    body: () => ({ action: 'update', object_type: 'contacts', object_id: ada, properties: { lastname: 'Lovelace' } }),
    data: () => ({ id: ada, properties: { lastname: 'Lovelace' } }),
  },
  {
    name: 'associate',
    body: () => ({
      action: 'associate',
      object_type: 'contacts',
      object_id: ada,
      to_object_type: 'companies',
      to_object_id: acme,
    }),
    data: () => ({ status: 'COMPLETE' }),
  },
]

test.each(actions)('$name does at HubSpot what it says', async ({ body, status = 200, data }) => {
  const answer = await call(body())
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status,
    body: { success: true, status, data: data() },
  })
})

test('a list of 120 records is fetched in two pages, and its cursor goes on from there', async () => {
  const before = stage.hubspot.requests.length
  const { body } = await call({ action: 'list', object_type: 'contacts', limit: 120 })
  expect(body.data.results).toHaveLength(120)
  expect(stage.hubspot.requests.slice(before).map(({ url }) => url.replace(/after=\d+/, 'after=<id>'))).toEqual([
    '/crm/v3/objects/contacts?limit=100',
    '/crm/v3/objects/contacts?limit=20&after=<id>',
  ])
  const rest = await call({ action: 'list', object_type: 'contacts', after: body.data.paging.next.after })
  expect(rest.body.data.results.map(({ id }: { id: string }) => id)).toEqual([ada])
})

test('result_fields keeps only what was asked for, of each record', async () => {
  const { body } = await call({ ...searchFor('ada@example.com'), result_fields: ['id', 'properties.email'] })
  expect(body.data.results).toEqual([{ id: ada, properties: { email: 'ada@example.com' } }])
})

test('a read is tried again after a 502 and a 429, a create is not', async () => {
  stage.hubspot.failNext(502)
  stage.hubspot.failNext(429, { headers: { 'retry-after': '0' } })
  const before = stage.hubspot.requests.length
  expect((await call(searchFor('retried@example.com'))).status).toBe(200)
  expect(stage.hubspot.requests).toHaveLength(before + 3)

  stage.hubspot.failNext(502, { executed: true })
  const create = { action: 'create', object_type: 'contacts', properties: { email: 'once@example.com' } }
  expect((await call(create)).status).toBe(502)
  expect(stage.hubspot.requests).toHaveLength(before + 4)
})

test("HubSpot's error comes with its status, message and body", async () => {
  const { status, body } = await call({
    action: 'create',
    object_type: 'contacts',
    properties: { email: 'no e-mail address' },
  })
  expect([status, body.code]).toEqual([400, 'UPSTREAM_ERROR'])
  expect(body.error).toContain('Property values were not valid')
  expect(body.details).toMatchObject({ status: 'error', category: 'VALIDATION_ERROR' })
})

test("a used-up window answers 429 with HubSpot's own hint when to come back", async () => {
  // A create is not tried again, so the hint reaches the caller.
  stage.hubspot.failNext(429)
  const create = { action: 'create', object_type: 'contacts', properties: { email: 'later@example.com' } }
  const { status, body, headers } = await call(create)
  expect([status, body.code, body.retry_after, headers.get('retry-after')]).toEqual([429, 'UPSTREAM_ERROR', 10, '10'])
})

test('a credential that HubSpot does not take is UPSTREAM_ERROR 401', async () => {
  await stage.ready('stranger')
  await stage.admin('PUT', '/admin/tokens/stranger/hubspot/main', { access_token: 'not-a-token-of-hubspot' })
  const { status, body } = await stage.call('stranger', 'hubspot', searchFor('ada@example.com'))
  expect([status, body.code]).toEqual([401, 'UPSTREAM_ERROR'])
})
