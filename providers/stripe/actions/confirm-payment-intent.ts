import { action, path, Type, write } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/payment_intents/confirm */
export const confirmPaymentIntent = action({
  description: 'Confirm a PaymentIntent: try to collect its amount',
  effect: write({ idempotencyKey: 'Idempotency-Key' }),
  params: {
    payment_intent: parameters.payment_intent,
    payment_method: Type.Optional(parameters.payment_method),
    off_session: Type.Optional(parameters.off_session),
    receipt_email: Type.Optional(parameters.receipt_email),
    return_url: Type.Optional(parameters.return_url),
  },
  call: ({ payment_intent, ...form }) => ({
    method: 'POST',
    path: path`/v1/payment_intents/${payment_intent}/confirm`,
    form,
  }),
  result: responses.thing,
})
