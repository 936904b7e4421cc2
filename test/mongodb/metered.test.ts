// Test lanes: mongodb

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { searchFor } from '../e2e/stage.ts'
import { temporaryFolder } from '../gateway.ts'
import { request } from '../mcp/messages.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

let hubspot: ReturnType<typeof startHubspot>
let gateways: readonly ServerProcess[]
const gateway = (n: number): ServerProcess => {
  const chosen = gateways[n % gateways.length]
  if (!chosen) throw new Error('no gateway has been started')
  return chosen
}

/** Three processes on one database, with the default limits. */
beforeAll(async () => {
  hubspot = startHubspot()
  const dataDir = temporaryFolder()
  const origins = JSON.stringify({ hubspot: hubspot.origin })
  const env = {
    CALLS_PER_MINUTE: '',
    FAILED_LOGINS_PER_MINUTE: '',
    PROVIDER_ORIGINS: origins,
    TRUSTED_PROXIES: '127.0.0.1',
  }
  gateways = await Promise.all([1, 2, 3].map(() => startServerProcess({ env, dataDir })))
})
afterAll(async () => {
  await Promise.all([...gateways.map((each) => each.stop()), hubspot.stop()])
})

let tests = 0
let tenant: string
/** The addresses of a test, which no other test has. */
let ip: string
let otherIp: string

/** Counters by tenant or address start anew with each test. */
beforeEach(async () => {
  tests++
  tenant = `tenant-${tests}`
  ip = `203.0.113.${tests}`
  otherIp = `203.0.114.${tests}`
  await gateway(0).seed(tenant, { hubspot: 'hubspot-access-token' })
})

const call = (n: number, ip: string, token?: string) =>
  gateway(n).call(tenant, 'hubspot', searchFor('ada@example.com'), {
    headers: { 'x-forwarded-for': ip },
    ...(token !== undefined && { token }),
  })

const tally = (statuses: readonly number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))

test('of 300 calls from one address over three gateways exactly 30 pass, and another address is let in', async () => {
  const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => call(n, ip)))
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 30, 429: 270 })
  const left = answers.flatMap(({ status, headers }) =>
    status === 200 ? [Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])] : [],
  )
  expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n))
  expect((await call(1, otherIp)).status).toBe(200)
})

test('of 300 calls over three gateways exactly those within the limit of their tenant pass, in place of the limit by address', async () => {
  const changed = { options: { calls_per_minute: 100 } }
  expect((await gateway(0).admin('PATCH', `/admin/tenants/${tenant}`, changed)).status).toBe(200)
  // Each gateway knows of the change when it answers with the tenant's own limit.
  for (const n of [0, 1, 2]) {
    const policy = async () => (await call(n, ip)).headers.get('ratelimit-policy')
    await expect.poll(policy).toBe('"tenant";q=100;w=60')
  }
  const left = Number(/r=(\d+)/.exec((await call(0, ip)).headers.get('ratelimit') ?? '')?.[1])
  const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => call(n, ip)))
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: left, 429: 300 - left })
})

test('of 40 calls over three gateways a rule of 7 an hour lets exactly 7 through, and those that fail are given back', async () => {
  const search = { pattern: 'hubspot:search', per: { hour: 7 } }
  const { token } = (await gateway(0).admin('POST', '/admin/auth', { tenant_id: tenant, allow: [search] })).body
  const many = (count: number, body: object) =>
    Promise.all(
      Array.from({ length: count }, (_, n) => {
        const headers = { 'x-forwarded-for': `198.51.${tests}.${100 + (n % 4)}`, 'cache-control': 'no-cache' }
        return gateway(n).call(tenant, 'hubspot', body, { headers, token })
      }),
    )
  const statuses = (answers: readonly { readonly status: number }[]) => tally(answers.map(({ status }) => status))
  // The vendor knows no objects of this type.
  const failed = statuses(await many(6, { action: 'search', object_type: 'unknown_things' }))
  expect(Object.keys(failed)).not.toContain('200')
  expect(statuses(await many(40, searchFor('ada@example.com')))).toEqual({ 200: 7, 403: 33 })
})

test('lists over /mcp at three gateways are counted together, apart from calls', async () => {
  const { headers, body } = request('modern', 'tools/list')
  const from = { ...headers, authorization: `Bearer ${tokenOf(tenant)}`, 'x-forwarded-for': ip }
  const list = (n: number) => gateway(n).send('POST', '/mcp', from, body)
  const answers = await Promise.all(Array.from({ length: 310 }, (_, n) => list(n)))
  expect(answers.filter(({ body }) => body.result)).toHaveLength(300)
  expect(answers.filter(({ body }) => body.error?.data.code === 'RATE_LIMITED')).toHaveLength(10)
  expect((await call(1, ip)).status).toBe(200)
})

test('many addresses that begin to call at once over three gateways have 30 calls each', async () => {
  const ips = Array.from({ length: 10 }, (_, n) => `198.51.${tests}.${n}`)
  const answers = await Promise.all(
    Array.from({ length: 35 }, (_, n) =>
      ips.map((ip, m) => call(n + m, ip).then(({ status }) => ({ ip, status }))),
    ).flat(),
  )
  for (const ip of ips) {
    const statuses = answers.filter((answer) => answer.ip === ip).map(({ status }) => status)
    expect([ip, tally(statuses)]).toEqual([ip, { 200: 30, 429: 5 }])
  }
})

test('of 30 wrong tokens from one address at once exactly 10 are looked up, and then the right one is refused everywhere', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => call(n, ip, `wrong-token-number-${n}`)))
  expect(tally(answers.map(({ status }) => status))).toEqual({ 401: 10, 429: 20 })
  for (const n of [0, 1, 2]) {
    expect((await call(n, ip)).status).toBe(429)
    const headers = { 'x-admin-key': gateway(n).adminKey, 'x-forwarded-for': ip }
    expect((await gateway(n).send('GET', '/admin/tenants', headers)).status).toBe(200)
  }
})

test('a token that has worked from an address passes at every gateway, whatever others fail with there', async () => {
  await gateway(0).seed('globex', { hubspot: 'hubspot-access-token' })
  expect((await call(0, ip)).status).toBe(200)
  for (let n = 0; n < 12; n++) expect((await call(1, ip, `wrong-token-${n}`)).status).toBe(n < 10 ? 401 : 429)
  // The first gateway informs the others in the background, after its call.
  for (const n of [1, 2]) await expect.poll(async () => (await call(n, ip)).status).toBe(200)
  expect((await call(2, ip, tokenOf('globex'))).status).toBe(429)
})

test('an address that goes on calling over both limits is refused, and the gateway serves the others', async () => {
  for (let n = 0; n < 40; n++) {
    const { status } = await gateway(0).call(tenant, 'hubspot', searchFor('ada@example.com'), {
      headers: { 'x-forwarded-for': ip },
      token: `wrong-token-number-${n}`,
    })
    expect(status).toBe(n < 10 ? 401 : 429)
  }
  expect((await call(0, otherIp)).status).toBe(200)
})

test('of 120 calls over three gateways exactly those within a hard limit pass, whatever was called before', async () => {
  const billing = { plan: 'Team', currency: 'EUR', included_calls: 0, price_per_call: '1', hard_limit: true }
  const put = (monthly_limit: number) =>
    gateway(0).admin('PUT', `/admin/billing/${tenant}`, { ...billing, monthly_limit })
  const statusIn = async (n: number) => (await call(n, `203.0.${120 + tests}.${n}`)).status
  // All three have the tenant in memory. Then its limit is reached, and later raised.
  for (const n of [0, 1, 2]) expect(await statusIn(n)).toBe(200)
  expect((await put(0)).status).toBe(200)
  for (const n of [0, 1, 2]) await expect.poll(() => statusIn(n), { interval: 100 }).toBe(429)
  const billed = async () => (await gateway(0).admin('GET', `/admin/usage/${tenant}`)).body.cost.billable_calls
  const limit = (await billed()) + 40
  await put(limit)
  const answers = await Promise.all(Array.from({ length: 120 }, (_, n) => call(n, `198.51.${tests}.${n}`)))
  const passed = answers.filter(({ status }) => status === 200).length
  // Gateways that don't know the new limit yet refuse.
  expect(passed).toBeLessThanOrEqual(40)
  for (let n = passed; n < 40; n++) await expect.poll(() => statusIn(n), { interval: 100 }).toBe(200)
  for (const n of [0, 1, 2]) expect(await statusIn(n)).toBe(429)
  expect(await billed()).toBe(limit)
})
