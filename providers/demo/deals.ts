import { choice, optional, pattern, read, Type, write } from '@patchbay/core/provider'
import { aList, aRecord, company_id, filters, person_id, title } from './parameters.ts'

const deal_id = pattern('^deal-[0-9]+$', 40, 'Id of a deal, e.g. deal-1')
const amount = Type.Number({ minimum: 0, description: 'Amount in euros' })
const closes_on = pattern('^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 10, 'Date, YYYY-MM-DD')
const stage = choice(['lead', 'qualified', 'proposal', 'won', 'lost'], 'How far the deal is')

export const list_deals = read('GET /v1/deals', {
  description: 'List deals',
  synonyms: ['opportunities', 'sales', 'pipeline'],
  ttl: '30s',
  params: {},
  ...aList,
})

export const search_deals = read('POST /v1/deals/search', {
  description: 'Search deals by title, company_id, person_id, stage, amount, closes_on or created_at',
  synonyms: ['opportunities', 'sales', 'pipeline', 'all deals over an amount'],
  ttl: '30s',
  params: { filters },
  ...aList,
})

export const get_deal = read('GET /v1/deals/{deal_id}', {
  description: 'Get one deal',
  synonyms: ['opportunity', 'sale'],
  ttl: '30s',
  params: { deal_id },
  result: aRecord,
})

export const create_deal = write('POST /v1/deals', {
  description: 'Add a deal; without `stage` it starts as a lead',
  synonyms: ['opportunity', 'sale', 'new'],
  is: [],
  roles: { amount: { at: ['/amount'], unit: 'major' }, text: ['/title'] },
  additive: true,
  params: { title, company_id, amount, closes_on, ...optional({ person_id, stage }) },
  result: aRecord,
})

export const update_deal = write('PATCH /v1/deals/{deal_id}', {
  description: 'Change fields of a deal, e.g. its stage; omitted fields stay unchanged',
  synonyms: ['opportunity', 'move to the next stage', 'won', 'lost', 'close'],
  is: [],
  roles: { amount: { at: ['/amount'], unit: 'major' }, text: ['/title'] },
  idempotent: true,
  params: { deal_id, ...optional({ title, amount, closes_on, person_id, stage }) },
  result: aRecord,
})
