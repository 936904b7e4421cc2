import { action, path, read, Type } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/payment_intents/retrieve */
export const getPaymentIntent = action({
  description: 'Get a PaymentIntent with its status',
  effect: read(),
  params: { payment_intent: parameters.payment_intent, expand: Type.Optional(parameters.expand) },
  call: ({ payment_intent, expand }) => ({
    method: 'GET',
    path: path`/v1/payment_intents/${payment_intent}`,
    query: { expand },
  }),
  result: responses.thing,
})
