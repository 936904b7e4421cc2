import { type Auth, apiKey, basic, endpoint, keys, none, oauth2, oneOf, origin, Type } from '@patchbay/core/provider'
import { expect, test } from 'vitest'
import { variant } from '../../test/call-path/fixture-provider.ts'
import { buildImportBodies, pickSettings } from './bodies.ts'
import type { Brought } from './incoming.ts'

const signIn = oauth2({
  authorize: 'https://vendor.example.com/authorize',
  token: 'https://vendor.example.com/token',
  scopes: {},
  rotates: true,
})
const own = oauth2({ grant: 'client_credentials', token: 'https://vendor.example.com/token', scopes: {} })
const header = apiKey({ header: 'X-Api-Key' })
const client = { id: 'c', secret: 's' }
const account = { tenant_id: 'acme', provider: 'vendor', account_id: 'main' }
const seed = { ...account, token_endpoint: 'https://vendor.example.com/token', client_id: 'c', client_secret: 's' }

const bodies = (auth: Auth, brought: Brought, tokenUrl?: string) =>
  buildImportBodies(
    {
      provider: variant('vendor', { title: 'Vendor', auth }),
      incoming: { source: 'x', tenant: 'acme', tenantName: 'Acme', provider: 'vendor', account: 'main', label: 'Main' },
      settings: { shop: 'books' },
      tokenUrl,
    },
    { brought },
  )

const key: Brought = { kind: 'key', key: 'k' }
const pair: Brought = { kind: 'basic', username: 'u', password: 'p' }
const tokens: Brought = { kind: 'oauth2', accessToken: 'a', expiresAt: 1, refreshToken: 'r', client }

test.each<[string, Auth, Brought, object]>([
  ['a key for a header', header, key, { token: { access_token: 'k' } }],
  ['a key where OAuth is', signIn, key, { token: { access_token: 'k' } }],
  ['a key beside OAuth', oneOf({ oauth: signIn, key: header }), key, { token: { access_token: 'k', auth: 'key' } }],
  ['the only secret with a name', keys({ app: { header: 'X-App' } }), key, { token: { secrets: { app: 'k' } } }],
  ['a key as a password', basic({ username: 'api' }), key, { token: { access_token: 'k' } }],
  ['a pair', basic(), pair, { token: { access_token: 'u:p' } }],
  [
    'a pair beside a key',
    oneOf({ key: header, login: basic() }),
    pair,
    { token: { access_token: 'u:p', auth: 'login' } },
  ],
  ['a pair whose user is known', basic({ username: 'api' }), pair, { token: { access_token: 'p' } }],
  ['a key as a user name', header, { ...pair, password: '' }, { token: { access_token: 'u' } }],
  ['tokens', signIn, tokens, { token: { access_token: 'a', expires_at: 1 }, seed: { ...seed, refresh_token: 'r' } }],
  ['an access token', signIn, { kind: 'oauth2', accessToken: 'a' }, { token: { access_token: 'a' } }],
  ['an access token where a key is', header, { kind: 'oauth2', accessToken: 'a' }, { token: { access_token: 'a' } }],
  ['a refresh token', signIn, { kind: 'oauth2', refreshToken: 'r', client }, { seed: { ...seed, refresh_token: 'r' } }],
  ['an application', own, { kind: 'client', ...client }, { seed }],
])('%s is stored as the provider takes it', (_, auth, brought, wanted) => {
  expect(bodies(auth, brought)).toEqual(wanted)
})

test('the token endpoint is the row’s, else the application’s, else the plugin’s', () => {
  const endpointOf = (brought: Brought, tokenUrl?: string) => bodies(signIn, brought, tokenUrl).seed?.token_endpoint
  expect(endpointOf({ ...tokens, tokenEndpoint: 'https://row.example/' }, 'https://app.example/')).toBe(
    'https://row.example/',
  )
  expect(endpointOf(tokens, 'https://app.example/')).toBe('https://app.example/')
})

test('a token endpoint of the plugin is built from the settings', () => {
  const token = endpoint`https://${'shop'}.example.com/token`
  const auth = oauth2({ authorize: 'https://a.example/authorize', token, scopes: {}, rotates: false })
  expect(bodies(auth, tokens).seed?.token_endpoint).toBe('https://books.example.com/token')
  const other = endpoint`https://${'region'}.example.com/token`
  const without = oauth2({ authorize: 'https://a.example/authorize', token: other, scopes: {}, rotates: false })
  expect(() => bodies(without, tokens)).toThrow('the settings do not result in a valid token endpoint of Vendor')
})

const text = Type.String({ pattern: '^[a-z0-9]+$', maxLength: 20 })
const telling = variant('vendor', {
  origin: origin`https://${'instance'}.example.com`,
  settings: { instance: text, company: text, note: Type.Optional(text) },
  auth: oauth2({
    authorize: 'https://a.example/authorize',
    token: 'https://a.example/token',
    scopes: {},
    rotates: false,
    tells: { instance: { answer: '/instance_url' }, company: { callback: 'realmId' } },
  }),
})

test.each([
  [
    'their own names',
    { instance: 'eu1', company: '7', note: 'n', other: 'x' },
    { instance: 'eu1', company: '7', note: 'n' },
  ],
  [
    'the names of the sign-in',
    { instance_url: 'https://eu1.example.com', realmId: '7' },
    { instance: 'eu1', company: '7' },
  ],
])('settings are found by %s', (_, known, wanted) => {
  expect(pickSettings(telling, known)).toEqual(wanted)
})

test('a setting that the source has not, or only as another address, is told', () => {
  expect(() => pickSettings(telling, { instance: 'eu1' })).toThrow('needs the setting company')
  expect(() => pickSettings(telling, { realmId: '7', instance_url: 'https://evil.example' })).toThrow(
    'setting instance',
  )
})

test.each<[string, Auth, Brought, string]>([
  ['a key', none(), key, 'takes another kind of credential than a key'],
  ['a key', basic(), key, 'than one key'],
  ['a key', keys({ app: { header: 'X-App' }, key: { header: 'X-Key' } }), key, 'than one key'],
  ['a pair', signIn, pair, 'than a user name and a password'],
  ['a refresh token', header, tokens, 'than a refresh token'],
  ['an application', signIn, { kind: 'client', ...client }, "than an application's own credentials"],
  ['tokens without their client', signIn, { ...tokens, client: undefined }, 'the id and secret of the application'],
])('%s is told where the provider takes something else', (_, auth, brought, words) => {
  expect(() => bodies(auth, brought)).toThrow(words)
})
