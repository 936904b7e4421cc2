import Value from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { bodySchema } from '../../core/schema/body.ts'
import associated from './fixtures/associated.json' with { type: 'json' }
import labelled from './fixtures/associated-labelled.json' with { type: 'json' }
import recordedCalls from './fixtures/calls.json' with { type: 'json' }
import error from './fixtures/error.json' with { type: 'json' }
import found from './fixtures/found.json' with { type: 'json' }
import page from './fixtures/page.json' with { type: 'json' }
import record from './fixtures/record.json' with { type: 'json' }
import hubspot from './index.ts'

type Name = keyof typeof hubspot.actions

const type = { object_type: 'contacts' }
const id = { ...type, object_id: '512' }
const email = { propertyName: 'email', operator: 'EQ', value: 'ada@example.com' }
const to = { to_object_type: 'companies', to_object_id: '9001' }
const spec = { associationCategory: 'USER_DEFINED', associationTypeId: 36 }

const call = (name: Name, params: unknown) => hubspot.actions[name].request(params as never, { settings: {} })
const accepts = (name: Name, params: object) =>
  Value.Check(bodySchema(name, hubspot.actions[name]), { action: name, ...params })
/** As it is sent: without what is undefined. */
const sent = (value: object) => {
  const { styles: _styles, encoding: _encoding, ...request } = JSON.parse(JSON.stringify(value))
  return request
}

const calls: [Name, object, object][] = [
  [
    'search',
    { ...type, filters: [email] },
    { method: 'POST', path: '/crm/v3/objects/contacts/search', body: { filterGroups: [{ filters: [email] }] } },
  ],
  [
    'search',
    {
      object_type: '2-3456',
      filters: [
        { propertyName: 'amount', operator: 'BETWEEN', value: '10', highValue: '20' },
        { propertyName: 'stage', operator: 'IN', values: ['won', 'lost'] },
        { propertyName: 'owner', operator: 'HAS_PROPERTY' },
      ],
      query: 'ada',
      properties: ['amount'],
      sorts: [{ propertyName: 'amount', direction: 'DESCENDING' }],
      limit: 200,
      after: '200',
    },
    {
      method: 'POST',
      path: '/crm/v3/objects/2-3456/search',
      body: {
        filterGroups: [
          {
            filters: [
              { propertyName: 'amount', operator: 'BETWEEN', value: '10', highValue: '20' },
              { propertyName: 'stage', operator: 'IN', values: ['won', 'lost'] },
              { propertyName: 'owner', operator: 'HAS_PROPERTY' },
            ],
          },
        ],
        query: 'ada',
        properties: ['amount'],
        sorts: [{ propertyName: 'amount', direction: 'DESCENDING' }],
        limit: 200,
        after: '200',
      },
    },
  ],
  [
    'search',
    { ...type, filters: [], query: 'ada' },
    { method: 'POST', path: '/crm/v3/objects/contacts/search', body: { filterGroups: [], query: 'ada' } },
  ],
  ['list', type, { method: 'GET', path: '/crm/v3/objects/contacts', query: {} }],
  [
    'list',
    { ...type, properties: ['email', 'phone'], limit: 5, after: '77' },
    {
      method: 'GET',
      path: '/crm/v3/objects/contacts',
      query: { properties: ['email', 'phone'], limit: 5, after: '77' },
    },
  ],
  ['get', id, { method: 'GET', path: '/crm/v3/objects/contacts/512', query: {} }],
  [
    'get',
    { ...type, object_id: 'ada@example.com', id_property: 'email', properties: ['phone'] },
    {
      method: 'GET',
      path: '/crm/v3/objects/contacts/ada%40example.com',
      query: { idProperty: 'email', properties: ['phone'] },
    },
  ],
  [
    'create',
    { ...type, properties: { email: 'ada@example.com' } },
    { method: 'POST', path: '/crm/v3/objects/contacts', body: { properties: { email: 'ada@example.com' } } },
  ],
  [
    'create',
    { ...type, properties: {}, associations: [{ to: { id: '9001' }, types: [spec] }] },
    {
      method: 'POST',
      path: '/crm/v3/objects/contacts',
      body: { properties: {}, associations: [{ to: { id: '9001' }, types: [spec] }] },
    },
  ],
  [
    'update',
    { ...id, properties: { phone: '' } },
    { method: 'PATCH', path: '/crm/v3/objects/contacts/512', body: { properties: { phone: '' } } },
  ],
  [
    'associate',
    { ...id, ...to },
    { method: 'PUT', path: '/crm/v4/objects/contacts/512/associations/default/companies/9001' },
  ],
  [
    'associate',
    { ...id, ...to, association_types: [spec] },
    { method: 'PUT', path: '/crm/v4/objects/contacts/512/associations/companies/9001', body: [spec] },
  ],
]

describe('hubspot', () => {
  it.each(recordedCalls as unknown as [Name, object, object][])(
    '%s with %j makes the recorded request',
    (name, params, want) => {
      expect(accepts(name, params)).toBe(true)
      expect(sent(call(name, params))).toEqual(want)
    },
  )

  it.each(calls)('%s with %j makes exactly this request', (name, params, want) => {
    expect(accepts(name, params)).toBe(true)
    expect(sent(call(name, params))).toEqual(want)
  })

  it.each<[Name, object]>([
    ['search', type],
    ['search', { ...type, filters: Array(7).fill(email) }],
    ['search', { ...type, filters: [{ ...email, operator: 'LIKE' }] }],
    ['search', { ...type, filters: [{ ...email, extra: 1 }] }],
    ['search', { ...type, filters: [], limit: 1001 }],
    ['list', { object_type: 'contacts/../deals' }],
    ['list', { ...type, object_id: '512' }],
    ['get', type],
    ['create', type],
    ['update', { ...id, properties: { age: 36 } }],
    ['associate', { ...id, ...to, association_types: [] }],
  ])('%s refuses %j', (name, params) => {
    expect(accepts(name, params)).toBe(false)
  })

  it.each<[Name, object]>([
    ['get', { ...id, properties: { email: 'a@example.com' } }],
    ['list', { ...type, properties: { email: 'a@example.com' } }],
    ['search', { ...type, filters: [], properties: { email: 'a@example.com' } }],
    ['create', { ...type, properties: ['email'] }],
    ['update', { ...id, properties: ['email'] }],
    ['get', { ...type, object_id: '..' }],
  ])('%s refuses %j with a message when it makes the request', (name, params) => {
    expect(() => call(name, params)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }))
  })

  it.each<[Name, unknown]>([
    ['search', found],
    ['list', page],
    ['get', record],
    ['create', record],
    ['update', record],
    ['associate', associated],
    ['associate', labelled],
  ])('the documented answer of %s is one', (name, answer) => {
    const { result } = hubspot.actions[name]
    expect(Value.Check(result ?? {}, answer)).toBe(true)
    expect(Value.Check(result ?? {}, error)).toBe(false)
  })

  it("an error is told in HubSpot's words", () => {
    const answer = (status: number) => ({ status, headers: new Headers() })
    expect(hubspot.failure?.(error, answer(400))).toEqual({ message: error.message })
    expect(hubspot.failure?.({ ...record, message: 'fine' }, answer(200))).toBeUndefined()
    expect(hubspot.failure?.('<html>', answer(502))).toBeUndefined()
  })

  const told = { 'x-hubspot-ratelimit-interval-milliseconds': '10000' }
  it.each<[policyName: string, headers: Record<string, string>, wait: number | undefined]>([
    ['DAILY', told, 3600],
    ['DAILY', {}, 3600],
    ['SECONDLY', {}, 1],
    ['TEN_SECONDLY_ROLLING', {}, 10],
    ['TEN_SECONDLY_ROLLING', told, undefined],
    ['constructor', {}, undefined],
  ])('the limit %s with the headers %j asks to wait for %s seconds', (policyName, headers, wait) => {
    const body = { message: 'You have reached your limit.', policyName }
    expect(hubspot.failure?.(body, { status: 429, headers: new Headers(headers) })?.retryAfter).toBe(wait)
  })

  it.each([200, 207])('an answer of status %i that holds nothing but errors is one', (status) => {
    const nothing = { ...associated, results: [], numErrors: 1, errors: [error] }
    const answer = { status, headers: new Headers() }
    expect(hubspot.failure?.(nothing, answer)).toEqual({ message: error.message, status: 400 })
    expect(hubspot.failure?.({ ...nothing, results: [{}] }, answer)).toBeUndefined()
    expect(hubspot.failure?.(associated, answer)).toBeUndefined()
    expect(hubspot.failure?.({ ...found, results: [] }, answer)).toBeUndefined()
  })

  it('reads of records are kept for 30 seconds, and what may be tried again is said', () => {
    const effects = Object.entries(hubspot.actions).map(([name, { effect }]) => [
      name,
      effect.kind === 'read' ? effect.ttlMs : effect.idempotent,
    ])
    expect(Object.fromEntries(effects)).toMatchObject({
      search: 30_000,
      list: 30_000,
      get: 30_000,
      create: 'never',
      update: 'nature',
      associate: 'nature',
      archive: 'nature',
      create_note: 'never',
      list_members: 0,
    })
  })

  it('a note goes to all that it is about, by the types of HubSpot', () => {
    const note = { text_body: 'Called back', timestamp: '2026-11-26T10:00:00Z', contact_ids: ['1'], deal_ids: ['2'] }
    expect(sent(call('create_note', note)).body).toEqual({
      properties: { hs_note_body: 'Called back', hs_timestamp: '2026-11-26T10:00:00Z' },
      associations: [
        { to: { id: '1' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 202 }] },
        { to: { id: '2' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 214 }] },
      ],
    })
  })

  it('null clears a property of a task, as of any record', () => {
    expect(sent(call('update_task', { task_id: '7', owner_id: null, task_status: 'COMPLETED' })).body).toEqual({
      properties: { hubspot_owner_id: '', hs_task_status: 'COMPLETED' },
    })
  })
})
