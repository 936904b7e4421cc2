import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway } from '../../gateway.ts'
import { answer, type Behaviour, redirect, type Scripted, startScripted } from '../../providers/scripted.ts'

/** The plugins' declarations in a whole call: pages, errors and tries. Their requests are judged in `bench/vendor`. */
const ids = ['github', 'slack', 'stripe']

let vendor: Scripted
let gateway: Awaited<ReturnType<typeof startTestGateway>>
let tenants = 0
beforeAll(async () => {
  vendor = await startScripted(answer(200, {}))
  const origins = Object.fromEntries(ids.map((id) => [id, vendor.origin]))
  gateway = await startTestGateway({ env: { PROVIDER_ORIGINS: JSON.stringify(origins) } })
})
/** A tenant of its own for each test: what a vendor says of its limit holds for the account's next calls. */
beforeEach(() => gateway.seed(`acme-${++tenants}`, Object.fromEntries(ids.map((id) => [id, `credential-of-${id}`]))))
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})

/** Calls while the vendor plays the script; `sent` is what the vendor got. */
const call = async (domain: string, body: object, ...script: [Behaviour, ...Behaviour[]]) => {
  vendor.play(...script)
  const before = vendor.requests.length
  const answered = await gateway.call(`acme-${tenants}`, domain, body, { headers: { 'cache-control': 'no-cache' } })
  return { ...answered, sent: vendor.requests.slice(before) }
}

const repository = { owner: 'octo', repo: 'hello' }
const issues = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: from + n, number: from + n, title: 'x', state: 'open' }))
const customers = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `cus_${from + n}`, object: 'customer' }))

test("GitHub's lists go on by its Link header", async () => {
  const next = (page: number) => ({
    link: `<${vendor.origin}/repositories/1/issues?per_page=100&page=${page}>; rel="next"`,
  })
  const { body, sent } = await call(
    'github',
    { action: 'list_issues', ...repository, limit: 250 },
    answer(200, issues(1, 100), next(2)),
    answer(200, issues(101, 100), next(3)),
    answer(200, issues(201, 100)),
  )
  expect(body.data.map(({ number }: { number: number }) => number)).toEqual(issues(1, 250).map(({ number }) => number))
  expect(sent.map(({ url }) => url)).toEqual([
    '/repos/octo/hello/issues?per_page=100',
    '/repositories/1/issues?per_page=100&page=2',
    '/repositories/1/issues?per_page=100&page=3',
  ])
})

test("Slack's lists go on by a cursor, which is handed on, and an empty one ends them", async () => {
  const page = (count: number, next_cursor: string) =>
    answer(200, {
      ok: true,
      has_more: next_cursor !== '',
      response_metadata: { next_cursor },
      messages: Array.from({ length: count }, (_, n) => ({ type: 'message', ts: `${n}` })),
    })
  const list = { action: 'list_messages', channel: 'C1' }
  const { body, sent } = await call('slack', { ...list, limit: 450 }, page(200, 'a='), page(200, 'b='), page(50, 'c='))
  expect(body.data.messages).toHaveLength(450)
  expect(body.data.response_metadata.next_cursor).toBe('c=')
  const asked = sent.map(({ url }) => new URL(url, vendor.origin).searchParams)
  expect(asked.map((query) => [query.get('limit'), query.get('cursor')])).toEqual([
    ['200', null],
    ['200', 'a='],
    ['50', 'b='],
  ])
  const rest = await call('slack', { ...list, cursor: 'c=', limit: 450 }, page(10, ''))
  expect([rest.sent.length, rest.body.data.messages.length]).toEqual([1, 10])
})

test("Stripe's lists go on after the last object", async () => {
  const page = (from: number, count: number, has_more: boolean) =>
    answer(200, { object: 'list', data: customers(from, count), has_more })
  const { body, sent } = await call(
    'stripe',
    { action: 'list_customers', limit: 130 },
    page(1, 100, true),
    page(101, 30, false),
  )
  expect(body.data).toMatchObject({ data: customers(1, 130), has_more: false })
  expect(sent.map(({ url }) => url)).toEqual([
    '/v1/customers?limit=100',
    '/v1/customers?limit=30&starting_after=cus_100',
  ])
})

test('a repository that was renamed is read where it is now, but not written', async () => {
  const moved = redirect('/repositories/7', 301)
  const read = await call(
    'github',
    { action: 'get_repository', ...repository },
    moved,
    answer(200, { id: 7, full_name: 'octo/new' }),
  )
  expect(read.body.data.full_name).toBe('octo/new')
  const written = await call(
    'github',
    { action: 'create_issue', ...repository, title: 'x' },
    redirect('/repositories/7/issues', 307),
  )
  expect([written.body.code, written.status, written.sent.length]).toEqual(['UPSTREAM_ERROR', 502, 1])
})

const now = Math.floor(Date.now() / 1000)
const limited = { message: 'API rate limit exceeded for user ID 1.' }
const failures: [what: string, domain: string, body: object, behaviour: Behaviour, want: object][] = [
  [
    'a missing permission at GitHub is not a rate limit',
    'github',
    { action: 'get_user' },
    answer(403, { message: 'Resource not accessible by personal access token' }),
    { status: 403 },
  ],
  [
    'a window of GitHub that is used up is told with the time until it resets',
    'github',
    { action: 'get_user' },
    answer(403, limited, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${now + 1200}` }),
    { status: 403, retry_after: expect.toSatisfy((wait: number) => wait > 1100 && wait <= 1201) },
  ],
  [
    'a secondary limit of GitHub that says no time is a minute',
    'github',
    { action: 'get_user' },
    answer(403, { message: 'You have exceeded a secondary rate limit' }),
    { status: 403, retry_after: 60 },
  ],
  [
    'an error that Slack sends with 200 has its status',
    'slack',
    { action: 'get_conversation', channel: 'C0' },
    answer(200, { ok: false, error: 'channel_not_found' }),
    { status: 404, error: 'Slack answered 200: channel_not_found', details: { error: 'channel_not_found' } },
  ],
  [
    'a scope that a token of Slack lacks is named',
    'slack',
    { action: 'join_conversation', channel: 'C1' },
    answer(200, { ok: false, error: 'missing_scope', needed: 'channels:join', provided: 'users:read' }),
    { status: 403, error: 'Slack answered 200: missing_scope; it needs channels:join, but the token has users:read' },
  ],
  [
    "a declined card comes with Stripe's words",
    'stripe',
    { action: 'create_payment_intent', amount: 500, currency: 'usd' },
    answer(402, { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } }),
    {
      status: 402,
      error: expect.stringContaining('Your card was declined.'),
      details: { error: { code: 'card_declined' } },
    },
  ],
]

test.each(failures)('%s, and is sent once', async (_what, domain, body, behaviour, want) => {
  const answered = await call(domain, body, behaviour)
  expect(answered.body).toMatchObject({ code: 'UPSTREAM_ERROR', ...want })
  expect('retry_after' in answered.body).toBe('retry_after' in want)
  expect(answered.sent).toHaveLength(1)
})

test.each([
  [
    'github',
    { action: 'get_user' },
    answer(403, { message: 'You have exceeded a secondary rate limit' }, { 'retry-after': '0' }),
    { login: 'octocat', id: 1 },
  ],
  [
    'slack',
    { action: 'test_auth' },
    answer(200, { ok: false, error: 'service_unavailable' }),
    { ok: true, user_id: 'U1', team_id: 'T1' },
  ],
])('a read at %s gets over a failure that passes', async (domain, body, failure, good) => {
  const { status, sent } = await call(domain, body, failure, answer(200, good))
  expect([status, sent.length]).toEqual([200, 2])
})

test.each([
  ['github', { action: 'create_issue', ...repository, title: 'x' }],
  ['slack', { action: 'post_message', channel: 'C1', text: 'x' }],
])('a write at %s is not sent twice', async (domain, body) => {
  const { status, sent } = await call(domain, body, answer(503, {}, { 'retry-after': '0' }))
  expect([status, sent.length]).toEqual([503, 1])
})

test('a payment whose answer was lost is asked for again under the same key, and the next one under another', async () => {
  const pay = { action: 'create_payment_intent', amount: 777, currency: 'usd' }
  const made = answer(200, { id: 'pi_1', object: 'payment_intent', amount: 777, currency: 'usd', status: 'succeeded' })
  const [first, second] = [
    await call('stripe', pay, answer(503, {}, { 'retry-after': '0' }), made),
    await call('stripe', pay, made),
  ]
  expect([first.status, second.status]).toEqual([200, 200])
  const [lost, again, other] = [...first.sent, ...second.sent].map(({ headers }) => headers['idempotency-key'])
  expect(lost).toBeTruthy()
  expect(again).toBe(lost)
  expect(other).not.toBe(lost)
})

test('an action of the document behind one by hand is sent as the document says, and a write is tried again only under a key', async () => {
  const product = await call(
    'stripe',
    { action: 'create_product', name: 'Lamp', images: ['https://a.example/1'], metadata: { a: 'b' } },
    answer(503, {}),
  )
  expect(product.status).toBe(503)
  const keys = product.sent.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual(Array(3).fill(expect.stringMatching(/.{20}/)))
  expect(new Set(keys).size).toBe(1)
  expect(product.sent[0]).toMatchObject({
    url: '/v1/products',
    headers: { 'stripe-version': '2022-11-15', 'content-type': 'application/x-www-form-urlencoded' },
  })
  const topics = await call(
    'github',
    { action: 'list_issues_for_org', org: 'octo', labels: 'bug,ui', state: 'all' },
    answer(200, []),
  )
  expect(topics.sent[0]).toMatchObject({
    url: '/orgs/octo/issues?state=all&labels=bug%2Cui',
    headers: { 'x-github-api-version': '2022-11-28' },
  })
  const channel = await call(
    'slack',
    { action: 'create_conversation', name: 'news' },
    answer(200, { ok: false, error: 'name_taken' }),
  )
  expect(channel.status).toBe(409)
  expect(JSON.stringify(channel.body)).toContain('name_taken')
  expect(channel.sent[0]?.url).toBe('/api/conversations.create')
  const failed = await call('slack', { action: 'create_conversation', name: 'more-news' }, answer(503, {}))
  expect([failed.status, failed.sent.length]).toEqual([503, 1])
})
