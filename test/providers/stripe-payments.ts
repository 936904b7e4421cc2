import { invalidRequest, StripeError } from './stripe-error.ts'
import type { Form } from './stripe-form.ts'
import { integer, type Objects, type StripeObject, text } from './stripe-objects.ts'

const required = <T>(given: T | undefined, param: string): T => {
  if (given === undefined)
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  return given
}

const unexpectedState = (intent: StripeObject, verb: string): StripeError =>
  invalidRequest(`You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
  })

/** A life cycle of payments: https://docs.stripe.com/payments/paymentintents/lifecycle */
export const createPayments = (objects: Objects) => {
  const charge = (intent: StripeObject): StripeObject => {
    const declined = intent.payment_method === 'pm_card_chargeDeclined'
    const { amount, currency, customer, payment_method } = intent
    const made = objects.create('charges', {
      ...{ amount, currency, customer, payment_method, payment_intent: intent.id, amount_refunded: 0, refunded: false },
      ...{ paid: !declined, captured: !declined, status: declined ? 'failed' : 'succeeded' },
    })
    intent.latest_charge = made.id
    intent.status = declined ? 'requires_payment_method' : 'succeeded'
    if (!declined) return intent
    throw new StripeError(402, 'card_error', 'Your card was declined.', {
      ...{ code: 'card_declined', decline_code: 'generic_decline', charge: made.id },
    })
  }

  const confirm = (intent: StripeObject, form: Form): StripeObject => {
    if (!['requires_payment_method', 'requires_confirmation'].includes(String(intent.status))) {
      throw unexpectedState(intent, 'confirm')
    }
    intent.payment_method = text(form, 'payment_method') ?? intent.payment_method
    if (!intent.payment_method) throw invalidRequest('A payment method is needed', { param: 'payment_method' })
    return charge(intent)
  }

  const create = (form: Form): StripeObject => {
    const amount = required(integer(form, 'amount'), 'amount')
    const currency = required(text(form, 'currency'), 'currency')
    if (amount < 1)
      throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
    if (amount < 50 && currency === 'usd') {
      throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
    }
    const customer = text(form, 'customer') ?? null
    if (customer) objects.find('customers', customer, 'customer')
    const payment_method = text(form, 'payment_method') ?? null
    const intent = objects.create('payment_intents', {
      ...{ amount, currency, customer, payment_method, latest_charge: null, metadata: form.metadata ?? {} },
      ...{ capture_method: form.capture_method ?? 'automatic', confirmation_method: 'automatic' },
      ...{ description: form.description ?? null, payment_method_types: ['card'] },
      status: payment_method ? 'requires_confirmation' : 'requires_payment_method',
    })
    return form.confirm === 'true' ? confirm(intent, {}) : intent
  }

  const cancel = (intent: StripeObject, form: Form): StripeObject => {
    if (['succeeded', 'canceled'].includes(String(intent.status))) throw unexpectedState(intent, 'cancel')
    intent.cancellation_reason = text(form, 'cancellation_reason') ?? null
    intent.status = 'canceled'
    return intent
  }

  const charged = (form: Form): StripeObject => {
    const given = text(form, 'charge')
    if (given) return objects.find('charges', given, 'charge')
    const intent = objects.find(
      'payment_intents',
      required(text(form, 'payment_intent'), 'payment_intent'),
      'payment_intent',
    )
    if (intent.status !== 'succeeded')
      throw invalidRequest('This PaymentIntent does not have a successful charge to refund.')
    return objects.find('charges', String(intent.latest_charge), 'charge')
  }

  const refund = (form: Form): StripeObject => {
    const charge = charged(form)
    const left = Number(charge.amount) - Number(charge.amount_refunded)
    const amount = integer(form, 'amount') ?? left
    if (left === 0) {
      throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
    }
    if (amount > left) throw invalidRequest(`Refund amount is greater than unrefunded amount`, { param: 'amount' })
    charge.amount_refunded = Number(charge.amount_refunded) + amount
    charge.refunded = charge.amount_refunded === charge.amount
    const { currency, payment_intent } = charge
    return objects.create('refunds', {
      ...{ amount, currency, payment_intent, charge: charge.id, status: 'succeeded', reason: form.reason ?? null },
    })
  }

  const balance = () => {
    const sums = new Map<string, number>()
    for (const { paid, currency, amount, amount_refunded } of objects.all('charges')) {
      if (!paid) continue
      sums.set(String(currency), (sums.get(String(currency)) ?? 0) + Number(amount) - Number(amount_refunded))
    }
    const pending = [...sums].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }))
    const available = [{ amount: 0, currency: 'usd', source_types: { card: 0 } }]
    return { object: 'balance', available, pending, livemode: false }
  }

  return { create, confirm, cancel, refund, balance }
}
