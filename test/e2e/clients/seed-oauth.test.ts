// Test lanes: both-stores, long-on-mongodb

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startAuthorizationServer } from '../../providers/authorization-server.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'
import { searchFor } from '../stage.ts'

const auth = startAuthorizationServer()
let server: ServerProcess
beforeAll(async () => {
  const env = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: auth.origin }), LOG_LEVEL: 'trace' }
  server = await startServerProcess({ env })
})
afterAll(async () => {
  await server.stop()
  await auth.stop()
})

let tenants = 0
let tenant = ''
/** A tenant with an account and no token. */
beforeEach(async () => {
  tenant = `tenant-${++tenants}`
  const providers = { hubspot: { accounts: [{ id: 'main', label: 'Main' }], default: 'main' } }
  await server.seed(tenant, {})
  await server.admin('PUT', `/admin/tenants/${tenant}`, { name: tenant, status: 'active', providers })
})

const seedOf = (changes: Readonly<Record<string, unknown>> = {}) => ({
  tenant_id: tenant,
  provider: 'hubspot',
  account_id: 'main',
  ...auth.seedFor(auth.authorize().refresh_token),
  ...changes,
})
const post = (body: unknown) => server.admin('POST', '/admin/seed-oauth', body)
const state = async () => (await server.admin('GET', `/admin/tokens/${tenant}/hubspot/main`)).body
const call = () => server.call(tenant, 'hubspot', searchFor('ada@example.com'))

describe('POST /admin/seed-oauth', () => {
  test('stores what refreshes an account, uses it at once, and calls work [4.3-seed-oauth]', async () => {
    const seed = seedOf()
    const { status, body } = await post(seed)
    expect(status).toBe(201)
    expect(body).toEqual({
      tenant_id: tenant,
      provider: 'hubspot',
      account_id: 'main',
      token_type: 'Bearer',
      expires_at: expect.any(Number),
      state: 'valid',
      updated_at: expect.stringMatching(/Z$/),
      seed: {
        client_id: seed.client_id,
        token_endpoint: seed.token_endpoint,
        error: null,
        retry_at: null,
        updated_at: expect.stringMatching(/Z$/),
      },
      refreshed: true,
      error: null,
    })
    expect((await call()).status).toBe(200)
    const { entries } = (await server.admin('GET', `/admin/audit?action=seed_oauth&tenant=${tenant}`)).body
    expect(entries).toMatchObject([{ source: 'admin', key: `seeds/${tenant}/hubspot/main`, outcome: 'ok' }])
  })

  /** Effects of a wrong value of each field. */
  test.each([
    { id: 'tenant-id', field: 'tenant_id', wrong: 'nobody', outcome: { code: 'TENANT_NOT_FOUND' } },
    { id: 'provider', field: 'provider', wrong: 'slack', outcome: { code: 'CONFIG_MISSING' } },
    { id: 'account-id', field: 'account_id', wrong: 'other', outcome: { code: 'CONFIG_MISSING' } },
    { id: 'client-id', field: 'client_id', wrong: 'another', outcome: { refreshed: false, state: 'expired' } },
    { id: 'client-secret', field: 'client_secret', wrong: 'x', outcome: { refreshed: false, state: 'expired' } },
    { id: 'token-endpoint', field: 'token_endpoint', wrong: 'https://10.0.0.1', outcome: { code: 'VALIDATION_ERROR' } },
    { id: 'refresh-token', field: 'refresh_token', wrong: 'x', outcome: { refreshed: false, state: 'needs_reauth' } },
  ])('takes $field: it is required, and a wrong one leads to $outcome [2.4-$id]', async ({ field, wrong, outcome }) => {
    const without = await post(seedOf({ [field]: undefined }))
    expect(without).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    expect(without.body.details).toMatchObject([{ path: `/${field}` }])
    expect((await post(seedOf({ [field]: wrong }))).body).toMatchObject(outcome)
    expect(await post(seedOf())).toMatchObject({ body: { refreshed: true, state: 'valid' } })
  })

  test.each([
    ['http://169.254.169.254/token', 'not at a public address', true],
    ['http://[::1]/token', 'not at a public address', true],
    ['http://93.184.216.34/token', 'https', true],
    ['ftp://auth.example.com/token', 'http', false],
    ['https://user:password@auth.example.com/token', 'credentials', false],
    ['https://no-such-host.invalid/token', 'no address', false],
    ['nowhere', 'malformed', false],
    [`${auth.origin}/token#fragment`, 'fragment', false],
  ])(
    'refuses the token endpoint %s, and says what an allowed host would change',
    async (token_endpoint, words, isPrivate) => {
      const answer = await post(seedOf({ token_endpoint }))
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
      expect(answer.body.details).toMatchObject([{ path: '/token_endpoint', message: expect.stringContaining(words) }])
      expect(answer.text).not.toContain('password')
      expect(answer.text.includes('ALLOWED_PRIVATE_HOSTS')).toBe(isPrivate)
      expect((await state()).code).toBe('TOKEN_MISSING')
    },
  )

  test.each([
    ['client_secret', ''],
    ['client_secret', 'x'.repeat(4097)],
    ['refresh_token', 'line\nbreak'],
    ['refresh_token', 7],
    ['client_id', 'ü'],
    ['scope', 'all'],
  ])('refuses %s %j without saying secrets back', async (field, value) => {
    const seed = seedOf({ [field]: value })
    const answer = await post(seed)
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain(auth.clientSecret)
    expect(answer.text).not.toContain('refresh-')
  })

  test('leaves a token alone that is valid, and refreshes it once it has expired', async () => {
    const { access_token, refresh_token } = auth.authorize()
    const path = `/admin/tokens/${tenant}/hubspot/main`
    const expires_at = Math.floor(Date.now() / 1000) + 3600
    await server.admin('PUT', path, { access_token, expires_at })
    expect((await state()).state).toBe('expiring_soon')
    const asked = auth.requests.length
    expect(await post(seedOf({ refresh_token }))).toMatchObject({
      status: 201,
      body: { refreshed: false, error: null },
    })
    expect(auth.requests).toHaveLength(asked)
    // On its own it doesn't expire any more.
    expect(await state()).toMatchObject({ state: 'valid', expires_at })
    await server.admin('PUT', path, { access_token, expires_at: expires_at - 7200 })
    expect((await call()).status).toBe(200)
    expect(await state()).toMatchObject({ state: 'valid' })
  })

  test('replaces the seed before it', async () => {
    expect((await post(seedOf({ refresh_token: 'dead' }))).body).toMatchObject({ state: 'needs_reauth' })
    expect((await call()).body.code).toBe('TOKEN_EXPIRED')
    expect(await post(seedOf())).toMatchObject({ status: 200, body: { refreshed: true, state: 'valid' } })
    expect((await call()).status).toBe(200)
  })

  test('is undone by DELETE of the token', async () => {
    await post(seedOf())
    expect((await server.admin('DELETE', `/admin/tokens/${tenant}/hubspot/main`)).status).toBe(204)
    expect((await state()).code).toBe('TOKEN_MISSING')
    expect((await call()).body.code).toBe('TOKEN_MISSING')
  })

  test('never lets a secret into the log', async () => {
    const { access_token, refresh_token } = auth.authorize()
    await post(seedOf({ refresh_token }))
    await post(seedOf({ refresh_token: 'a-dead-refresh-token' }))
    await call()
    await server.end('SIGTERM')
    const said = server.output.stdout + server.output.stderr
    expect(said).toContain('a token was not refreshed')
    for (const secret of [
      access_token,
      refresh_token,
      'a-dead-refresh-token',
      auth.clientSecret,
      'access-',
      'refresh-',
    ]) {
      expect(said.includes(secret), secret).toBe(false)
    }
  })
})
