import {
  choice,
  documentRead,
  flag,
  invalid,
  list,
  madeSince,
  object,
  optional,
  pattern,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import * as stripe from './parameters.ts'

const { aList, aWrite, amount, created, customer, expand, metadata, payment_intent, payment_method } = stripe
const { description, off_session, receipt_email, return_url } = stripe

/** https://docs.stripe.com/api/payment_intents/list */
export const list_payment_intents = read('GET /v1/payment_intents', {
  description: 'List PaymentIntents, the newest first',
  synonyms: ['payments', 'transactions'],
  params: optional({ customer, created, expand }),
  ...aList,
})

/** https://docs.stripe.com/api/payment_intents/retrieve */
export const get_payment_intent = read('GET /v1/payment_intents/{payment_intent}', {
  description: 'Get a PaymentIntent with its status',
  synonyms: ['payment', 'paid', 'status', 'went through'],
  params: { payment_intent, expand: optional(expand) },
  result: stripe.thing,
})

/** https://docs.stripe.com/api/payment_intents/create */
export const create_payment_intent = write('POST /v1/payment_intents', {
  description: 'Create a PaymentIntent: an amount to collect from a customer',
  synonyms: ['payment', 'charge a customer', 'pay', 'take money', 'bill'],
  is: ['sends', 'pays'],
  roles: {
    recipient: ['/receipt_email'],
    amount: { at: ['/amount'], currency: '/currency', unit: 'minor', digits: { ISK: 2, MGA: 0 } },
    text: ['/description'],
  },
  params: {
    amount,
    currency: pattern('^[a-z]{3}$', 3, 'Three-letter ISO code in lower case, e.g. usd'),
    ...optional({
      customer,
      payment_method,
      payment_method_types: list(Type.String({ minLength: 1, maxLength: 100 }), {
        min: 1,
        max: 50,
        description: 'Kinds of payment to allow, e.g. ["card"], the default; not with automatic_payment_methods',
      }),
      automatic_payment_methods: object({ enabled: Type.Boolean() }, "Allow what the account's dashboard has enabled"),
      confirm: flag('Whether to confirm, and so charge, at once'),
      capture_method: choice(['automatic', 'automatic_async', 'manual'], 'When to take authorized money'),
      setup_future_usage: choice(['off_session', 'on_session'], 'Keep the payment method for later payments'),
      off_session,
      description,
      receipt_email,
      return_url,
      statement_descriptor: text(22, "What the customer's statement says"),
      metadata,
    }),
  },
  ...aWrite,
  confirm: {
    read: list_payment_intents,
    params: {
      customer: ({ customer }) => customer,
      created: (_params, since) => stripe.createdSince(since),
      limit: 100,
    },
    shows: madeSince({
      ...stripe.listed100,
      like: ({ amount, currency, customer, description, receipt_email, metadata }) => ({
        amount,
        currency,
        customer,
        description,
        receipt_email,
        metadata,
      }),
    }),
  },
})

/** https://docs.stripe.com/payments/paymentintents/lifecycle */
const confirmed = ['processing', 'requires_capture', 'succeeded']
const readStatus = (data: unknown): unknown => Object(data).status

/** https://docs.stripe.com/api/payment_intents/confirm */
export const confirm_payment_intent = write('POST /v1/payment_intents/{payment_intent}/confirm', {
  description: 'Confirm a PaymentIntent: try to collect its amount',
  synonyms: ['payment', 'pay', 'charge', 'collect'],
  is: ['sends', 'pays'],
  roles: { recipient: ['/receipt_email'] },
  params: { payment_intent, ...optional({ payment_method, off_session, receipt_email, return_url }) },
  ...aWrite,
  confirm: {
    read: get_payment_intent,
    params: { payment_intent: ({ payment_intent }) => payment_intent },
    // A payment that needs an action, or another method, may have done so before.
    shows: (data) => {
      if (confirmed.includes(String(readStatus(data)))) return true
      return readStatus(data) === 'requires_confirmation' ? false : undefined
    },
  },
})

/** https://docs.stripe.com/api/payment_intents/cancel */
export const cancel_payment_intent = write('POST /v1/payment_intents/{payment_intent}/cancel', {
  description: 'Cancel a PaymentIntent that is not yet paid',
  synonyms: ['payment', 'void', 'stop'],
  is: ['pays', 'deletes'],
  params: {
    payment_intent,
    cancellation_reason: optional(
      choice(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'], 'Why it is cancelled'),
    ),
  },
  ...aWrite,
  confirm: {
    read: get_payment_intent,
    params: { payment_intent: ({ payment_intent }) => payment_intent },
    shows: (data) => (data === undefined ? undefined : readStatus(data) === 'canceled'),
  },
})

/** https://docs.stripe.com/api/charges/list */
export const list_charges = read('GET /v1/charges', {
  description: 'List charges, the newest first',
  synonyms: ['payments', 'transactions', 'sales'],
  params: optional({ customer, payment_intent, created, expand }),
  ...aList,
})

/** https://docs.stripe.com/api/refunds/create */
export const create_refund = write('POST /v1/refunds', {
  description: 'Refund a payment (PaymentIntent or charge), wholly or in part',
  synonyms: ['money back', 'reimburse', 'return', 'chargeback'],
  is: ['pays'],
  roles: { amount: { at: ['/amount'], unit: 'minor', digits: { ISK: 2, MGA: 0 } } },
  params: optional({
    payment_intent,
    charge: text(255, 'Charge id, if no payment_intent is given'),
    amount,
    reason: choice(['duplicate', 'fraudulent', 'requested_by_customer'], 'Why it is refunded'),
    metadata,
  }),
  request: ({ payment_intent, charge }) => {
    if ((payment_intent === undefined) !== (charge === undefined)) return {}
    throw invalid('', 'give either payment_intent or charge')
  },
  ...aWrite,
  confirm: {
    read: documentRead<Document>()('list_refunds'),
    params: {
      payment_intent: ({ payment_intent }) => payment_intent,
      charge: ({ charge }) => charge,
      created: (_params, since) => stripe.createdSince(since),
      limit: 100,
    },
    shows: madeSince({
      ...stripe.listed100,
      next: '/has_more',
      like: ({ payment_intent, charge, amount, reason }) => ({ payment_intent, charge, amount, reason }),
    }),
  },
})

const money = Type.Array(Type.Object({ amount: Type.Integer(), currency: Type.String() }))

/** https://docs.stripe.com/api/balance/balance_retrieve */
export const get_balance = read('GET /v1/balance', {
  description: "Get the account's balance, available and pending",
  synonyms: ['money', 'funds', 'payout'],
  params: {},
  result: Type.Object({ object: Type.Literal('balance'), available: money, pending: money }),
})
