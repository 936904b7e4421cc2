import Value from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { bodySchema } from '../../core/schema/body.ts'
import demo from './index.ts'

type Name = keyof typeof demo.actions

const person = { person_id: 'person-1' }
const deal = { title: 'Ovens', company_id: 'company-1', amount: 1200.5, closes_on: '2027-01-31' }
const atNorthwind = { filters: [{ field: 'email', operator: 'contains', value: '@northwind.example' }] }

const requestOf = (name: Name, params: object) =>
  JSON.parse(JSON.stringify(demo.actions[name].request(params as never, { settings: {} })))
const accepts = (name: Name, params: object) =>
  Value.Check(bodySchema(name, demo.actions[name]), { action: name, ...params })

describe('demo', () => {
  it.each<[Name, object, object]>([
    ['list_people', { limit: 5 }, { method: 'GET', path: '/v1/people', query: { limit: 5 } }],
    ['search_people', atNorthwind, { method: 'POST', path: '/v1/people/search', body: atNorthwind }],
    ['get_person', person, { method: 'GET', path: '/v1/people/person-1' }],
    [
      'create_person',
      { name: 'Ada', email: 'ada@northwind.example' },
      { method: 'POST', path: '/v1/people', body: { name: 'Ada', email: 'ada@northwind.example' } },
    ],
    [
      'update_person',
      { ...person, title: 'Baker' },
      { method: 'PATCH', path: '/v1/people/person-1', body: { title: 'Baker' } },
    ],
    ['delete_person', person, { method: 'DELETE', path: '/v1/people/person-1' }],
    [
      'list_notes',
      { ...person, cursor: 'x' },
      { method: 'GET', path: '/v1/people/person-1/notes', query: { cursor: 'x' } },
    ],
    [
      'add_note',
      { ...person, text: 'Hi' },
      { method: 'POST', path: '/v1/people/person-1/notes', body: { text: 'Hi' } },
    ],
    ['list_companies', {}, { method: 'GET', path: '/v1/companies' }],
    ['get_company', { company_id: 'company-2' }, { method: 'GET', path: '/v1/companies/company-2' }],
    ['list_deals', {}, { method: 'GET', path: '/v1/deals' }],
    ['search_deals', { filters: [] }, { method: 'POST', path: '/v1/deals/search', body: { filters: [] } }],
    ['get_deal', { deal_id: 'deal-3' }, { method: 'GET', path: '/v1/deals/deal-3' }],
    ['create_deal', deal, { method: 'POST', path: '/v1/deals', body: deal }],
    [
      'update_deal',
      { deal_id: 'deal-3', stage: 'won' },
      { method: 'PATCH', path: '/v1/deals/deal-3', body: { stage: 'won' } },
    ],
    ['get_account', {}, { method: 'GET', path: '/v1/account' }],
    ['forecast', {}, { method: 'GET', path: '/v1/reports/forecast' }],
    ['export_people', { format: 'csv' }, { method: 'POST', path: '/v1/exports', body: { format: 'csv' } }],
  ])('%s with %j makes exactly this request', (name, params, want) => {
    expect(accepts(name, params)).toBe(true)
    expect(requestOf(name, params)).toEqual(want)
  })

  it.each<[Name, object]>([
    ['get_person', {}],
    ['get_person', { person_id: 'company-1' }],
    ['get_person', { person_id: 'person-1/notes' }],
    ['create_person', { name: 'Ada' }],
    ['create_deal', { ...deal, amount: -1 }],
    ['create_deal', { ...deal, closes_on: 'soon' }],
    ['search_people', { filters: [{ field: 'email', operator: 'like', value: 'a' }] }],
    ['export_people', { format: 'pdf' }],
  ])('%s refuses %j', (name, params) => expect(accepts(name, params)).toBe(false))

  it("an error is told in the CRM's words", () => {
    const failureOf = (status: number, body: unknown) => demo.failure?.(body, { status, headers: new Headers() })
    expect(failureOf(409, { error: { code: 'duplicate', message: 'Taken' } })).toEqual({ message: 'Taken' })
    expect(failureOf(200, { error: { message: 'fine' } })).toBeUndefined()
    expect(failureOf(502, '<html>')).toBeUndefined()
  })
})
