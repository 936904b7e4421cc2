import { action, cursor, path, read, Type } from '@patchbay/core/provider'
import { parameters } from './parameters.ts'
import { responses } from './responses.ts'

export const list_companies = action({
  description: 'List companies',
  effect: read({ ttl: '5m' }),
  params: { limit: Type.Optional(parameters.limit), cursor: Type.Optional(parameters.cursor) },
  call: (query) => ({ method: 'GET', path: path`/v1/companies`, query }),
  result: responses.page,
  pages: cursor({ items: '/data', next: '/next_cursor', into: 'cursor', size: { into: 'limit', max: 20 } }),
})

export const get_company = action({
  description: 'Get one company',
  effect: read({ ttl: '5m' }),
  params: { company_id: parameters.company_id },
  call: ({ company_id }) => ({ method: 'GET', path: path`/v1/companies/${company_id}` }),
  result: responses.record,
})
