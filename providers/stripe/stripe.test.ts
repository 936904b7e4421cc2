import Value from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { bodySchema } from '../../core/schema/body.ts'
import balance from './fixtures/balance.json' with { type: 'json' }
import customer from './fixtures/customer.json' with { type: 'json' }
import deleted from './fixtures/deleted-customer.json' with { type: 'json' }
import error from './fixtures/error.json' with { type: 'json' }
import list from './fixtures/list.json' with { type: 'json' }
import intent from './fixtures/payment-intent.json' with { type: 'json' }
import refund from './fixtures/refund.json' with { type: 'json' }
import found from './fixtures/search-result.json' with { type: 'json' }
import stripe from './index.ts'

type Name = keyof typeof stripe.actions

const call = (name: Name, params: unknown) => stripe.actions[name].request(params as never, { settings: {} })
const accepts = (name: Name, params: object) =>
  Value.Check(bodySchema(name, stripe.actions[name]), { action: name, ...params })
/** As it is sent: without what is undefined. */
const sent = (value: unknown) => JSON.parse(JSON.stringify(value))

const page = { limit: 3, starting_after: 'cus_1', expand: ['data.default_source'] }
const profile = {
  email: 'ada@example.com',
  name: 'Ada',
  address: { line1: 'Dorset Street 1', city: 'London', country: 'GB' },
  shipping: { name: 'Ada', address: { line1: 'Dorset Street 1' } },
  invoice_settings: { default_payment_method: 'pm_1' },
  metadata: { plan: 'pro' },
  preferred_locales: ['en-GB'],
  tax_exempt: 'none',
}
const payment = {
  amount: 1099,
  currency: 'usd',
  customer: 'cus_1',
  payment_method_types: ['card'],
  confirm: true,
  metadata: { order: '7' },
}

const calls: [Name, object, object][] = [
  [
    'list_customers',
    { email: 'ada@example.com', created: { gte: 1_700_000_000 }, ...page },
    {
      method: 'GET',
      path: '/v1/customers',
      query: { email: 'ada@example.com', created: { gte: 1_700_000_000 }, ...page },
    },
  ],
  [
    'search_customers',
    { query: "name:'Ada'", limit: 5, page: 'cGFnZTI' },
    { method: 'GET', path: '/v1/customers/search', query: { query: "name:'Ada'", limit: 5, page: 'cGFnZTI' } },
  ],
  [
    'get_customer',
    { customer: 'cus_1', expand: ['tax'] },
    { method: 'GET', path: '/v1/customers/cus_1', query: { expand: ['tax'] } },
  ],
  [
    'create_customer',
    { ...profile, payment_method: 'pm_1' },
    { method: 'POST', path: '/v1/customers', body: { ...profile, payment_method: 'pm_1' } },
  ],
  [
    'update_customer',
    { customer: 'cus_1', ...profile },
    { method: 'POST', path: '/v1/customers/cus_1', body: profile },
  ],
  [
    'list_payment_intents',
    { customer: 'cus_1', ...page },
    { method: 'GET', path: '/v1/payment_intents', query: { customer: 'cus_1', ...page } },
  ],
  [
    'get_payment_intent',
    { payment_intent: 'pi_1', expand: ['latest_charge'] },
    { method: 'GET', path: '/v1/payment_intents/pi_1', query: { expand: ['latest_charge'] } },
  ],
  ['create_payment_intent', payment, { method: 'POST', path: '/v1/payment_intents', body: payment }],
  [
    'confirm_payment_intent',
    { payment_intent: 'pi_1', payment_method: 'pm_card_visa', off_session: true },
    {
      method: 'POST',
      path: '/v1/payment_intents/pi_1/confirm',
      body: { payment_method: 'pm_card_visa', off_session: true },
    },
  ],
  [
    'cancel_payment_intent',
    { payment_intent: 'pi_1', cancellation_reason: 'abandoned' },
    { method: 'POST', path: '/v1/payment_intents/pi_1/cancel', body: { cancellation_reason: 'abandoned' } },
  ],
  [
    'list_charges',
    { payment_intent: 'pi_1', created: { lt: 9 } },
    { method: 'GET', path: '/v1/charges', query: { payment_intent: 'pi_1', created: { lt: 9 } } },
  ],
  [
    'create_refund',
    { payment_intent: 'pi_1', amount: 500, reason: 'duplicate', metadata: { by: 'ada' } },
    {
      method: 'POST',
      path: '/v1/refunds',
      body: { payment_intent: 'pi_1', amount: 500, reason: 'duplicate', metadata: { by: 'ada' } },
    },
  ],
  [
    'list_invoices',
    { customer: 'cus_1', subscription: 'sub_1', invoice_status: 'open' },
    { method: 'GET', path: '/v1/invoices', query: { customer: 'cus_1', subscription: 'sub_1', status: 'open' } },
  ],
  [
    'list_subscriptions',
    { price: 'price_1', subscription_status: 'all', limit: 1000 },
    { method: 'GET', path: '/v1/subscriptions', query: { price: 'price_1', status: 'all', limit: 1000 } },
  ],
  ['get_balance', {}, { method: 'GET', path: '/v1/balance' }],
]

describe('stripe', () => {
  it('each action stands in the table', () => {
    expect(calls.map(([name]) => name).sort()).toEqual(Object.keys(stripe.actions).sort())
  })

  it.each(calls)('%s with %j makes exactly this request', (name, params, want) => {
    expect(accepts(name, params)).toBe(true)
    expect(sent(call(name, params))).toEqual(want)
  })

  it.each<[Name, object]>([
    ['get_customer', {}],
    ['get_customer', { customer: '' }],
    ['list_customers', { limit: 0 }],
    ['list_customers', { created: { after: 1 } }],
    ['create_customer', { address: { street: 'x' } }],
    ['create_customer', { metadata: { seats: 3 } }],
    ['create_payment_intent', { amount: 10.99, currency: 'usd' }],
    ['create_payment_intent', { amount: 1099, currency: 'USD' }],
    ['create_payment_intent', { amount: 1_000_000_000_000, currency: 'idr' }],
    ['update_customer', { customer: 'cus_1', preferred_locales: [] }],
    ['cancel_payment_intent', { payment_intent: 'pi_1', cancellation_reason: 'other' }],
    ['list_invoices', { invoice_status: 'late' }],
    ['get_balance', { customer: 'cus_1' }],
  ])('%s refuses %j', (name, params) => {
    expect(accepts(name, params)).toBe(false)
  })

  it('rupiah take twelve digits', () => {
    expect(accepts('create_payment_intent', { amount: 999_999_999_999, currency: 'idr' })).toBe(true)
  })

  it.each([{}, { payment_intent: 'pi_1', charge: 'ch_1' }])('create_refund refuses %j with a message', (params) => {
    expect(() => call('create_refund', params)).toThrow('give either payment_intent or charge')
  })

  it.each<[Name, unknown]>([
    ['list_customers', list],
    ['search_customers', found],
    ['get_customer', customer],
    ['get_customer', deleted],
    ['create_payment_intent', intent],
    ['create_refund', refund],
    ['get_balance', balance],
  ])('the documented answer of %s is one', (name, answer) => {
    const { result } = stripe.actions[name]
    expect(Value.Check(result ?? {}, answer)).toBe(true)
    expect(Value.Check(result ?? {}, error)).toBe(false)
  })

  it("an error is told in Stripe's words", () => {
    const answer = (status: number) => ({ status, headers: new Headers() })
    expect(stripe.failure?.(error, answer(402))).toEqual({ message: 'Your card was declined.' })
    expect(stripe.failure?.({ error: { type: 'api_error' } }, answer(500))).toEqual({ message: 'api_error' })
    expect(stripe.failure?.({ error: null }, answer(500))).toBeUndefined()
    expect(stripe.failure?.(customer, answer(200))).toBeUndefined()
  })

  it('each write carries an idempotency key, and no read is kept', () => {
    for (const [name, { effect }] of Object.entries(stripe.actions)) {
      const want = /^(list|search|get)_/.test(name)
        ? { kind: 'read', ttlMs: 0 }
        : { kind: 'write', idempotent: 'key', key: { header: 'Idempotency-Key', keptFor: '24h' } }
      expect([name, effect]).toMatchObject([name, want])
    }
  })
})
