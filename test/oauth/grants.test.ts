// Test lanes: both-stores, long-on-mongodb, slow

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { freePort } from '../free-port.ts'
import { temporaryFolder } from '../gateway.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { type Agent, callback, createAgent, type Pair } from './agent.ts'
import { decide, openConsent, paste } from './user.ts'

let stage: Stage
let agent: Agent
let client: string
beforeAll(async () => {
  stage = await startStage()
  for (const tenant of ['acme', 'globex', 'suspended', 'later']) await stage.ready(tenant)
  agent = createAgent(stage.url)
  client = await agent.register({ client_name: 'Agent' })
})
afterAll(() => stage.stop())

const search = searchFor('ada@example.com')
const statusOf = async (tenant: string, { access_token }: Pair): Promise<number> =>
  (await stage.call(tenant, 'hubspot', search, { token: access_token })).status
const grantsOf = async (tenant: string) => (await stage.admin('GET', `/admin/grants/${tenant}`)).body

describe("a tenant's grants", () => {
  test('are listed with client, times and audience, and without secrets', async () => {
    const pair = await agent.connect(client, tokenOf('globex'))
    const { grants, next_cursor } = await grantsOf('globex')
    expect(next_cursor).toBeNull()
    expect(grants).toEqual([
      {
        grant_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        client_id: client,
        client_name: 'Agent',
        resource: `${stage.url}/mcp`,
        scope: '*:read *:write *:secret',
        issuer: null,
        subject: null,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        last_used_at: expect.stringMatching(/^\d{4}-.*Z$/),
        expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
    expect(Date.parse(grants[0].expires_at)).toBeGreaterThan(Date.now())
    await stage.admin('DELETE', `/admin/grants/globex/${grants[0].grant_id}`)
    expect(await statusOf('globex', pair)).toBe(401)
  })

  test('are paged', async () => {
    for (let n = 0; n < 3; n++) await agent.connect(client, tokenOf('globex'))
    const all = (await grantsOf('globex')).grants
    const first = (await stage.admin('GET', '/admin/grants/globex?limit=2')).body
    const rest = (await stage.admin('GET', `/admin/grants/globex?limit=2&cursor=${first.next_cursor}`)).body
    expect([...first.grants, ...rest.grants]).toEqual(all)
    expect(rest.next_cursor).toBeNull()
  })

  test.each([
    ['GET', '/admin/grants/nobody', 404, 'TENANT_NOT_FOUND'],
    ['DELETE', '/admin/grants/nobody/00000000-0000-7000-8000-000000000000', 404, 'TENANT_NOT_FOUND'],
    ['DELETE', '/admin/grants/acme/00000000-0000-7000-8000-000000000000', 404, 'NOT_FOUND'],
    ['DELETE', '/admin/grants/acme/x', 400, 'VALIDATION_ERROR'],
    ['DELETE', '/admin/clients/nobody', 404, 'NOT_FOUND'],
    ['GET', '/admin/clients?cursor=%00', 400, 'VALIDATION_ERROR'],
  ])('%s %s: %i %s', async (method, path, status, code) => {
    const answer = await stage.admin(method, path)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })
})

describe('access ends at once, for all tokens of the grant, with', () => {
  const ends: [what: string, end: (tenant: string, client: string) => Promise<unknown>][] = [
    [
      'the tenant token that it came from',
      async (tenant) => {
        const { tokens } = (await stage.admin('GET', `/admin/auth/${tenant}`)).body
        await stage.admin('DELETE', `/admin/auth/${tenant}/${tokens[0].token_id}`)
      },
    ],
    ['its tenant', (tenant) => stage.admin('DELETE', `/admin/tenants/${tenant}`)],
    ['its client', (_tenant, id) => stage.admin('DELETE', `/admin/clients/${id}`)],
    [
      'the grant',
      async (tenant) => stage.admin('DELETE', `/admin/grants/${tenant}/${(await grantsOf(tenant)).grants[0].grant_id}`),
    ],
  ]
  test.each(ends)('%s', async (what, end) => {
    const tenant = what.replaceAll(' ', '-')
    await stage.ready(tenant)
    const id = await agent.register()
    const first = await agent.connect(id, tokenOf(tenant))
    const second: Pair = (await agent.refresh(id, first.refresh_token)).body
    expect([await statusOf(tenant, first), await statusOf(tenant, second)]).toEqual([200, 200])
    await end(tenant, id)
    expect([await statusOf(tenant, first), await statusOf(tenant, second)]).toEqual([401, 401])
    const { body } = await agent.refresh(id, second.refresh_token)
    expect(body.error).toMatch(/^invalid_(grant|client)$/)
    // A new tenant with the old id has no data of the old tenant.
    await stage.ready(tenant)
    expect([await statusOf(tenant, first), await statusOf(tenant, second)]).toEqual([401, 401])
  })
})

describe('a suspended tenant', () => {
  test('gets no code, and its access tokens are refused until it is active again', async () => {
    const pair = await agent.connect(client, tokenOf('suspended'))
    const tenant = (await stage.admin('GET', '/admin/tenants/suspended')).body
    const put = (status: string) =>
      stage.admin('PUT', '/admin/tenants/suspended', { name: 'x', status, providers: tenant.providers })
    await put('suspended')
    expect(await statusOf('suspended', pair)).toBe(403)
    const page = await openConsent(agent.authorizeUrl(client).url)
    const { status, headers, text } = await paste(stage.url, page, tokenOf('suspended'))
    expect([status, headers.get('location')]).toEqual([403, null])
    expect(text).toContain('The tenant of this token is suspended')
    await put('active')
    expect(await statusOf('suspended', pair)).toBe(200)
  })
})

test('the user refuses, and the client is told', async () => {
  const page = await openConsent(agent.authorizeUrl(client).url)
  const { status, headers } = await decide(stage.url, page, { decision: 'refuse' })
  const location = new URL(headers.get('location') ?? '')
  expect([status, location.searchParams.get('error')]).toEqual([303, 'access_denied'])
  expect(location.href).toMatch(`${callback}?`)
})

test('a token that was pasted with blanks and a line break around it is taken', async () => {
  const page = await openConsent(agent.authorizeUrl(client).url)
  const { status, text } = await paste(stage.url, page, ` ${tokenOf('acme')}\r\n`)
  expect(status).toBe(200)
  expect(text).toContain('acme')
})

test('each step is in the audit log, with tenant, client and token, and calls name the access token', async () => {
  await stage.ready('audited')
  const id = await agent.register()
  const pair = await agent.connect(id, tokenOf('audited'))
  await statusOf('audited', pair)
  const second: Pair = (await agent.refresh(id, pair.refresh_token)).body
  await agent.form('/oauth/revoke', { client_id: id, token: second.refresh_token })
  const { entries } = (await stage.admin('GET', '/admin/audit?tenant=audited')).body
  const told = entries
    .filter(({ source }: { source: string }) => source !== 'admin')
    .map(({ source, action, key, token_id }: Record<string, string>) => [source, action, key?.split('/')[0], token_id])
  const idOf = (text: string): string => Bun.CryptoHasher.hash('sha256', text, 'hex').slice(0, 12)
  expect(told.reverse()).toEqual([
    ['oauth', 'authorize', 'clients', idOf(tokenOf('audited'))],
    ['oauth', 'issue_token', 'grants', idOf(pair.access_token)],
    ['rest', 'search', 'hubspot', idOf(pair.access_token)],
    ['oauth', 'refresh_token', 'grants', idOf(second.access_token)],
    ['oauth', 'revoke_token', 'grants', null],
  ])
  const registered = (await stage.admin('GET', `/admin/audit?key=clients/${id}&action=register_client`)).body.entries
  expect(registered).toHaveLength(1)
})

test('after 10 wrong tokens or client secrets a minute even the right ones are 429, on the page as well', async () => {
  const own = await startStage({ env: { FAILED_LOGINS_PER_MINUTE: '' } })
  await own.ready('acme')
  const agent = createAgent(own.url)
  const { body } = await agent.post('/oauth/register', { redirect_uris: [callback] })
  const page = await openConsent(agent.authorizeUrl(body.client_id).url)
  for (let n = 0; n < 10; n++) {
    expect((await paste(own.url, page, 'wrong')).status).toBe(403)
    expect((await agent.refresh(body.client_id, 'x', { client_secret: 'wrong' })).status).toBe(401)
  }
  const right = await paste(own.url, page, tokenOf('acme'))
  expect([right.status, right.headers.get('location')]).toEqual([429, null])
  expect(right.text).toContain('try again in')
  const secret = await agent.refresh(body.client_id, 'x', { client_secret: body.client_secret })
  expect([secret.status, secret.body.error]).toEqual([429, 'temporarily_unavailable'])
  for (const { headers } of [right, secret]) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  await own.stop()
})

test("after a change of BASE_URL access tokens are another audience's: 401, and the client is to ask its user again", async () => {
  const adminKey = 'an-admin-key-for-this-test'
  const dataDir = temporaryFolder()
  const port = freePort()
  const ADMIN_API_KEY = Bun.CryptoHasher.hash('sha256', adminKey, 'hex')
  const start = (host: string) =>
    startServerProcess({
      dataDir,
      adminKey,
      env: { PORT: `${port}`, ADMIN_API_KEY, BASE_URL: `http://${host}:${port}` },
    })
  const statuses = async (server: ServerProcess, { access_token }: Pair) => {
    const call = async (token: string) => (await server.call('acme', 'nothing', {}, { token })).status
    return [await call(access_token), await call(tokenOf('acme'))]
  }

  const before = await start('localhost')
  await before.seed('acme', {})
  const agent = createAgent(before.url)
  const client = await agent.register()
  const pair = await agent.connect(client, tokenOf('acme'))
  // 404: let in, but there is no such domain.
  expect(await statuses(before, pair)).toEqual([404, 404])
  await before.end('SIGTERM')
  const moved = await start('127.0.0.1')
  expect(await statuses(moved, pair)).toEqual([401, 404])
  // A pair that opens nothing would send the client round in a circle.
  const refreshed = await createAgent(moved.url).refresh(client, pair.refresh_token)
  expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant'])
  await moved.end('SIGTERM')
  const back = await start('localhost')
  expect(await statuses(back, pair)).toEqual([404, 404])
  expect((await agent.refresh(client, pair.refresh_token)).status).toBe(200)
  await back.stop()
})
