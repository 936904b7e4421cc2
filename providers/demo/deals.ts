import { action, cursor, path, read, Type, write } from '@patchbay/core/provider'
import { parameters } from './parameters.ts'
import { responses } from './responses.ts'

const { deal_id, person_id, company_id, title, filters, limit, cursor: after } = parameters
const pages = cursor({ items: '/data', next: '/next_cursor', into: 'cursor', size: { into: 'limit', max: 20 } })
const amount = Type.Number({ minimum: 0, description: 'Amount in euros' })
const closes_on = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  maxLength: 10,
  description: 'Date, YYYY-MM-DD',
})
const stage = Type.Enum(['lead', 'qualified', 'proposal', 'won', 'lost'], { description: 'How far the deal is' })

export const list_deals = action({
  description: 'List deals',
  effect: read({ ttl: '30s' }),
  params: { limit: Type.Optional(limit), cursor: Type.Optional(after) },
  call: (query) => ({ method: 'GET', path: path`/v1/deals`, query }),
  result: responses.page,
  pages,
})

export const search_deals = action({
  description: 'Search deals by title, company_id, person_id, stage, amount, closes_on or created_at',
  effect: read({ ttl: '30s' }),
  params: { filters, limit: Type.Optional(limit), cursor: Type.Optional(after) },
  call: (body) => ({ method: 'POST', path: path`/v1/deals/search`, body }),
  result: responses.page,
  pages,
})

export const get_deal = action({
  description: 'Get one deal',
  effect: read({ ttl: '30s' }),
  params: { deal_id },
  call: ({ deal_id }) => ({ method: 'GET', path: path`/v1/deals/${deal_id}` }),
  result: responses.record,
})

export const create_deal = action({
  description: 'Add a deal; it begins as a lead unless stage says otherwise',
  effect: write(),
  params: {
    title,
    company_id,
    amount,
    closes_on,
    person_id: Type.Optional(person_id),
    stage: Type.Optional(stage),
  },
  call: (body) => ({ method: 'POST', path: path`/v1/deals`, body }),
  result: responses.record,
})

export const update_deal = action({
  description: 'Change fields of a deal, e.g. its stage; those left out stay as they are',
  effect: write({ idempotent: true }),
  params: {
    deal_id,
    title: Type.Optional(title),
    amount: Type.Optional(amount),
    closes_on: Type.Optional(closes_on),
    person_id: Type.Optional(person_id),
    stage: Type.Optional(stage),
  },
  call: ({ deal_id, ...body }) => ({ method: 'PATCH', path: path`/v1/deals/${deal_id}`, body }),
  result: responses.record,
})
