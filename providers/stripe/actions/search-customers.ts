import { action, cursor, path, read, Type } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/customers/search; the language: https://docs.stripe.com/search#search-query-language */
export const searchCustomers = action({
  description: "Search customers in Stripe's query language; new ones are found after a minute or so",
  effect: read(),
  params: {
    query: Type.String({
      minLength: 1,
      maxLength: 5000,
      description: "A search clause, e.g. name:'Ada' AND metadata['plan']:'pro'",
    }),
    limit: Type.Optional(parameters.limit),
    page: Type.Optional(Type.String({ minLength: 1, maxLength: 5000, description: 'Where to go on: next_page' })),
    expand: Type.Optional(parameters.expand),
  },
  call: (query) => ({ method: 'GET', path: path`/v1/customers/search`, query }),
  result: responses.found,
  pages: cursor({ items: '/data', next: '/next_page', into: 'page', size: { into: 'limit', max: 100 } }),
})
