import { action, path, Type, write } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/payment_intents/cancel */
export const cancelPaymentIntent = action({
  description: 'Cancel a PaymentIntent that is not yet paid',
  effect: write({ idempotencyKey: 'Idempotency-Key' }),
  params: {
    payment_intent: parameters.payment_intent,
    cancellation_reason: Type.Optional(
      Type.Enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'], {
        description: 'Why it is cancelled',
      }),
    ),
  },
  call: ({ payment_intent, ...form }) => ({
    method: 'POST',
    path: path`/v1/payment_intents/${payment_intent}/cancel`,
    form,
  }),
  result: responses.thing,
})
