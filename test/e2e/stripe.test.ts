import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
/** Made before each test that needs them, by their kind. */
const ids = { customer: '', paid: '', open: '', cancelled: '' }

beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  const { seed } = stage.stripe
  ids.customer = idOf(seed('customers', { name: 'Ada', email: 'ada@example.com' }))
  seed('invoices', { customer: ids.customer, status: 'open' }, { customer: ids.customer, status: 'paid' })
  seed('subscriptions', { customer: ids.customer, status: 'active' })
  ids.paid = await intent({ confirm: true, payment_method: 'pm_card_visa' })
  ids.open = await intent({})
  ids.cancelled = await intent({})
})
afterAll(() => stage.stop())

const idOf = ([object]: { id: string }[]): string => object?.id ?? ''

const call = (body: Record<string, unknown>) => stage.call('acme', 'stripe', body)

const intent = async (more: object): Promise<string> => {
  const { body } = await call({ action: 'create_payment_intent', amount: 1099, currency: 'usd', ...more })
  return body.data.id
}

const actions: { name: string; params?: () => object; data: () => object }[] = [
  {
    name: 'create_customer',
    params: () => ({ name: 'Bob', address: { city: 'London' }, metadata: { plan: 'pro' }, preferred_locales: ['en'] }),
    data: () => ({ object: 'customer', address: { city: 'London' }, metadata: { plan: 'pro' } }),
  },
  {
    name: 'update_customer',
    params: () => ({ customer: ids.customer, phone: '123' }),
    data: () => ({ id: ids.customer, phone: '123', name: 'Ada' }),
  },
  { name: 'get_customer', params: () => ({ customer: ids.customer }), data: () => ({ id: ids.customer }) },
  {
    name: 'list_customers',
    params: () => ({ email: 'ada@example.com' }),
    data: () => ({ data: [{ id: ids.customer }], has_more: false }),
  },
  {
    name: 'search_customers',
    params: () => ({ query: "name:'Ada'" }),
    data: () => ({ object: 'search_result', data: [{ id: ids.customer }] }),
  },
  {
    name: 'create_payment_intent',
    params: () => ({ amount: 500, currency: 'eur' }),
    data: () => ({ amount: 500, status: 'requires_payment_method' }),
  },
  { name: 'get_payment_intent', params: () => ({ payment_intent: ids.paid }), data: () => ({ status: 'succeeded' }) },
  {
    name: 'list_payment_intents',
    params: () => ({ limit: 1 }),
    data: () => ({ object: 'list', data: [{ object: 'payment_intent' }], has_more: true }),
  },
  {
    name: 'confirm_payment_intent',
    params: () => ({ payment_intent: ids.open, payment_method: 'pm_card_visa' }),
    data: () => ({ id: ids.open, status: 'succeeded' }),
  },
  {
    name: 'cancel_payment_intent',
    params: () => ({ payment_intent: ids.cancelled, cancellation_reason: 'duplicate' }),
    data: () => ({ id: ids.cancelled, status: 'canceled' }),
  },
  {
    name: 'list_charges',
    params: () => ({ payment_intent: ids.paid }),
    data: () => ({ data: [{ object: 'charge', paid: true }] }),
  },
  {
    name: 'create_refund',
    params: () => ({ payment_intent: ids.paid, amount: 99, reason: 'requested_by_customer' }),
    data: () => ({ object: 'refund', status: 'succeeded', amount: 99 }),
  },
  {
    name: 'list_invoices',
    params: () => ({ customer: ids.customer, invoice_status: 'paid' }),
    data: () => ({ data: [{ object: 'invoice', status: 'paid' }] }),
  },
  {
    name: 'list_subscriptions',
    params: () => ({ customer: ids.customer, subscription_status: 'active' }),
    data: () => ({ data: [{ object: 'subscription' }] }),
  },
  { name: 'get_balance', data: () => ({ object: 'balance', pending: [{ currency: 'usd' }] }) },
]

test.each(actions)('$name does at Stripe what it says', async ({ name, params, data }) => {
  const answer = await call({ action: name, ...params?.() })
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 200,
    body: { success: true, status: 200, cache: 'BYPASS', data: data() },
  })
  const asked = stage.stripe.requests.at(-1)
  expect(asked?.headers).toMatchObject({ authorization: 'Bearer sk_test_patchbay', 'stripe-version': '2022-11-15' })
  if (asked?.method === 'POST') expect(asked.headers['content-type']).toBe('application/x-www-form-urlencoded')
})

test('a payment whose answer was lost is asked for again under the same key, and made once', async () => {
  const before = { asked: stage.stripe.requests.length, made: stage.stripe.objects('payment_intents').length }
  stage.stripe.failNext(503, { executed: true })
  const { status } = await call({ action: 'create_payment_intent', amount: 777, currency: 'usd' })
  expect(status).toBe(200)
  const tries = stage.stripe.requests.slice(before.asked)
  expect(tries).toHaveLength(2)
  expect(tries[0]?.headers['idempotency-key']).toBeTruthy()
  expect(tries[1]?.headers['idempotency-key']).toBe(tries[0]?.headers['idempotency-key'])
  expect(stage.stripe.objects('payment_intents')).toHaveLength(before.made + 1)
})

test('two calls are two payments, each under a key of its own', async () => {
  const before = stage.stripe.requests.length
  const [first, second] = [await intent({}), await intent({})]
  expect(first).not.toBe(second)
  const keys = stage.stripe.requests.slice(before).map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(2)
})

test('a call that is made again under the caller’s key is one payment', async () => {
  const made = stage.stripe.objects('payment_intents').length
  const pay = (key: string) =>
    stage.call(
      'acme',
      'stripe',
      { action: 'create_payment_intent', amount: 778, currency: 'usd' },
      { headers: { 'idempotency-key': key } },
    )
  const [first, again, other] = [await pay('order-1'), await pay('order-1'), await pay('order-2')]
  expect(again.body.data.id).toBe(first.body.data.id)
  expect(other.body.data.id).not.toBe(first.body.data.id)
  expect(stage.stripe.objects('payment_intents')).toHaveLength(made + 2)
})

test.each(['', 'k'.repeat(256), 'two words'])('the caller’s key %j is refused', async (key) => {
  const body = { action: 'create_payment_intent', amount: 779, currency: 'usd' }
  const before = stage.stripe.requests.length
  const answered = await stage.call('acme', 'stripe', body, { headers: { 'idempotency-key': key } })
  expect(answered.body).toMatchObject({ code: 'VALIDATION_ERROR', error: expect.stringContaining('Idempotency-Key') })
  expect(stage.stripe.requests).toHaveLength(before)
})

test('a list of 130 customers is fetched page by page', async () => {
  stage.stripe.seed(
    'customers',
    ...Array.from({ length: 130 }, (_, n) => ({ email: 'many@example.com', name: `C${n}` })),
  )
  const before = stage.stripe.requests.length
  const { body } = await call({ action: 'list_customers', email: 'many@example.com', limit: 130 })
  expect(new Set(body.data.data.map(({ id }: { id: string }) => id)).size).toBe(130)
  expect(body.data.has_more).toBe(false)
  expect(stage.stripe.requests).toHaveLength(before + 2)
})

test("a declined card is UPSTREAM_ERROR 402 with Stripe's words and body", async () => {
  const { status, body } = await call({
    ...{ action: 'create_payment_intent', amount: 500, currency: 'usd', confirm: true },
    payment_method: 'pm_card_chargeDeclined',
  })
  expect([status, body.code]).toEqual([402, 'UPSTREAM_ERROR'])
  expect(body.error).toContain('Your card was declined.')
  expect(body.details.error).toMatchObject({ type: 'card_error', code: 'card_declined' })
})

test('a 429 that lasts is answered with when to come back, after three tries', async () => {
  stage.stripe.failNext(429, { times: 3, headers: { 'retry-after': '0' } })
  const before = stage.stripe.requests.length
  const { status, headers } = await call({ action: 'get_balance' })
  expect([status, headers.get('retry-after')]).toEqual([429, '0'])
  expect(stage.stripe.requests).toHaveLength(before + 3)
})

test('a wait that would pass the deadline is not begun', async () => {
  stage.stripe.failNext(429, { headers: { 'retry-after': '3600' } })
  const before = stage.stripe.requests.length
  const { status, body } = await call({ action: 'get_balance' })
  expect([status, body.retry_after]).toEqual([429, 3600])
  expect(stage.stripe.requests).toHaveLength(before + 1)
})
