import { action, path, read, Type } from '@patchbay/core/provider'
import { pageParameters, pages } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/customers/list */
export const listCustomers = action({
  description: 'List customers, the newest first',
  effect: read(),
  params: {
    email: Type.Optional(parameters.email),
    created: Type.Optional(parameters.created),
    ...pageParameters,
  },
  call: (query) => ({ method: 'GET', path: path`/v1/customers`, query }),
  result: responses.list,
  pages,
})
