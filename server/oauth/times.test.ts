/** How long things live, by a clock that the test sets. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { createAuditLog, createKnown, createLimits, hashToken } from '@patchbay/core/run'
import { createVault, makeKey, parseKeys } from '@patchbay/core/vault'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSqliteStore } from '../store/sqlite/index.ts'
import { audiences } from './audiences.ts'
import { oauthRoutes } from './index.ts'

const base = 'http://localhost:3000'
const second = 1000
const day = 24 * 3600 * second
const callback = 'https://client.example/cb'
const verifier = 'v'.repeat(43)

const open = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-oauth-'))
  const store = openSqliteStore(folder)
  const auditLog = createAuditLog({ audit: store.audit, onFailure: () => {} })
  const limits = createLimits(store.counters, { callsPerMinute: 0, registrationsPerHour: 0, failedLoginsPerMinute: 0 })
  const known = createKnown(store, createVault(parseKeys(makeKey())), (resource) => audiences(base).includes(resource))
  const fetcher = createFetcher({ allowed: parseAllowedHosts('') })
  const clock = { now: new Date() }
  const routes = oauthRoutes({ store, known, limits, auditLog, fetcher, baseUrl: () => base, now: () => clock.now })

  const options = { allow_raw: false, tools: 'domains', max_result_bytes: 1000 } as const
  const tenant = { name: 'Acme', status: 'active', providers: {}, options } as const
  await store.tenants.put('acme', tenant, { now: clock.now, prune: false })
  await store.bearerTokens.register('acme', hashToken('the-bearer-token'), clock.now)

  const send = async (
    method: string,
    target: string,
    body?: RequestInit['body'],
    headers: Record<string, string> = {},
  ) => {
    const request = new Request(base + target, { method, body, headers })
    const route = routes.find((each) => each.method === method && each.path === new URL(request.url).pathname)
    const reply = await route?.handle({ request, params: {}, ip: '127.0.0.1', requestId: 'a-request' })
    return { status: reply?.status, text: String(reply?.body), headers: reply?.headers ?? {} }
  }
  const form = (values: Record<string, string>) => send('POST', '/oauth/token', new URLSearchParams(values))

  const register = async (): Promise<string> => {
    const body = JSON.stringify({ redirect_uris: [callback], token_endpoint_auth_method: 'none' })
    return JSON.parse((await send('POST', '/oauth/register', body, { 'content-type': 'application/json' })).text)
      .client_id
  }
  const authorize = async (client_id: string): Promise<string> => {
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: callback,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const page = await send('GET', `/oauth/authorize?${asked}`)
    const [, proof = ''] = /name="proof" value="(\w+)"/.exec(page.text) ?? []
    const cookie = page.headers['set-cookie']?.split(';')[0] ?? ''
    const answer = new URLSearchParams([
      ...asked,
      ['proof', proof],
      ['token', 'the-bearer-token'],
      ['decision', 'allow'],
    ])
    const { headers } = await send('POST', '/oauth/authorize', answer, { cookie })
    return new URL(headers.location ?? '').searchParams.get('code') ?? ''
  }
  const exchange = (client_id: string, code: string) =>
    form({ grant_type: 'authorization_code', client_id, code, code_verifier: verifier })
  const refresh = (client_id: string, refresh_token: string) =>
    form({ grant_type: 'refresh_token', client_id, refresh_token })

  return {
    ...{ store, known, clock, register, authorize, exchange, refresh },
    async connect() {
      const client = await register()
      return { client, ...JSON.parse((await exchange(client, await authorize(client))).text) }
    },
    pass(milliseconds: number): void {
      clock.now = new Date(clock.now.getTime() + milliseconds)
    },
    async close() {
      await auditLog.close()
      known.close()
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

let server: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  server = await open()
})
afterEach(() => server.close())

test.each([
  [59, 200],
  [61, 400],
])('a code that is %i s old is answered %i', async (age, status) => {
  const client = await server.register()
  const code = await server.authorize(client)
  server.pass(age * second)
  expect((await server.exchange(client, code)).status).toBe(status)
})

test.each([
  [89.99, true],
  [90.01, false],
])('an access token that is %f days old works: %s', async (age, works) => {
  server.pass(-age * day)
  const { access_token } = await server.connect()
  expect((await server.known.bearerToken(hashToken(access_token))) !== undefined).toBe(works)
})

test.each([
  [29, 200],
  [31, 400],
])('a refresh token that was used %i s ago is answered %i', async (age, status) => {
  const { client, refresh_token } = await server.connect()
  const { text } = await server.refresh(client, refresh_token)
  server.pass(age * second)
  expect((await server.refresh(client, refresh_token)).status).toBe(status)
  // In time it was a lost answer, and its first successor goes on; later it was stolen, and nothing goes on.
  expect((await server.refresh(client, JSON.parse(text).refresh_token)).status).toBe(status)
})

test.each([
  [179, 200],
  [181, 400],
])('a refresh token that nobody used for %i days is answered %i', async (age, status) => {
  const { client, refresh_token } = await server.connect()
  server.pass(age * day)
  expect((await server.refresh(client, refresh_token)).status).toBe(status)
})

test('a client that nobody let in is dropped after 30 days, when another registers; one that was used stays', async () => {
  const { client } = await server.connect()
  const unused = await server.register()
  const kept = async () => (await server.store.oauthClients.list({ limit: 10 })).map(({ client_id }) => client_id)
  server.pass(29 * day)
  const later = await server.register()
  expect(new Set(await kept())).toEqual(new Set([client, unused, later]))
  server.pass(2 * day)
  const last = await server.register()
  expect(new Set(await kept())).toEqual(new Set([client, later, last]))
})

test('the use of an access token is written down', async () => {
  server.pass(-day)
  const { access_token } = await server.connect()
  const lastUsed = async () => (await server.store.grants.list('acme', { now: new Date(), limit: 1 }))[0]?.last_used_at
  expect(await lastUsed()).toBe(server.clock.now.toISOString())
  const before = Date.now()
  await server.known.bearerToken(hashToken(access_token))
  await vi.waitFor(async () => expect(Date.parse((await lastUsed()) ?? '')).toBeGreaterThanOrEqual(before))
})
