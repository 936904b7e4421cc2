import { action, invalid, path, Type, write } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/refunds/create */
export const createRefund = action({
  description: 'Refund a PaymentIntent or a charge, wholly or in part',
  effect: write({ idempotencyKey: 'Idempotency-Key' }),
  params: {
    payment_intent: Type.Optional(parameters.payment_intent),
    charge: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'Charge id, if no payment_intent is given' }),
    ),
    amount: Type.Optional(parameters.amount),
    reason: Type.Optional(
      Type.Enum(['duplicate', 'fraudulent', 'requested_by_customer'], { description: 'Why it is refunded' }),
    ),
    metadata: Type.Optional(parameters.metadata),
  },
  call: (form) => {
    if ((form.payment_intent === undefined) === (form.charge === undefined)) {
      throw invalid('', 'give either payment_intent or charge')
    }
    return { method: 'POST', path: path`/v1/refunds`, form }
  },
  result: responses.thing,
})
