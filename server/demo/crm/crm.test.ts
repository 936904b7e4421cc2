import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seed } from './seed.ts'
import { startCrm } from './start-crm.ts'

let crm: ReturnType<typeof startCrm>
beforeEach(() => {
  crm = startCrm('the-key', { forecastMs: 10 })
})
afterEach(() => crm.stop())

const ask = async (method: string, path: string, body?: unknown, key = 'the-key') => {
  const response = await fetch(crm.origin + path, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const northwind = { field: 'email', operator: 'contains', value: '@NORTHWIND.example' }

describe("the demo's CRM", () => {
  test('refuses a request without its key, on every path', async () => {
    for (const path of ['/v1/people', '/v1/account', '/v1/deals/deal-1'])
      expect(await ask('GET', path, undefined, 'another')).toMatchObject({
        status: 401,
        body: { error: { code: 'unauthorized' } },
      })
    expect((await fetch(`${crm.origin}/v1/account`)).status).toBe(401)
  })

  test('holds the same records at each start, and no e-mail address twice', async () => {
    expect([seed.companies.length, seed.people.length, seed.deals.length]).toEqual([10, 30, 22])
    expect(new Set(seed.people.map(({ email }) => email)).size).toBe(30)
    expect(seed.people.every(({ email }) => /^[a-z]+\.[a-z]+@[a-z]+\.example$/.test(email))).toBe(true)
    expect((await ask('GET', '/v1/people/person-4')).body).toEqual({
      id: 'person-4',
      name: 'Søren Dahl',
      email: 'soren.dahl@halden.example',
      title: 'Chief Engineer',
      company_id: 'company-2',
      created_at: '2026-01-28T09:00:00.000Z',
    })
  })

  test('lists page by page, and a deletion in between makes no page skip a record', async () => {
    const first = await ask('GET', '/v1/people?limit=20')
    expect(first.body.data).toHaveLength(20)
    await ask('DELETE', '/v1/people/person-20')
    await ask('DELETE', '/v1/people/person-3')
    const second = await ask('GET', `/v1/people?limit=20&cursor=${first.body.next_cursor}`)
    expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual(seed.people.slice(20).map(({ id }) => id))
    expect(second.body.next_cursor).toBeNull()
  })

  test.each<[string, object[], string[]]>([
    ['a part of a text', [northwind], ['person-1', 'person-2', 'person-3']],
    ['two conditions', [northwind, { field: 'title', operator: 'eq', value: 'accountant' }], ['person-3']],
    ['nothing that is there', [{ field: 'name', operator: 'eq', value: 'Nobody' }], []],
  ])('finds people by %s', async (_, filters, ids) => {
    const { body } = await ask('POST', '/v1/people/search', { filters })
    expect(body).toMatchObject({ total: ids.length, data: ids.map((id) => ({ id })), next_cursor: null })
  })

  test('compares amounts as numbers and dates as dates', async () => {
    const searchIds = async (field: string, operator: string, value: unknown) => {
      const { body } = await ask('POST', '/v1/deals/search', { filters: [{ field, operator, value }] })
      return body.data.map(({ id }: { id: string }) => id)
    }
    expect(await searchIds('amount', 'gt', 200_000)).toEqual(['deal-8', 'deal-18'])
    expect(await searchIds('closes_on', 'lt', '2026-08-15')).toEqual(['deal-6', 'deal-11'])
  })

  test('keeps what was written', async () => {
    const created = await ask('POST', '/v1/people', { name: 'Ada Quayle', email: 'ada@northwind.example' })
    expect(created).toMatchObject({ status: 201, body: { id: 'person-31', title: null, company_id: null } })
    await ask('PATCH', '/v1/people/person-31', { title: 'Head of Baking' })
    expect((await ask('GET', '/v1/people/person-31')).body).toMatchObject({
      name: 'Ada Quayle',
      title: 'Head of Baking',
    })
    expect(await ask('DELETE', '/v1/people/person-31')).toEqual({ status: 204, body: undefined })
    expect((await ask('GET', '/v1/people/person-31')).status).toBe(404)
    const deal = { title: 'Ovens', company_id: 'company-1', amount: 1, closes_on: '2027-01-01' }
    expect((await ask('POST', '/v1/deals', deal)).body).toMatchObject({ ...deal, id: 'deal-23', stage: 'lead' })
    expect((await ask('PATCH', '/v1/deals/deal-23', { stage: 'won' })).body).toMatchObject({ ...deal, stage: 'won' })
  })

  test('adds notes, which nothing changes or deletes', async () => {
    const before = (await ask('GET', '/v1/people/person-1/notes')).body.data
    expect((await ask('POST', '/v1/people/person-1/notes', { text: 'Called.' })).status).toBe(201)
    const after = (await ask('GET', '/v1/people/person-1/notes')).body.data
    expect(after.map(({ text }: { text: string }) => text)).toEqual([
      ...before.map(({ text }: { text: string }) => text),
      'Called.',
    ])
    expect((await ask('DELETE', '/v1/people/person-1/notes')).status).toBe(404)
  })

  test('sums up the open deals, and takes its time for it', async () => {
    const { body } = await ask('GET', '/v1/reports/forecast')
    expect(body.stages[0]).toEqual({ stage: 'lead', deals: 4, amount: 12_750 + 9_800 + 22_300 + 480_000 })
  })

  test.each<[string, string, string, unknown, number, object]>([
    ['an unknown person', 'GET', '/v1/people/person-99', undefined, 404, { code: 'not_found' }],
    ['an unknown path', 'GET', '/v1/invoices', undefined, 404, { code: 'not_found' }],
    ['what is not JSON', 'POST', '/v1/people', '{', 400, { code: 'invalid_json' }],
    [
      'missing fields',
      'POST',
      '/v1/people',
      { name: 'A' },
      422,
      { fields: [{ path: '/email', message: 'is required' }] },
    ],
    [
      'an e-mail address that is taken',
      'POST',
      '/v1/people',
      { name: 'A', email: 'amara.okafor@northwind.example' },
      409,
      { code: 'duplicate', message: 'person-1 has this email address' },
    ],
    [
      'a company that is none',
      'PATCH',
      '/v1/people/person-1',
      { company_id: 'company-99' },
      404,
      { code: 'not_found' },
    ],
    ['a page that is too large', 'GET', '/v1/people?limit=21', undefined, 422, { fields: [{ path: '/limit' }] }],
    ['a cursor of its own making', 'GET', '/v1/people?cursor=x', undefined, 422, { code: 'invalid_cursor' }],
    [
      'a filter on a field that is none',
      'POST',
      '/v1/people/search',
      { filters: [{ ...northwind, field: 'mail' }] },
      422,
      { fields: [{ path: '/filters/0/field' }] },
    ],
    ['an export, whatever is sent', 'POST', '/v1/exports', { format: 'csv' }, 422, { code: 'plan_required' }],
  ])('refuses %s with what is wrong', async (_, method, path, body, status, error) => {
    expect(await ask(method, path, body)).toMatchObject({ status, body: { error } })
  })
})
