// Test lanes: slow

import { Database } from 'bun:sqlite'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answered } from '../../client.ts'
import { temporaryFolder } from '../../gateway.ts'
import { answer, type Behaviour, type Scripted, startScripted } from '../../providers/scripted.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'
import { filesIn, findSecret } from '../find-secret.ts'

const providers = ['fixture', 'by-header', 'by-query', 'by-pair']
const adminKey = 'admin-key/with+signs?and&more=7f3a'
const bearer = 'bearer~token/with+signs=91c2'
const keyBytes = randomBytes(32)
const password = 'pass/word+with=signs&5e1d'
/** The stored credential by provider: only the pair of `by-pair` has two parts. */
const credentials: Readonly<Record<string, string>> = {
  fixture: 'oauth-access/token+with=signs&a4b1',
  'by-header': 'header-api-key/with+signs=&c9d2',
  'by-query': 'query-api-key/with+signs=&e3f4',
  'by-pair': `user-name:${password}`,
}
const oauthSeed = {
  client_id: 'a-client-id',
  client_secret: 'client/secret+with=signs&b7c8',
  refresh_token: 'refresh/token+with=signs&d9e0',
}
/** The token endpoint's answer to that refresh token. */
const refreshed = { access_token: 'refreshed-access/token+=f1a2', refresh_token: 'refreshed-refresh/token+=b3c4' }
const secrets: Readonly<Record<string, Buffer | string>> = {
  adminKey,
  bearer,
  keyBytes,
  password,
  keyText: keyBytes.toString('base64url'),
  ...credentials,
  clientSecret: oauthSeed.client_secret,
  refreshToken: oauthSeed.refresh_token,
  newAccessToken: refreshed.access_token,
  newRefreshToken: refreshed.refresh_token,
}

/** Says everything back that it was sent, as a debugging vendor does: in headers, in JSON and decoded. */
const echo: Behaviour = (response, scene) => {
  const pair = Buffer.from(scene.headers.authorization?.split(' ')[1] ?? '', 'base64').toString()
  const fault = {
    words: `refused: ${JSON.stringify(scene.headers)} ${scene.url} ${decodeURIComponent(scene.url)} ${pair}`,
  }
  return answer(403, { fault, headers: scene.headers, url: scene.url, pair }, { 'x-echo': 'on' })(response, scene)
}

const keys = `first:${keyBytes.toString('base64url')}`
const dataDir = temporaryFolder()
let upstream: Scripted
const start = (env: Record<string, string> = {}) =>
  startServerProcess({
    script: 'test/e2e/serve-fixtures.ts',
    dataDir,
    adminKey,
    env: {
      ADMIN_API_KEY: Bun.CryptoHasher.hash('sha256', adminKey, 'hex'),
      PATCHBAY_KEYS: keys,
      LOG_LEVEL: 'trace',
      PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(providers.map((id) => [id, upstream.origin]))),
      ...env,
    },
  })

let server: ServerProcess
const answers: Answered[] = []
const say = async (answer: Promise<Answered>): Promise<Answered> => {
  answers.push(await answer)
  return answer
}

beforeAll(async () => {
  upstream = await startScripted(answer(200, { ok: true }))
  server = await start()
})
afterAll(async () => {
  await server.stop()
  await upstream.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const entry = { accounts: [{ id: 'main', label: 'Main' }] }
const configuration = (name: string) => ({
  name,
  status: 'active',
  providers: Object.fromEntries(providers.map((id) => [id, entry])),
})
const call = (provider: string, body: unknown = { action: 'get', id: '1' }, token = bearer) =>
  say(server.call('acme', provider, body, { token, headers: { 'x-note': 'call' } }))

const seed = async (): Promise<void> => {
  for (const tenant of ['acme', 'beta']) {
    await say(server.admin('PUT', `/admin/tenants/${tenant}`, configuration(tenant)))
  }
  await say(server.admin('POST', '/admin/auth', { tenant_id: 'acme', token: bearer }))
  for (const [provider, access_token] of Object.entries(credentials)) {
    await say(server.admin('PUT', `/admin/tokens/acme/${provider}/main`, { access_token }))
    await say(server.admin('GET', `/admin/tokens/acme/${provider}/main`))
  }
}

/** A seed that is used, and one whose token endpoint says back all that it was sent. */
const useSeeds = async (): Promise<void> => {
  const account = { tenant_id: 'acme', provider: 'fixture', account_id: 'main' }
  const body = { ...account, ...oauthSeed, token_endpoint: `${upstream.origin}/token` }
  const path = '/admin/tokens/acme/fixture/main'
  const expired = { access_token: credentials.fixture, expires_at: 1 }
  await say(server.admin('PUT', path, expired))
  upstream.play(answer(200, refreshed))
  expect((await say(server.admin('POST', '/admin/seed-oauth', body))).body).toMatchObject({ refreshed: true })
  await say(server.admin('PUT', path, expired))
  upstream.play((response, scene) => answer(400, { error: oauthSeed.refresh_token, said: scene })(response, scene))
  expect((await say(server.admin('POST', '/admin/seed-oauth', body))).body).toMatchObject({ refreshed: false })
  await say(server.admin('POST', '/admin/seed-oauth', { ...body, scope: 'all' }))
  await say(server.admin('POST', '/admin/seed-oauth', { ...body, refresh_token: `${oauthSeed.refresh_token}\n` }))
  await say(server.admin('PUT', path, { access_token: credentials.fixture }))
}

/** Secrets where they don't belong: each is refused, and none may be said back or written down. */
const mistakes = async (): Promise<void> => {
  const stored = '/admin/tokens/acme/fixture/main'
  for (const [provider, access_token] of Object.entries(credentials)) {
    await say(server.admin('PUT', stored, { access_token, expires_at: 'soon' }))
    await say(server.admin('PUT', stored, { access_token: `${access_token}\r\n` }))
    await say(server.admin('PUT', stored, { access_token: { value: access_token } }))
    await say(server.admin('PUT', stored, `{"access_token":"${access_token}"`))
    await say(server.admin('GET', `${stored}?access_token=${encodeURIComponent(access_token)}`))
    await call(provider, { action: 'get', id: 7 })
  }
  await say(server.admin('POST', '/admin/auth', { tenant_id: 'beta', token: bearer }))
  await say(server.admin('POST', '/admin/auth', { tenant_id: 'acme', token: `${bearer} ` }))
  await say(server.admin('POST', '/admin/auth', `{"tenant_id":"acme","token":"${bearer}"`))
  await say(server.send('GET', '/admin/tenants', { 'x-admin-key': `${adminKey}x` }))
  await say(server.send('GET', '/admin/tenants', { authorization: `Bearer ${adminKey}` }))
  await call('fixture', {}, `${bearer}x`)
  await say(server.send('POST', `/api/v1/acme/fixture?access_token=${encodeURIComponent(bearer)}`, {}, {}))
  await say(server.send('GET', `/nothing?key=${encodeURIComponent(adminKey)}`, {}))
}

test('nothing that was put in is found in the database, its WAL, the logs, any answer or the audit log', async () => {
  await seed()
  for (const provider of providers) expect((await call(provider)).status).toBe(200)
  upstream.play(echo)
  for (const provider of providers) expect((await call(provider)).status).toBe(403)
  await useSeeds()
  await mistakes()
  await say(server.admin('GET', '/admin/audit?limit=1000'))
  await say(server.admin('GET', '/admin/auth/acme'))
  // Killed, so that the WAL is what a thief would find.
  await server.end('SIGKILL')

  const files = filesIn(dataDir)
  const places = new Map([
    ...files,
    ['stdout', Buffer.from(server.output.stdout)],
    ['stderr', Buffer.from(server.output.stderr)],
    ['answers', Buffer.from(answers.map(({ text, headers }) => text + JSON.stringify([...headers])).join('\n'))],
  ])
  // The search finds what is there: in a WAL, in the log and in the answers.
  expect([...files.keys()].filter((path) => path.endsWith('-wal'))).toHaveLength(2)
  for (const place of [/patchbay\.sqlite-wal: plain/, /audit\.sqlite-wal: plain/, /stdout: plain/, /answers: plain/]) {
    expect(findSecret(places, 'acme')).toContainEqual(expect.stringMatching(place))
  }
  expect(findSecret(places, '[redacted]')).toContain('answers: plain')
  const found = Object.entries(secrets).flatMap(([name, secret]) =>
    findSecret(places, secret).map((where) => `${name} in ${where}`),
  )
  expect(found).toEqual([])
})

test("a sealed credential that was moved to another tenant's row does not open, and no provider is called", async () => {
  const db = new Database(`${dataDir}/patchbay.sqlite`)
  db.run(`INSERT INTO credentials SELECT 'beta', provider, account, sealed, token_type, expires_at, version, updated_at,
          rejected_at, handover_id FROM credentials WHERE tenant = 'acme'`)
  db.close()
  server = await start()
  await server.admin('POST', '/admin/auth', { tenant_id: 'beta', token: 'the-bearer-token-of-beta' })
  upstream.play(answer(200, { ok: true }))
  const before = upstream.requests.length
  for (const provider of providers) {
    const moved = await server.call('beta', provider, { action: 'get', id: '1' }, { token: 'the-bearer-token-of-beta' })
    expect([moved.status, moved.body.code]).toEqual([500, 'INTERNAL_ERROR'])
  }
  expect(upstream.requests).toHaveLength(before)
  expect((await call('fixture')).status).toBe(200)
})

test('without the key that sealed them, or with another one, no credential opens', async () => {
  await server.end('SIGTERM')
  server = await start({ PATCHBAY_KEYS: `first:${randomBytes(32).toString('base64url')}` })
  expect((await call('fixture')).status).toBe(500)
  await server.end('SIGTERM')
  server = await start({ PATCHBAY_KEYS: `second:${randomBytes(32).toString('base64url')},${keys}` })
  expect((await call('fixture')).status).toBe(200)
})
