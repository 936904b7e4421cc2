import { action, path, read, Type } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/customers/retrieve */
export const getCustomer = action({
  description: 'Get a customer; a deleted one answers with deleted: true',
  effect: read(),
  params: { customer: parameters.customer, expand: Type.Optional(parameters.expand) },
  call: ({ customer, expand }) => ({ method: 'GET', path: path`/v1/customers/${customer}`, query: { expand } }),
  result: responses.thing,
})
