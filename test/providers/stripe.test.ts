import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startStripe } from './stripe.ts'

let stripe: ReturnType<typeof startStripe>
beforeEach(() => {
  stripe = startStripe()
})
afterEach(() => stripe.stop())

/** The members of Stripe's answers that the tests look at. */
interface Body {
  id: string
  status: string
  latest_charge: string
  next_page: string | null
  data: Body[]
  pending: unknown[]
  error: { type: string; code: string; decline_code: string }
}

const ask = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
  const form = body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await fetch(stripe.origin + path, {
    method,
    headers: { authorization: `Bearer ${stripe.keys[0]}`, 'stripe-version': '2022-11-15', ...form, ...headers },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
}
const pay = (more = '') =>
  ask('POST', '/v1/payment_intents', `amount=1000&currency=usd&payment_method=pm_card_visa${more}`)

describe('the Stripe fake', () => {
  it('a customer is created, updated and read, nested members too', async () => {
    const made = await ask('POST', '/v1/customers', 'email=a%40b.c&metadata[plan]=pro&address[city]=London')
    const { id } = made.body
    expect(made.body).toMatchObject({ object: 'customer', metadata: { plan: 'pro' }, address: { city: 'London' } })
    await ask('POST', `/v1/customers/${id}`, 'name=Ada&metadata[seats]=3')
    const { body, headers } = await ask('GET', `/v1/customers/${id}`)
    expect(body).toMatchObject({ id, name: 'Ada', email: 'a@b.c', metadata: { plan: 'pro', seats: '3' } })
    expect(headers.get('request-id')).toMatch(/^req_/)
    expect(headers.get('stripe-version')).toBe('2022-11-15')
  })

  it('a list has the newest first and goes on after an id', async () => {
    const seeded = stripe.seed('customers', { email: 'a' }, { email: 'b' }, { email: 'a' }).map(({ id }) => id)
    const first = await ask('GET', '/v1/customers?limit=2')
    expect(first.body).toMatchObject({ has_more: true, data: [{ id: seeded[2] }, { id: seeded[1] }] })
    const second = await ask('GET', `/v1/customers?limit=2&starting_after=${seeded[1]}`)
    expect(second.body).toMatchObject({ has_more: false, data: [{ id: seeded[0] }] })
    expect((await ask('GET', '/v1/customers?email=a')).body.data).toHaveLength(2)
    const { created } = stripe.objects('customers')[0] ?? {}
    expect((await ask('GET', `/v1/customers?created[gte]=${created}`)).body.data).toMatchObject([{ id: seeded[2] }])
  })

  it('a search pages by next_page', async () => {
    stripe.seed('customers', { name: 'Ada' }, { name: 'Bob' }, { name: 'Ada' })
    const query = encodeURIComponent("name:'Ada'")
    const first = await ask('GET', `/v1/customers/search?query=${query}&limit=1`)
    expect(first.body).toMatchObject({ object: 'search_result', has_more: true, data: [{ name: 'Ada' }] })
    const second = await ask('GET', `/v1/customers/search?query=${query}&limit=1&page=${first.body.next_page}`)
    expect(second.body).toMatchObject({ has_more: false, next_page: null, data: [{ name: 'Ada' }] })
  })

  it('a payment is created, confirmed and refunded, and shows in the balance', async () => {
    const intent = await pay()
    expect(intent.body.status).toBe('requires_confirmation')
    const paid = await ask('POST', `/v1/payment_intents/${intent.body.id}/confirm`, '')
    expect(paid.body.status).toBe('succeeded')
    const refund = await ask('POST', '/v1/refunds', `payment_intent=${intent.body.id}&amount=400`)
    expect(refund.body).toMatchObject({ object: 'refund', amount: 400, charge: paid.body.latest_charge })
    expect((await ask('GET', '/v1/balance')).body.pending).toMatchObject([{ amount: 600, currency: 'usd' }])
    const again = await ask('POST', `/v1/payment_intents/${intent.body.id}/cancel`, '')
    expect([again.status, again.body.error.code]).toEqual([400, 'payment_intent_unexpected_state'])
  })

  it('a declined card is 402 with its decline code', async () => {
    const body = 'amount=1000&currency=usd&payment_method=pm_card_chargeDeclined&confirm=true'
    const { status, body: answer } = await ask('POST', '/v1/payment_intents', body)
    expect([status, answer.error.type, answer.error.decline_code]).toEqual([402, 'card_error', 'generic_decline'])
  })

  it('the same key gives the same answer and no second object', async () => {
    const key = { 'idempotency-key': 'k1' }
    const first = await ask('POST', '/v1/customers', 'name=Ada', key)
    await ask('POST', `/v1/customers/${first.body.id}`, 'name=Changed')
    const second = await ask('POST', '/v1/customers', 'name=Ada', key)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(stripe.objects('customers')).toHaveLength(1)
  })

  it('the same key with other parameters is an idempotency_error', async () => {
    const key = { 'idempotency-key': 'k1' }
    await ask('POST', '/v1/customers', 'name=Ada', key)
    const { status, body } = await ask('POST', '/v1/customers', 'name=Bob', key)
    expect([status, body.error.type]).toEqual([400, 'idempotency_error'])
  })

  it('a key whose first answer was lost gives that answer, one that failed validation is free', async () => {
    const key = { 'idempotency-key': 'k1' }
    expect((await ask('POST', '/v1/customers', 'nmae=Ada', key)).status).toBe(400)
    stripe.failNext(503, { executed: true })
    expect((await ask('POST', '/v1/customers', 'name=Ada', key)).status).toBe(503)
    const again = await ask('POST', '/v1/customers', 'name=Ada', key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(stripe.objects('customers')).toHaveLength(1)
  })

  it.each<[string, string, string | undefined, number, string]>([
    ['GET', '/v1/customers/cus_no', undefined, 404, 'resource_missing'],
    ['GET', '/v1/customers?starting_after=cus_no', undefined, 400, 'resource_missing'],
    ['POST', '/v1/payment_intents', 'currency=usd', 400, 'parameter_missing'],
    ['POST', '/v1/payment_intents', 'amount=ten&currency=usd', 400, 'parameter_invalid_integer'],
    ['POST', '/v1/payment_intents', 'amount=49&currency=usd', 400, 'amount_too_small'],
    ['POST', '/v1/payment_intents', 'amount=50&currency=usd&customer=cus_no', 400, 'resource_missing'],
    ['POST', '/v1/customers', 'nmae=Ada', 400, 'parameter_unknown'],
  ])('%s %s %s is refused', async (method, path, body, status, code) => {
    const answer = await ask(method, path, body)
    expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([
      status,
      'invalid_request_error',
      code,
    ])
  })

  it.each<[string, Record<string, string>, number]>([
    ['another key', { authorization: 'Bearer sk_test_other' }, 401],
    ['no key', { authorization: '' }, 401],
    ['a version that is none', { 'stripe-version': 'latest' }, 400],
    ['JSON', { 'content-type': 'application/json' }, 400],
  ])('%s is refused', async (_, headers, status) => {
    const answer = await ask('POST', '/v1/customers', 'name=Ada', headers)
    expect([answer.status, answer.body.error.type]).toEqual([status, 'invalid_request_error'])
    expect(stripe.objects('customers')).toEqual([])
  })

  it('the key works as a user name too', async () => {
    const authorization = `Basic ${btoa(`${stripe.keys[0]}:`)}`
    expect((await ask('GET', '/v1/balance', undefined, { authorization })).status).toBe(200)
  })
})
