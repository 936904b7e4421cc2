import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOf } from '../../client.ts'
import { createAgent } from '../../oauth/agent.ts'
import { type Stage, searchFor, startStage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
  for (const tenant of ['acme', 'globex']) await stage.ready(tenant)
})
afterAll(() => stage.stop())

const idOf = (text: string): string => Bun.CryptoHasher.hash('sha256', text, 'hex').slice(0, 12)
const search = searchFor('ada@example.com')
const statusOf = async (token: string): Promise<number> =>
  (await stage.call('acme', 'hubspot', search, { token })).status
const mint = async (members = {}): Promise<{ token: string; path: string }> => {
  const { token, token_id } = (await stage.admin('POST', '/admin/auth', { tenant_id: 'acme', ...members })).body
  return { token, path: `/admin/auth/acme/${token_id}` }
}
const lastUse = async (path: string) => (await stage.admin('GET', path)).body.last_used_at

test('a minted token works, and its first use is listed within seconds', async () => {
  const { token, path } = await mint({ label: 'New' })
  expect(await lastUse(path)).toBeNull()
  const before = Date.now()
  expect(await statusOf(token)).toBe(200)
  await expect.poll(() => lastUse(path), { timeout: 3000 }).not.toBeNull()
  const used = Date.parse(await lastUse(path))
  expect(used).toBeGreaterThanOrEqual(before)
  expect(used).toBeLessThanOrEqual(Date.now())
})

test('a refused token has no use', async () => {
  const { token, path } = await mint()
  await stage.admin('PATCH', path, { expires_at: 1 })
  expect(await statusOf(token)).toBe(401)
  expect(await lastUse(path)).toBeNull()
})

test('each change by PATCH holds with the next call, and its undoing as well', async () => {
  const { token, path } = await mint()
  const after = async (change: object): Promise<number> => {
    expect((await stage.admin('PATCH', path, change)).status).toBe(200)
    return statusOf(token)
  }
  expect(await statusOf(token)).toBe(200)
  expect(await after({ deny: ['hubspot:search'] })).toBe(403)
  expect(await after({ deny: null, allow: ['stripe:read'] })).toBe(403)
  expect(await after({ allow: ['hubspot:read'] })).toBe(200)
  expect(await after({ expires_at: Math.floor(Date.now() / 1000) - 1 })).toBe(401)
  expect(await after({ expires_at: null, allow: null })).toBe(200)
  await stage.admin('PATCH', path, { calls_per_minute: 1 })
  const statuses = [await statusOf(token), await statusOf(token)]
  expect(statuses).toContain(429)
  expect(await after({ calls_per_minute: null })).toBe(200)
})

test('the token of an audit entry is found: a tenant token, or the grant of an access token', async () => {
  const agent = createAgent(stage.url)
  const client = await agent.register({ client_name: 'Agent' })
  const { access_token } = await agent.connect(client, tokenOf('acme'))
  for (const token of [tokenOf('acme'), access_token]) expect(await statusOf(token)).toBe(200)
  const { entries } = (await stage.admin('GET', '/admin/audit?tenant=acme&action=search&limit=2')).body
  expect(entries.map(({ token_id }: { token_id: string }) => token_id)).toEqual(
    [access_token, tokenOf('acme')].map(idOf),
  )

  const found = async (tenant: string, id: string) => (await stage.admin('GET', `/admin/auth/${tenant}/${id}`)).body
  const { grants } = (await stage.admin('GET', '/admin/grants/acme')).body
  expect(await found('acme', entries[0].token_id)).toEqual({
    token_id: idOf(access_token),
    tenant_id: 'acme',
    expires_at: expect.any(Number),
    scope: grants[0].scope,
    tenant_token_id: idOf(tokenOf('acme')),
    grant: grants[0],
  })
  expect(await found('acme', entries[1].token_id)).toMatchObject({ token_id: idOf(tokenOf('acme')), status: 'active' })
  expect((await found('globex', entries[0].token_id)).code).toBe('NOT_FOUND')

  await stage.admin('DELETE', `/admin/grants/acme/${grants[0].grant_id}`)
  expect((await found('acme', entries[0].token_id)).code).toBe('NOT_FOUND')
})
