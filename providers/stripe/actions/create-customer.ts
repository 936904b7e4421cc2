import { action, path, Type, write } from '@patchbay/core/provider'
import { customerFields } from '../customer-fields.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/customers/create */
export const createCustomer = action({
  description: 'Create a customer',
  effect: write({ idempotencyKey: 'Idempotency-Key' }),
  params: { ...customerFields, payment_method: Type.Optional(parameters.payment_method) },
  call: (form) => ({ method: 'POST', path: path`/v1/customers`, form }),
  result: responses.thing,
})
