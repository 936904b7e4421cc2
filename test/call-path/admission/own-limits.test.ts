// Test lanes: both-stores, long-on-mongodb, slow

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { tokenOf } from '../../client.ts'
import { startTestGateway } from '../../gateway.ts'
import { toolCall } from '../../mcp/messages.ts'
import { createAgent } from '../../oauth/agent.ts'

type Gateway = Awaited<ReturnType<typeof startTestGateway>>

const gateways: Gateway[] = []
let gateway: Gateway
const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
  gateway = await startTestGateway({ env })
  gateways.push(gateway)
  await gateway.seed('acme', { hubspot: 'hubspot-access-token' })
}
afterAll(() => Promise.all(gateways.map((each) => each.stop())))

const mint = async (members: object): Promise<string> =>
  (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', ...members })).body.token
const limitTenant = async (calls_per_minute: number): Promise<void> => {
  const { providers } = (await gateway.admin('GET', '/admin/tenants/acme')).body
  const body = { name: 'Acme', status: 'active', providers, options: { calls_per_minute } }
  expect((await gateway.admin('PUT', '/admin/tenants/acme', body)).body.options.calls_per_minute).toBe(calls_per_minute)
}

/** The action is made up: 400 is what a caller gets who was let in. */
const call = (token = tokenOf('acme')) => gateway.call('acme', 'hubspot', { action: 'none' }, { token })
const statuses = async (token: string | undefined, times: number): Promise<readonly number[]> => {
  const found: number[] = []
  for (let n = 0; n < times; n++) found.push((await call(token)).status)
  return found
}

describe('a token with calls_per_minute', () => {
  beforeEach(() => start())

  it('is told what it has left, then RATE_LIMITED with the wait; other tokens go on', async () => {
    const token = await mint({ calls_per_minute: 2 })
    for (const left of [1, 0]) expect((await call(token)).headers.get('ratelimit')).toMatch(`"token";r=${left};`)
    const { status, body, headers } = await call(token)
    expect([status, body.code, headers.get('ratelimit-policy')]).toEqual([429, 'RATE_LIMITED', '"token";q=2;w=60'])
    expect(body.error).toContain('with this token')
    expect(headers.get('retry-after')).toBe(String(body.retry_after))
    expect((await call()).status).toBe(400)
  })

  it('is audited with its tenant and id when it calls too often', async () => {
    const token = await mint({ calls_per_minute: 1 })
    await statuses(token, 2)
    const { body } = await gateway.admin('GET', '/admin/audit?source=rest&tenant=acme&limit=1')
    const { token_id } = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token })).body
    expect(body.entries).toMatchObject([{ code: 'RATE_LIMITED', status: 429, token_id }])
  })

  it('counts /mcp, and the access tokens that came of it, together', async () => {
    const token = await mint({ calls_per_minute: 2 })
    const agent = createAgent(gateway.url)
    const { access_token } = await agent.connect(await agent.register(), token)
    expect((await call(access_token)).status).toBe(400)
    const { headers, body } = toolCall('modern', 'hubspot', { action: 'none' })
    const callTool = () => gateway.send('POST', '/mcp', { ...headers, authorization: `Bearer ${token}` }, body)
    const codes = [await callTool(), await callTool()].map(({ body: { result } }) => result.structuredContent.code)
    expect([codes, (await call(access_token)).status]).toEqual([['VALIDATION_ERROR', 'RATE_LIMITED'], 429])
  })

  it('has another limit at once when it is changed', async () => {
    const token = await mint({ calls_per_minute: 1 })
    expect(await statuses(token, 2)).toEqual([400, 429])
    await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token, calls_per_minute: null })
    expect(await statuses(token, 3)).toEqual([400, 400, 400])
  })
})

describe('a tenant with calls_per_minute', () => {
  beforeEach(() => start())

  it('has it for all its tokens together, and the answer names the tenant', async () => {
    await limitTenant(2)
    const other = await mint({})
    expect([...(await statuses(undefined, 1)), ...(await statuses(other, 2))]).toEqual([400, 400, 429])
    const { body, headers } = await call()
    expect([body.code, headers.get('ratelimit-policy')]).toEqual(['RATE_LIMITED', '"tenant";q=2;w=60'])
    expect(body.error).toContain('of this tenant')
  })

  it('loses nothing to a token that is over its own limit', async () => {
    await limitTenant(5)
    const greedy = await mint({ calls_per_minute: 1 })
    expect(await statuses(greedy, 10)).toEqual([400, ...Array(9).fill(429)])
    expect(await statuses(undefined, 5)).toEqual([400, 400, 400, 400, 429])
  })
})

describe('a backend that calls for all its customers from one address', () => {
  beforeEach(() => start({ CALLS_PER_MINUTE: '', FAILED_LOGINS_PER_MINUTE: '' }))

  it('is told by the 31st call which limit that is, and what raises it', async () => {
    expect(await statuses(undefined, 30)).toEqual(Array(30).fill(400))
    const { status, body, headers } = await call()
    expect([status, body.code, headers.get('ratelimit-policy')]).toEqual([429, 'RATE_LIMITED', '"calls";q=30;w=60'])
    expect(body.error).toMatch(
      /^Too many calls from this address; try again in \d+ s\. The limit is 30 a minute \(CALLS_PER_MINUTE\); calls_per_minute of the token or its tenant replaces it$/,
    )
  })

  it('has the limit of its tenant instead, once that has one', async () => {
    await limitTenant(40)
    expect(await statuses(undefined, 41)).toEqual([...Array(40).fill(400), 429])
    const { body } = await call()
    expect(body.error).toContain('The limit is 40 a minute (calls_per_minute of the tenant)')
  })

  it('has the limit of its token instead, once that has one, and what its neighbours send without a token takes nothing from it', async () => {
    const token = await mint({ calls_per_minute: 40 })
    for (let n = 0; n < 35; n++) await gateway.send('POST', '/api/v1/acme/hubspot', {}, { action: 'none' })
    expect(await statuses(token, 41)).toEqual([...Array(40).fill(400), 429])
    const { body } = await call(token)
    expect(body.error).toContain('The limit is 40 a minute (calls_per_minute of the token)')
  })

  it('is counted by address where it is not admitted', async () => {
    const unknown = () => gateway.send('POST', '/api/v1/acme/hubspot', {}, { action: 'none' })
    for (let n = 0; n < 30; n++) expect((await unknown()).status).toBe(401)
    const { status, headers } = await unknown()
    expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"calls";q=30;w=60'])
  })
})

it('the limits of token and tenant both hold in place of the one by address, and the headers tell of the one with least left', async () => {
  await start({ CALLS_PER_MINUTE: '1' })
  await limitTenant(3)
  const token = await mint({ calls_per_minute: 2 })
  const policies: (string | null)[] = []
  for (const each of [token, token, undefined, undefined]) {
    policies.push((await call(each)).headers.get('ratelimit'))
  }
  const named = policies.map((policy) => policy?.replace(/;t=.*/, ''))
  expect(named).toEqual(['"token";r=1', '"token";r=0', '"tenant";r=0', '"tenant";r=0'])
})

it('a tenant with a limit of its own has no other in a shared network', async () => {
  await start({ CALLS_PER_MINUTE: '1', SHARED_NETWORKS: '127.0.0.0/8' })
  expect(await statuses(undefined, 2)).toEqual([400, 429])
  await limitTenant(3)
  expect(await statuses(undefined, 4)).toEqual([400, 400, 400, 429])
})

it.each([0, -1, 1.5, '60', null])('a tenant with calls_per_minute %j is refused', async (calls_per_minute) => {
  if (!gateway) await start()
  const body = { name: 'Acme', status: 'active', providers: {}, options: { calls_per_minute } }
  const { status, body: answer } = await gateway.admin('PUT', '/admin/tenants/acme', body)
  expect([status, answer.details[0].path]).toEqual([400, '/options/calls_per_minute'])
})
