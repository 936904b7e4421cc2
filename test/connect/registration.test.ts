import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { type AuthorizationCode, oauth2 } from '@patchbay/core/provider'
import { createVault, parseKeys } from '@patchbay/core/vault'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { vendorApplicationRoutes } from '../../server/admin/resources/vendor-applications/routes.ts'
import { registerClient } from '../../server/connect/register-client.ts'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { temporaryFolder } from '../gateway.ts'

const asked: object[] = []
let answer: () => Response = () => Response.json({})
const vendor = Bun.serve({
  port: 0,
  async fetch(request) {
    asked.push((await request.json()) as object)
    return answer()
  },
})
const store = openSqliteStore(temporaryFolder())
afterAll(async () => {
  await vendor.stop(true)
  await store.close()
})
beforeEach(() => {
  asked.length = 0
})

const parts = {
  store,
  vault: createVault(parseKeys(`test:${Buffer.alloc(32, 1).toString('base64url')}`)),
  fetcher: createFetcher({ allowed: parseAllowedHosts('127.0.0.1') }),
  baseUrl: () => 'https://gateway.example',
  brand: { name: 'Acme' },
} as unknown as Parameters<typeof registerClient>[0]

const declared = oauth2({
  authorize: 'https://login.vendor.example/authorize',
  token: 'https://login.vendor.example/token',
  scopes: {},
  rotates: true,
  pkce: true,
  registers: `http://127.0.0.1:${vendor.port}/register`,
}) as AuthorizationCode

test('people who connect at the same moment have the gateway registered once', async () => {
  answer = () => Response.json({ client_id: 'client-1', client_secret: 'shh' }, { status: 201 })
  const [first, second] = await Promise.all([
    registerClient(parts, 'shop', declared),
    registerClient(parts, 'shop', declared),
  ])
  expect(asked).toEqual([
    {
      client_name: 'Acme',
      redirect_uris: ['https://gateway.example/connect/callback/shop'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  ])
  expect(first).toMatchObject({ provider: 'shop', tenant: '', client_id: 'client-1' })
  expect(second?.client_id).toBe('client-1')
  expect(first?.sealed_client_secret).not.toContain('shh')
})

const tenYears = 315_360_000
const inTenYears = Math.round(Date.now() / 1000) + tenYears

test.each([
  ['in seconds', inTenYears, true],
  ['in milliseconds', inTenYears * 1000, true],
  ['as a text', `${inTenYears}`, true],
  ['0, for never', 0, false],
  ['left out', undefined, false],
  ['no number', 'never', false],
])('the end of a secret is kept, so that it is told ahead: %s', async (what, client_secret_expires_at, isKept) => {
  const provider = `ends-${what.replaceAll(/\W+/g, '-')}`
  answer = () => Response.json({ client_id: 'c', client_secret: 'shh', client_secret_expires_at }, { status: 201 })
  const { secret_expires_at: end = null } = (await registerClient(parts, provider, declared)) ?? {}
  expect(end?.slice(0, 10) ?? null).toBe(isKept ? new Date(inTenYears * 1000).toISOString().slice(0, 10) : null)
})

test.each<[what: string, () => Response]>([
  ['it refuses', () => Response.json({ error: 'access_denied' }, { status: 400 })],
  ['it gives no id', () => Response.json({ ok: true }, { status: 201 })],
  ['it is a page', () => new Response('<html>', { status: 200 })],
  ['it redirects', () => Response.redirect('https://other.example/', 307)],
])('nothing is stored when the vendor registers nobody: %s', async (_, given) => {
  answer = given
  expect(await registerClient(parts, 'other', declared)).toBeUndefined()
  expect(await store.apps.get({ provider: 'other', tenant: '' })).toBeUndefined()
})

const ofOperator = (client_id: string, sealed_client_secret: string | null) => ({
  client_id,
  sealed_client_secret,
  secret_expires_at: null,
  scopes: null,
  authorize_url: null,
  token_url: null,
  revoke_url: null,
  issuers: null,
  former: [],
})

test('an application that an operator stores while the gateway registers itself stays', async () => {
  answer = () => Response.json({ client_id: 'registered', client_secret: 'shh' }, { status: 201 })
  const ref = { provider: 'own', tenant: '' }
  const seal: typeof parts.vault.seal = async (...given) => {
    await store.apps.put({ ...ref, ...ofOperator('of-the-operator', null) }, new Date())
    return parts.vault.seal(...given)
  }
  const found = await registerClient({ ...parts, vault: { ...parts.vault, seal } }, 'own', declared)
  expect(found?.client_id).toBe('of-the-operator')
})

test('a secret that is renewed while the application is stored without one stays', async () => {
  const ref = { provider: 'fixture', tenant: '' }
  await store.apps.put({ ...ref, ...ofOperator('an-app', 'the old secret') }, new Date())
  let isRenewed = false
  const apps = {
    ...store.apps,
    async get(asked: typeof ref) {
      const known = await store.apps.get(asked)
      if (!isRenewed) await store.apps.put({ ...ref, ...ofOperator('an-app', 'the new secret') }, new Date())
      isRenewed = true
      return known
    },
  }
  const domains = new Map([['fixture', domainOf(variant('fixture', { auth: declared }))]])
  const putApp = vendorApplicationRoutes.routes.find(({ action }) => action === 'put_app')
  const given = {
    params: { provider: 'fixture' },
    body: { client_id: 'an-app', scopes: ['things'] },
    preconditions: {},
  }
  const handlerParts = { ...parts, store: { ...store, apps }, domains, now: () => new Date() }
  await putApp?.handle(given as never, handlerParts as never)
  expect(await store.apps.get(ref)).toMatchObject({ sealed_client_secret: 'the new secret', scopes: ['things'] })
})
