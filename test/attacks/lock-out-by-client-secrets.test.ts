// Test lanes: slow

import { afterAll, beforeEach, expect, test } from 'vitest'
import { answered, tokenOf } from '../client.ts'
import { startTestGateway } from '../gateway.ts'
import { request } from '../mcp/messages.ts'
import { callback, createAgent } from '../oauth/agent.ts'
import { openConsent, paste } from '../oauth/user.ts'

type Gateway = Awaited<ReturnType<typeof startTestGateway>>

const gateways: Gateway[] = []
let gateway: Gateway
/** The limits as shipped; everybody here has one address. */
beforeEach(async () => {
  gateway = await startTestGateway({ env: { FAILED_LOGINS_PER_MINUTE: '' } })
  gateways.push(gateway)
  await gateway.seed('acme', { hubspot: 'hubspot-access-token' })
})
afterAll(() => Promise.all(gateways.map((each) => each.stop())))

/** Sends a form, the one request that a page on another origin can send without a preflight. */
const sendAsWebPage = async (values: Readonly<Record<string, string>>, path = '/oauth/token') => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const form = { grant_type: 'refresh_token', refresh_token: 'x', token: 'x', ...values }
  return answered(await fetch(gateway.url + path, { method: 'POST', headers, body: new URLSearchParams(form) }))
}

const expectOpenDoors = async (): Promise<void> => {
  const rest = await gateway.call('acme', 'hubspot', { action: 'no_such_action' })
  expect([rest.status, rest.body.code]).toEqual([400, 'VALIDATION_ERROR'])
  const { headers, body } = request('modern', 'tools/list')
  const mcp = await gateway.send('POST', '/mcp', { ...headers, authorization: `Bearer ${tokenOf('acme')}` }, body)
  expect(mcp.status).toBe(200)
  expect((await gateway.admin('GET', '/admin/tenants/acme')).status).toBe(200)
}

test('secrets of made-up clients are refused without being counted, and close nothing', async () => {
  for (let n = 0; n < 30; n++) {
    const path = n % 2 ? '/oauth/token' : '/oauth/revoke'
    const { status, body } = await sendAsWebPage({ client_id: `made-up-${n}`, client_secret: 'wrong' }, path)
    expect([status, body.error]).toEqual([401, 'invalid_client'])
  }
  await expectOpenDoors()
  const agent = createAgent(gateway.url)
  const { body: client } = await agent.post('/oauth/register', { redirect_uris: [callback] })
  const { client_id, client_secret } = client
  const { status, body } = await agent.refresh(client_id, 'x', { client_secret })
  expect([status, body.error]).toEqual([400, 'invalid_grant'])
})

test('wrong secrets of a client that exists close neither /api/v1 nor /mcp nor /admin nor the consent page', async () => {
  const agent = createAgent(gateway.url)
  const { body: client } = await agent.post('/oauth/register', { redirect_uris: [callback] })
  for (let n = 0; n < 15; n++) {
    const { status } = await sendAsWebPage({ client_id: client.client_id, client_secret: `wrong-${n}` })
    expect(status).toBe(n < 10 ? 401 : 429)
  }
  await expectOpenDoors()
  const page = await openConsent(agent.authorizeUrl(client.client_id).url)
  expect((await paste(gateway.url, page, tokenOf('acme'))).status).toBe(200)
})

test('a client whose secret has worked from the address goes on; one that has not yet waits for the minute to end', async () => {
  const agent = createAgent(gateway.url)
  const [known, unknown] = await Promise.all(
    [1, 2].map(async () => (await agent.post('/oauth/register', { redirect_uris: [callback] })).body),
  )
  const use = ({ client_id, client_secret }: Record<'client_id' | 'client_secret', string>) =>
    agent.refresh(client_id, 'x', { client_secret })
  expect((await use(known)).body.error).toBe('invalid_grant')
  for (let n = 0; n < 10; n++) await sendAsWebPage({ client_id: known.client_id, client_secret: `wrong-${n}` })
  expect((await use(known)).body.error).toBe('invalid_grant')
  const { status, body, headers } = await use(unknown)
  expect([status, body.error]).toEqual([429, 'temporarily_unavailable'])
  expect(headers.get('ratelimit-policy')).toBe('"wrong-client-secrets";q=10;w=60')
})
