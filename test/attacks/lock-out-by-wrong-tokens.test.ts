// Test lanes: slow

import { afterAll, beforeEach, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { startTestGateway } from '../gateway.ts'
import { request } from '../mcp/messages.ts'
import { callback, createAgent } from '../oauth/agent.ts'
import { openConsent, paste } from '../oauth/user.ts'

type Gateway = Awaited<ReturnType<typeof startTestGateway>>

const gateways: Gateway[] = []
let gateway: Gateway
beforeEach(async () => {
  gateway = await startTestGateway({ env: { FAILED_LOGINS_PER_MINUTE: '', TRUSTED_PROXIES: '127.0.0.1' } })
  gateways.push(gateway)
  for (const tenant of ['acme', 'globex']) await gateway.seed(tenant, { hubspot: 'hubspot-access-token' })
})
afterAll(() => Promise.all(gateways.map((each) => each.stop())))

/** The office of the victims; the attacker sits in it as well, or has their browsers send what it wants. */
const office = '203.0.113.7'

const call = async (token: string, ip = office): Promise<number> => {
  const headers = { 'x-forwarded-for': ip, authorization: `Bearer ${token}` }
  // The action is made up: 400 is what a caller gets who was let in.
  return (await gateway.send('POST', '/api/v1/acme/hubspot', headers, { action: 'none' })).status
}
const admin = async (key?: string): Promise<number> => {
  const headers = { 'x-forwarded-for': office, ...(key !== undefined && { 'x-admin-key': key }) }
  return (await gateway.admin('GET', '/admin/tenants', undefined, headers)).status
}

const failWithTokens = async (): Promise<void> => {
  for (let n = 0; n < 12; n++) expect(await call(`a-wrong-bearer-token-${n}`)).toBe(n < 10 ? 401 : 429)
}

test('wrong tenant tokens stop no token that has worked from the address, and no other address', async () => {
  expect(await call(tokenOf('acme'))).toBe(400)
  await failWithTokens()
  expect(await call(tokenOf('acme'))).toBe(400)
  // Unseen so far, so it may be a guess.
  expect(await call(tokenOf('globex'))).toBe(429)
  expect(await call(tokenOf('acme'), '203.0.113.8')).toBe(400)
})

test('a good token that was sent to another tenant passes afterwards, too', async () => {
  expect(await call(tokenOf('globex'))).toBe(401)
  expect(await call(tokenOf('acme'))).toBe(400)
  const headers = { 'x-forwarded-for': office }
  const misdirected = () => gateway.call('globex', 'hubspot', {}, { token: tokenOf('acme'), headers })
  for (let n = 0; n < 9; n++) expect((await misdirected()).status).toBe(401)
  expect(await call(tokenOf('acme'))).toBe(400)
})

test('a token that has worked and was revoked does not pass for long', async () => {
  expect(await call(tokenOf('acme'))).toBe(400)
  const { body } = await gateway.admin('GET', '/admin/auth/acme')
  await gateway.admin('DELETE', `/admin/auth/acme/${body.tokens[0].token_id}`)
  await failWithTokens()
  const answers = []
  for (let n = 0; n < 3; n++) answers.push(await call(tokenOf('acme')))
  expect(answers).toEqual([429, 429, 429])
})

test('wrong tenant tokens close neither the admin interface nor the consent page', async () => {
  await failWithTokens()
  expect(await admin()).toBe(200)
  const agent = createAgent(gateway.url)
  const page = await openConsent(agent.authorizeUrl(await agent.register()).url)
  expect((await paste(gateway.url, page, tokenOf('acme'))).status).toBe(200)
})

test('wrong admin keys close no call, and not the door to an administrator who came in from the address before', async () => {
  expect(await admin()).toBe(200)
  for (let n = 0; n < 12; n++) expect(await admin(`a-wrong-key-${n}`)).toBe(n < 10 ? 401 : 429)
  expect(await admin()).toBe(200)
  expect(await call(tokenOf('acme'))).toBe(400)
})

test('wrong tokens on the consent page close no call, and no page to a token that was pasted there before', async () => {
  const agent = createAgent(gateway.url)
  const client = await agent.register({ redirect_uris: [callback] })
  const pasteNew = async (token: string): Promise<number> => {
    const page = await openConsent(agent.authorizeUrl(client).url)
    return (await paste(gateway.url, page, token)).status
  }
  expect(await pasteNew(tokenOf('acme'))).toBe(200)
  for (let n = 0; n < 12; n++) expect(await pasteNew(`a-wrong-token-${n}`)).toBe(n < 10 ? 403 : 429)
  expect([await pasteNew(tokenOf('acme')), await pasteNew(tokenOf('globex'))]).toEqual([200, 429])
  expect((await gateway.call('globex', 'hubspot', {})).status).toBe(400)
})

test('a client that has no token yet is still told where to log in', async () => {
  await failWithTokens()
  const { headers, body } = request('modern', 'tools/list')
  const answer = await gateway.send('POST', '/mcp', { ...headers, 'x-forwarded-for': office }, body)
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining('resource_metadata'),
  ])
})
