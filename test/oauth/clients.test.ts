// Test lanes: both-stores, long-on-mongodb

/** Behaviour of real MCP clients. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { type Agent, createAgent } from './agent.ts'
import { consent, openConsent } from './user.ts'

let stage: Stage
let agent: Agent
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  agent = createAgent(stage.url)
})
afterAll(() => stage.stop())

const token = tokenOf('acme')
const works = async (access: string): Promise<boolean> =>
  (await stage.call('acme', 'hubspot', searchFor('ada@example.com'), { token: access })).status === 200

test('Claude registers twice, and goes on with either client', async () => {
  const redirect_uri = 'https://claude.ai/api/mcp/auth_callback'
  const metadata = {
    client_name: 'Claude',
    redirect_uris: [redirect_uri],
    scope: 'claudeai',
    logo_uri: 'https://x.y/z',
  }
  const ids = [await agent.register(metadata), await agent.register(metadata)]
  expect(new Set(ids).size).toBe(2)
  for (const id of ids.reverse()) {
    const authorized = await agent.authorize(id, token, { redirect_uri })
    const { body } = await agent.exchange(id, authorized, { redirect_uri })
    expect(await works(body.access_token)).toBe(true)
  }
})

test('Cursor registers three redirect URIs and is answered at the one that it names', async () => {
  const redirect_uris = [
    'cursor://anysphere.cursor-retrieval/oauth/user-acme/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'https://www.cursor.com/agents/mcp/oauth/callback',
  ]
  const id = await agent.register({ client_name: 'Cursor', redirect_uris })
  for (const redirect_uri of redirect_uris) {
    const authorized = await agent.authorize(id, token, { redirect_uri })
    expect(authorized.back.href).toMatch(`${redirect_uri}?code=`)
    expect((await agent.exchange(id, authorized, { redirect_uri })).status).toBe(200)
  }
})

test('VS Code replays a client id that was forgotten and is told invalid_client, so that it registers again', async () => {
  const id = await agent.register({ client_name: 'Visual Studio Code' })
  const { refresh_token, access_token } = await agent.connect(id, token)
  expect((await stage.admin('DELETE', `/admin/clients/${id}`)).status).toBe(204)
  const page = await openConsent(agent.authorizeUrl(id).url)
  expect([page.status, page.headers.get('location')]).toEqual([400, null])
  expect(page.text).toContain('invalid_client')
  for (const answer of [
    await agent.refresh(id, refresh_token),
    await agent.exchange(id, { code: 'a-code', verifier: 'v'.repeat(43) }),
    await agent.form('/oauth/revoke', { client_id: id, token: access_token }),
  ]) {
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
  }
  expect(await works(access_token)).toBe(false)
})

test('Codex leaves the resource out when it refreshes', async () => {
  const id = await agent.register()
  const { refresh_token } = await agent.connect(id, token)
  const { status, body } = await agent.refresh(id, refresh_token, { resource: undefined })
  expect(status).toBe(200)
  expect(await works(body.access_token)).toBe(true)
})

test('a client that spells the resource as its URL class does is understood', async () => {
  const id = await agent.register()
  for (const resource of [stage.url, `${stage.url}/`, `${stage.url}/mcp`, stage.url.toUpperCase()]) {
    const { body } = await agent.exchange(id, await agent.authorize(id, token, { resource }), { resource })
    expect(await works(body.access_token)).toBe(true)
  }
})

test('a client that never names a resource gets tokens for the MCP endpoint', async () => {
  const id = await agent.register()
  const { url, verifier } = agent.authorizeUrl(id, { resource: undefined })
  const back = await consent(stage.url, url, token)
  await agent.exchange(id, { code: back.searchParams.get('code') ?? '', verifier })
  const { body } = await stage.admin('GET', '/admin/grants/acme?limit=1000')
  expect(body.grants.at(-1)).toMatchObject({ client_id: id, resource: `${stage.url}/mcp` })
})

test('a desktop client listens on another port each time', async () => {
  const id = await agent.register({
    redirect_uris: ['http://127.0.0.1:33418/', 'http://localhost/cb', 'http://[::1]/'],
  })
  for (const redirect_uri of [
    'http://127.0.0.1:51111/',
    'http://127.0.0.1/',
    'http://localhost:1/cb',
    'http://[::1]:2/',
  ]) {
    const authorized = await agent.authorize(id, token, { redirect_uri })
    expect(authorized.back.href).toMatch(`${redirect_uri}?code=`)
    expect((await agent.exchange(id, authorized, { redirect_uri })).status).toBe(200)
  }
})

test('a client of OAuth 2.1 leaves the redirect URI out when it exchanges its code', async () => {
  const id = await agent.register()
  const authorized = await agent.authorize(id, token)
  expect((await agent.exchange(id, authorized, { redirect_uri: undefined })).status).toBe(200)
})

test('a client whose answer got lost refreshes again with the old token', async () => {
  const id = await agent.register()
  const { refresh_token } = await agent.connect(id, token)
  const answers = await Promise.all([1, 2, 3].map(() => agent.refresh(id, refresh_token)))
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(await works(body.access_token)).toBe(true)
  }
})

test('a web client calls metadata, registration, token and revocation from its page', async () => {
  const origin = { origin: 'https://inspector.example' }
  const preflight = { ...origin, 'access-control-request-method': 'POST' }
  const paths = [
    ['GET', '/.well-known/oauth-protected-resource/mcp'],
    ['GET', '/mcp/.well-known/oauth-protected-resource'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['POST', '/oauth/register'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/revoke'],
  ] as const
  for (const [method, path] of paths) {
    for (const answer of [await stage.send('OPTIONS', path, preflight), await stage.send(method, path, origin)]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
    const { headers } = await stage.send('OPTIONS', path, preflight)
    expect(headers.get('access-control-allow-headers')).toMatch(/authorization, content-type.*mcp-protocol-version/)
    expect(headers.get('access-control-allow-methods')).toContain(method)
  }
  const page = await stage.send('OPTIONS', '/oauth/authorize', preflight)
  expect(page.headers.get('access-control-allow-origin')).toBeNull()
})
