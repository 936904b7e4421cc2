import { afterAll, expect, test } from 'vitest'
import { startTestGateway } from '../gateway.ts'
import { request } from '../mcp/messages.ts'
import { createAgent } from '../oauth/agent.ts'
import { openConsent, paste } from '../oauth/user.ts'

const gateway = await startTestGateway()
afterAll(() => gateway.stop())
await gateway.seed('acme', { hubspot: 'hubspot-access-token' })

/** A token that an administrator has made, and how to say when it expires. */
const mint = async () => {
  const { body } = await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })
  const expire = (expires_at: number | null) =>
    gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', token: body.token, expires_at })
  return { token: body.token as string, expire }
}
const past = Math.floor(Date.now() / 1000) - 1

const statuses = async (token: string): Promise<readonly number[]> => {
  const { headers, body } = request('modern', 'tools/list')
  const mcp = await gateway.send('POST', '/mcp', { ...headers, authorization: `Bearer ${token}` }, body)
  return [(await gateway.call('acme', 'hubspot', { action: 'none' }, { token })).status, mcp.status]
}

test('a token that has expired lets nobody in, at once, and does again when the expiry is taken back', async () => {
  const { token, expire } = await mint()
  expect(await statuses(token)).toEqual([400, 200])
  expect((await expire(past)).status).toBe(200)
  expect(await statuses(token)).toEqual([401, 401])
  await expire(null)
  expect(await statuses(token)).toEqual([400, 200])
})

test('an application keeps no access by the tokens that it got for a token that has expired', async () => {
  const { token, expire } = await mint()
  const agent = createAgent(gateway.url)
  const client = await agent.register()
  const { access_token, refresh_token } = await agent.connect(client, token)
  expect(await statuses(access_token)).toEqual([400, 200])
  await expire(past)
  expect(await statuses(access_token)).toEqual([401, 401])
  const refreshed = await agent.refresh(client, refresh_token)
  expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant'])
  const page = await openConsent(agent.authorizeUrl(client).url)
  expect((await paste(gateway.url, page, token)).status).toBe(403)
})
