// Test lanes: slow

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { startTestGateway } from '../gateway.ts'
import { toolCall } from '../mcp/messages.ts'
import { createAgent } from '../oauth/agent.ts'

type Gateway = Awaited<ReturnType<typeof startTestGateway>>

const gateways: Gateway[] = []
let gateway: Gateway
const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
  const shared = { SHARED_NETWORKS: '198.51.100.0/24,2001:db8:5::/48', TRUSTED_PROXIES: '127.0.0.1' }
  const asShipped = { CALLS_PER_MINUTE: '', FAILED_LOGINS_PER_MINUTE: '', REGISTRATIONS_PER_HOUR: '' }
  gateway = await startTestGateway({ env: { ...shared, ...asShipped, ...env } })
  gateways.push(gateway)
  for (const tenant of ['acme', 'globex']) await gateway.seed(tenant, { hubspot: 'hubspot-access-token' })
}
afterAll(() => Promise.all(gateways.map((each) => each.stop())))

/** The address of a hosted client's server, shared by all its users, and an ordinary address. */
const hosted = '198.51.100.7'
const elsewhere = '203.0.113.7'

/** The action is made up: 400 is what a caller gets who was let in. */
const call = (tenant: string, { token = tokenOf(tenant), ip = hosted } = {}) =>
  gateway.call(tenant, 'hubspot', { action: 'none' }, { token, headers: { 'x-forwarded-for': ip } })
const statusOf = async (...args: Parameters<typeof call>): Promise<number> => (await call(...args)).status

describe('a user of a hosted client', () => {
  beforeEach(() => start())

  test.each([hosted, '2001:db8:5:1::1'])('who calls too often stops nobody else at %s', async (ip) => {
    for (let n = 0; n < 30; n++) expect(await statusOf('acme', { ip })).toBe(400)
    const { status, body, headers } = await call('acme', { ip })
    expect([status, body.code, headers.get('ratelimit-policy')]).toEqual([429, 'RATE_LIMITED', '"token";q=30;w=60'])
    expect(body.error).toContain('with this token')
    const neighbour = await call('globex', { ip })
    expect([neighbour.status, neighbour.headers.get('ratelimit')]).toEqual([
      400,
      expect.stringMatching(/^"token";r=29;/),
    ])
  })

  test('is counted by its token on /mcp as well, wherever it calls from in the network', async () => {
    const { headers, body } = toolCall('modern', 'hubspot', { action: 'none' })
    const authorization = `Bearer ${tokenOf('acme')}`
    const callTool = async (n: number) => {
      const from = { ...headers, authorization, 'x-forwarded-for': `198.51.100.${n}` }
      return (await gateway.send('POST', '/mcp', from, body)).body.result.structuredContent.code
    }
    for (let n = 0; n < 30; n++) expect(await callTool(n)).toBe('VALIDATION_ERROR')
    expect(await callTool(99)).toBe('RATE_LIMITED')
  })

  test('who tries many wrong tokens locks out no good one that was not seen there before', async () => {
    for (let n = 0; n < 50; n++) expect(await statusOf('acme', { token: `a-wrong-bearer-token-${n}` })).toBe(401)
    expect(await statusOf('globex')).toBe(400)
  })

  test('whose client repeats one wrong token is refused by itself', async () => {
    for (let n = 0; n < 12; n++)
      expect(await statusOf('acme', { token: 'a-wrong-bearer-token' })).toBe(n < 10 ? 401 : 429)
    expect(await statusOf('acme', { token: 'another-wrong-token' })).toBe(401)
  })

  test('gets no more guesses at admin keys than anybody', async () => {
    const guess = (n: number) =>
      gateway.admin('GET', '/admin/tenants', undefined, { 'x-admin-key': `wrong-${n}`, 'x-forwarded-for': hosted })
    for (let n = 0; n < 12; n++) expect((await guess(n)).status).toBe(n < 10 ? 401 : 429)
  })

  test('who registers an application again and again leaves others their registrations', async () => {
    const { post } = createAgent(gateway.url)
    const register = async (uri: string, name = 'An application', ip = hosted) =>
      (await post('/oauth/register', { client_name: name, redirect_uris: [uri] }, { 'x-forwarded-for': ip })).status
    for (let n = 0; n < 7; n++) {
      expect(await register('https://mallory.example/callback', `Mallory ${n}`)).toBe(n < 5 ? 201 : 429)
      expect(await register('http://localhost:9999/callback', 'Mallory')).toBe(n < 5 ? 201 : 429)
    }
    expect(await register('https://agent.example/callback')).toBe(201)
    expect(await register('http://localhost:9999/callback', 'Another')).toBe(201)
    for (let n = 0; n < 7; n++)
      expect(await register(`https://${n}.example/callback`, '', elsewhere)).toBe(n < 5 ? 201 : 429)
  })
})

test('elsewhere an address is counted as before, whoever calls', async () => {
  await start({ CALLS_PER_MINUTE: '3' })
  for (const tenant of ['acme', 'globex', 'acme']) expect(await statusOf(tenant, { ip: elsewhere })).toBe(400)
  const { status, headers } = await call('globex', { ip: elsewhere })
  expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"calls";q=3;w=60'])
})

test('a shared address that does nothing but guess is stopped at a hundred times the limit, and known tokens pass', async () => {
  await start({ FAILED_LOGINS_PER_MINUTE: '1', CALLS_PER_MINUTE: '0' })
  expect(await statusOf('acme')).toBe(400)
  for (let n = 0; n < 105; n++) {
    expect(await statusOf('acme', { token: `a-wrong-bearer-token-${n}` })).toBe(n < 100 ? 401 : 429)
  }
  expect([await statusOf('acme'), await statusOf('globex')]).toEqual([400, 429])
})
