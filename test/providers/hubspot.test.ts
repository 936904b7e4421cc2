import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startHubspot } from './hubspot.ts'

let hubspot: ReturnType<typeof startHubspot>
beforeEach(() => {
  hubspot = startHubspot()
})
afterEach(() => hubspot.stop())

/** The members of HubSpot's answers that the tests look at. */
interface Body {
  id: string
  properties: Record<string, string | null>
  results: Body[]
  total: number
  paging: { next: { after: string } }
  status: string
  category: string
  correlationId: string
  policyName: string
  toObjectId: string
}

const ask = async (method: string, path: string, body?: unknown, token = hubspot.tokens[0]) => {
  const response = await fetch(hubspot.origin + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
}
const contacts = '/crm/v3/objects/contacts'
const ids = ({ body }: { body: Body }) => body.results.map(({ id }) => id)
const people: Record<string, string>[] = [
  { email: 'ada@example.com', firstname: 'Ada', age: '36' },
  { email: 'bob@example.org', firstname: 'Bob', age: '9' },
  { email: 'cyd@example.com', firstname: 'Cyd' },
]

describe('the HubSpot fake', () => {
  it('a record is created, read by id and by e-mail, and updated', async () => {
    const made = await ask('POST', contacts, { properties: { email: 'ada@example.com', phone: '1' } })
    expect([made.status, made.body.properties.email]).toEqual([201, 'ada@example.com'])
    const { id } = made.body
    const changed = await ask('PATCH', `${contacts}/${id}`, { properties: { phone: '' } })
    expect(changed.status).toBe(200)
    const read = await ask('GET', `${contacts}/ada@example.com?idProperty=email&properties=phone,email`)
    expect(read.body).toMatchObject({ id, properties: { phone: null, email: 'ada@example.com' } })
    expect((await ask('GET', `${contacts}/${id}`)).body.properties).not.toHaveProperty('phone')
  })

  it('a list goes on where its cursor says', async () => {
    const all = hubspot.seed('contacts', ...people).map(({ id }) => id)
    const first = await ask('GET', `${contacts}?limit=2`)
    const second = await ask('GET', `${contacts}?limit=2&after=${first.body.paging.next.after}`)
    expect([ids(first), ids(second)]).toEqual([all.slice(0, 2), all.slice(2)])
    expect(second.body.paging).toBeUndefined()
  })

  it.each([
    [[{ propertyName: 'email', operator: 'EQ', value: 'ada@example.com' }], ['Ada']],
    [[{ propertyName: 'email', operator: 'NEQ', value: 'ada@example.com' }], ['Bob', 'Cyd']],
    [[{ propertyName: 'age', operator: 'GT', value: '10' }], ['Ada']],
    [[{ propertyName: 'age', operator: 'BETWEEN', value: '1', highValue: '36' }], ['Ada', 'Bob']],
    [[{ propertyName: 'firstname', operator: 'IN', values: ['Bob', 'Cyd'] }], ['Bob', 'Cyd']],
    [[{ propertyName: 'age', operator: 'NOT_HAS_PROPERTY' }], ['Cyd']],
    [[{ propertyName: 'email', operator: 'CONTAINS_TOKEN', value: '*@example.com' }], ['Ada', 'Cyd']],
    [
      [
        { propertyName: 'email', operator: 'CONTAINS_TOKEN', value: '*.com' },
        { propertyName: 'age', operator: 'HAS_PROPERTY' },
      ],
      ['Ada'],
    ],
  ])('a search by %j finds %j', async (filters, want) => {
    hubspot.seed('contacts', ...people)
    const { body } = await ask('POST', `${contacts}/search`, { filterGroups: [{ filters }] })
    expect(body.results.map(({ properties }) => properties.firstname)).toEqual(want)
    expect(body.total).toBe(want.length)
  })

  it('a search is sorted and paged', async () => {
    const all = hubspot.seed('contacts', ...people).map(({ id }) => id)
    const sorts = [{ propertyName: 'email', direction: 'DESCENDING' }]
    const first = await ask('POST', `${contacts}/search`, { sorts, limit: 2 })
    const second = await ask('POST', `${contacts}/search`, { sorts, limit: 2, after: first.body.paging.next.after })
    expect([...ids(first), ...ids(second)]).toEqual(all.toReversed())
  })

  it('records are associated, once however often it is asked', async () => {
    const [ada] = hubspot.seed('contacts', { email: 'ada@example.com' })
    const [acme] = hubspot.seed('companies', { name: 'Acme' })
    const plain = `/crm/v4/objects/contacts/${ada?.id}/associations/default/companies/${acme?.id}`
    expect((await ask('PUT', plain)).body.status).toBe('COMPLETE')
    expect((await ask('PUT', plain)).status).toBe(200)
    expect(hubspot.associations).toEqual([{ from: ada?.id, to: acme?.id, types: [] }])
    const types = [{ associationCategory: 'USER_DEFINED', associationTypeId: 36 }]
    const labelled = await ask('PUT', plain.replace('default/', ''), types)
    expect([labelled.status, labelled.body.toObjectId]).toEqual([201, acme?.id])
  })

  it.each<[string, string, unknown, number, string]>([
    ['GET', `${contacts}/1`, undefined, 404, 'OBJECT_NOT_FOUND'],
    ['GET', '/crm/v3/objects/pets', undefined, 400, 'VALIDATION_ERROR'],
    ['GET', `${contacts}?limit=101`, undefined, 400, 'VALIDATION_ERROR'],
    ['POST', contacts, { properties: { email: 'nonsense' } }, 400, 'VALIDATION_ERROR'],
    ['POST', contacts, { properties: { email: 'taken@example.com' } }, 409, 'CONFLICT'],
    ['POST', `${contacts}/search`, { limit: 201 }, 400, 'VALIDATION_ERROR'],
    ['POST', `${contacts}/search`, { filterGroups: [{ filters: Array(7).fill({}) }] }, 400, 'VALIDATION_ERROR'],
    ['DELETE', contacts, undefined, 404, 'NOT_FOUND'],
  ])('%s %s with %j is refused', async (method, path, body, status, category) => {
    hubspot.seed('contacts', { email: 'taken@example.com' })
    const answer = await ask(method, path, body)
    expect([answer.status, answer.body.status, answer.body.category]).toEqual([status, 'error', category])
    expect(answer.body.correlationId).toBe(answer.headers.get('x-hubspot-correlation-id'))
  })

  it('another token is 401 and has no effect', async () => {
    const { status, body } = await ask('POST', contacts, { properties: {} }, 'wrong')
    expect([status, body.category]).toEqual([401, 'INVALID_AUTHENTICATION'])
    expect(hubspot.records('contacts')).toEqual([])
  })

  it('the window of requests is counted down, then 429', async () => {
    await hubspot.stop()
    hubspot = startHubspot({ perWindow: 1, intervalMs: 60_000 })
    expect((await ask('GET', contacts)).headers.get('x-hubspot-ratelimit-remaining')).toBe('0')
    const { status, body, headers } = await ask('GET', contacts)
    expect([status, body.policyName]).toEqual([429, 'TEN_SECONDLY_ROLLING'])
    expect(headers.get('x-hubspot-ratelimit-interval-milliseconds')).toBe('60000')
  })

  it('it fails when told to, with or without the effect', async () => {
    hubspot.failNext(503, { headers: { 'retry-after': '2' } })
    hubspot.failNext(502, { executed: true })
    const first = await ask('POST', contacts, { properties: {} })
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '2'])
    expect(hubspot.records('contacts')).toHaveLength(0)
    expect((await ask('POST', contacts, { properties: {} })).status).toBe(502)
    expect(hubspot.records('contacts')).toHaveLength(1)
    expect(hubspot.requests).toHaveLength(2)
  })
})
