import { action, path, write } from '@patchbay/core/provider'
import { customerFields } from '../customer-fields.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/customers/update */
export const updateCustomer = action({
  description: 'Update a customer; what is left out stays as it is',
  effect: write({ idempotencyKey: 'Idempotency-Key' }),
  params: { customer: parameters.customer, ...customerFields },
  call: ({ customer, ...form }) => ({ method: 'POST', path: path`/v1/customers/${customer}`, form }),
  result: responses.thing,
})
