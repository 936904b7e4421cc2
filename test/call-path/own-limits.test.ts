import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { startTestGateway } from '../gateway.ts'
import { request } from '../mcp/messages.ts'
import { createAgent } from '../oauth/agent.ts'

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
    const { headers, body } = request('modern', 'tools/list')
    const list = () => gateway.send('POST', '/mcp', { ...headers, authorization: `Bearer ${token}` }, body)
    expect((await list()).status).toBe(200)
    expect([(await list()).status, (await call(access_token)).status]).toEqual([429, 429])
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

it('all three limits hold, and the headers tell of the one with least left', async () => {
  await start({ CALLS_PER_MINUTE: '4' })
  await limitTenant(3)
  const token = await mint({ calls_per_minute: 2 })
  const policies: (string | null)[] = []
  for (const each of [token, token, undefined, undefined]) {
    policies.push((await call(each)).headers.get('ratelimit'))
  }
  const named = policies.map((policy) => policy?.replace(/;t=.*/, ''))
  expect(named).toEqual(['"token";r=1', '"token";r=0', '"tenant";r=0', '"tenant";r=0'])
  expect((await call()).headers.get('ratelimit-policy')).toBe('"calls";q=4;w=60')
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
