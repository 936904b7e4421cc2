import { action, path, Type, write } from '@patchbay/core/provider'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/** https://docs.stripe.com/api/payment_intents/create */
export const createPaymentIntent = action({
  description: 'Create a PaymentIntent: an amount to collect from a customer',
  effect: write({ idempotencyKey: 'Idempotency-Key' }),
  params: {
    amount: parameters.amount,
    currency: Type.String({
      pattern: '^[a-z]{3}$',
      maxLength: 3,
      description: 'Three-letter ISO code in lower case, e.g. usd',
    }),
    customer: Type.Optional(parameters.customer),
    payment_method: Type.Optional(parameters.payment_method),
    payment_method_types: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: 50,
        description: 'Kinds of payment to allow, e.g. ["card"], the default; not with automatic_payment_methods',
      }),
    ),
    automatic_payment_methods: Type.Optional(
      Type.Object(
        { enabled: Type.Boolean() },
        { additionalProperties: false, description: "Allow what the account's dashboard has enabled" },
      ),
    ),
    confirm: Type.Optional(Type.Boolean({ description: 'Whether to confirm, and so charge, at once' })),
    capture_method: Type.Optional(
      Type.Enum(['automatic', 'automatic_async', 'manual'], { description: 'When to take authorized money' }),
    ),
    setup_future_usage: Type.Optional(
      Type.Enum(['off_session', 'on_session'], { description: 'Keep the payment method for later payments' }),
    ),
    off_session: Type.Optional(parameters.off_session),
    description: Type.Optional(parameters.description),
    receipt_email: Type.Optional(parameters.receipt_email),
    return_url: Type.Optional(parameters.return_url),
    statement_descriptor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 22, description: "What the customer's statement says" }),
    ),
    metadata: Type.Optional(parameters.metadata),
  },
  call: (form) => ({ method: 'POST', path: path`/v1/payment_intents`, form }),
  result: responses.thing,
})
