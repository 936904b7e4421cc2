// Test lanes: slow

import {
  type AnyProvider,
  apiKey,
  basic,
  endpoint,
  keys,
  none,
  oauth2,
  oneOf,
  origin,
  signed,
  Type,
} from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import { problemLine } from '../model/problem.ts'
import { checkPlugins } from './index.ts'
import {
  changed,
  described,
  get,
  linesOf,
  list,
  plugin,
  shopToken,
  siteOrigin,
  sound,
  thirty,
  withAction,
  withMail,
  withOAuth,
  withParameter,
  withSetting,
  writing,
} from './testing/shop.ts'

test('a valid provider is accepted', () => {
  expect(linesOf(sound)).toEqual([])
  const amount = { at: ['/amount'], currency: '/currency', unit: 'minor', digits: { ISK: 2 } } as const
  const roles = {
    recipient: ['/to', '/copies/email'],
    amount,
    text: ['/fields', '/fields/note'],
    derives: ['recipient'],
  } as const
  expect(linesOf(withMail({ is: ['pays', 'sends'], roles }))).toEqual([])
})

describe('a provider is refused that', () => {
  test.each<[string, AnyProvider, string]>([
    ['has an id in upper case', changed({ id: 'Shop' }), 'the id "Shop" doesn\'t match'],
    ['is called unknown', changed({ id: 'unknown' }), 'domains that are not registered'],
    ["is called like a path of the gateway's own", changed({ id: 'files' }), 'call the provider files-api'],
    ['is called as a tool of no domain begins', changed({ id: 'call' }), 'begins the names of the tools'],
    [
      'says so much of its actions that clients cut it',
      changed({ actions: { get, ...thirty } }),
      'the tool of all actions is described in 3',
    ],
    ['has a long id', changed({ id: 'a'.repeat(25) }), "doesn't match ^[a-z][a-z0-9-]{0,23}$"],
    ['has no title', changed({ title: ' ' }), 'the title is empty'],
    [
      'has limits of no form',
      changed({ limits: {} }),
      'use one of "RateLimit", "RateLimit-*", "X-RateLimit-*", "Retry-After"',
    ],
    ['has a form in the wrong place', changed({ limits: 'X-RateLimit-*' }), 'limits.headers is not a known form'],
    ['misspells a form', changed({ limits: { headers: 'X-Rate-Limit' } }), 'limits.headers is not a known form'],
    [
      'counts its limit for each tenant',
      changed({ limits: { headers: 'Retry-After', per: 'tenant' } }),
      'limits.per is neither account nor action',
    ],
    [
      'has limits that do not name the header with the number of calls left',
      changed({ limits: { headers: { reset: { header: 'X-Reset', unit: 's' } } } }),
      'undefined is not a header name',
    ],
    [
      'has limits without a reset',
      changed({ limits: { headers: { remaining: 'X-Left' } } }),
      'limits.headers has no reset',
    ],
    [
      'has a reset in hours',
      changed({ limits: { headers: { remaining: 'X-Left', reset: { header: 'X-Reset', unit: 'h' } } } }),
      'the unit of reset is not s, ms or epoch-s',
    ],
    [
      'has a limit in a header with a space',
      changed({
        limits: { headers: { remaining: 'X-Left', limit: 'X Most', reset: { header: 'X-Reset', unit: 's' } } },
      }),
      '"X Most" is not a header name',
    ],
    [
      'misspells a member of its limits',
      changed({
        limits: { headers: { remaining: 'X-Left', resets: 'X-Reset', reset: { header: 'X-Reset', unit: 's' } } },
      }),
      'unknown member `resets` of `limits.headers`; did you mean `reset`?',
    ],
    ['has no actions', changed({ actions: {} }), 'it has no actions'],
    [
      'has an origin with a path',
      changed({ origin: 'https://api.vendor-host.com/v1' }),
      'not of the form https://host',
    ],
    ['has an origin with a slash', changed({ origin: 'https://api.vendor-host.com/' }), 'not of the form https://host'],
    ['has a plain http origin', changed({ origin: 'http://api.example.com' }), 'not of the form https://host'],
    ['has a user in its origin', changed({ origin: 'https://me@api.example.com' }), 'not of the form https://host'],
    [
      'uses a setting that it does not declare',
      changed({ origin: origin`https://${'shop'}.vendor-host.com` }),
      'the origin uses the setting `shop`: declare it',
    ],
    [
      'makes a host of a setting in upper case',
      changed({
        origin: origin`https://${'shop'}.vendor-host.com`,
        settings: { shop: Type.String({ pattern: '^[A-Za-z]+$', maxLength: 63 }) },
      }),
      'admits upper case',
    ],
    [
      'uses a setting in another origin that it does not declare',
      { ...withSetting('^[a-z]+$', 'site'), origin: { ...siteOrigin, instead: shopToken } },
      'the endpoint origin.instead uses the setting `shop`: declare it',
    ],
    [
      'puts two settings together in its origin',
      changed({
        origin: { literals: ['https://', '', '.example.com'], settings: ['a', 'b'], suffix: '.example.com' },
        settings: {
          a: Type.String({ pattern: '^[a-z]+$', maxLength: 63 }),
          b: Type.String({ pattern: '^[a-z]+$', maxLength: 63 }),
        },
      }),
      'between the settings of an origin',
    ],
    ['has a setting without a pattern', changed({ settings: { shop: Type.String() } }), '`shop` has no pattern'],
    ['has a setting that is not a string', changed({ settings: { shop: Type.Number() } }), '`shop` is not a string'],
    ['has an unanchored setting', withSetting('[a-z]+'), 'is not anchored'],
    ['has a half anchored setting', withSetting('^[a-z]+'), 'is not anchored'],
    ['has a setting anchored at one side of |', withSetting('^a|b$'), 'at one side of | only'],
    ['has a setting that admits anything', withSetting('^.+$'), 'could admit characters like / @ : # ? %: at ".+"'],
    ['has a setting with a range that begins at a dot', withSetting('^[.-z]+$'), 'could admit'],
    ['has a setting that admits a slash', withSetting('^[a-z/]+$'), 'could admit'],
    ['has a setting that excludes too little', withSetting('^[^/]+$'), 'could admit'],
    ['has a setting with a range over punctuation', withSetting('^[0-z]+$'), 'could admit'],
    ['has a setting with an escape for any space', withSetting('^\\S+$'), 'could admit'],
    ['has a setting with an encoded slash', withSetting('^\\x2f$'), 'could admit'],
    ['has a setting with a look-ahead', withSetting('^(?=a).$'), 'could admit'],
    [
      'has a setting without a longest value',
      changed({ settings: { shop: Type.String({ pattern: '^[a-z]+$' }) } }),
      'without a maxLength',
    ],
    [
      'has a setting whose pattern can take long',
      withSetting('^([a-z]+)+$'),
      'the setting `shop` has the pattern "^([a-z]+)+$", which can take exponential time',
    ],
    ['has a setting that may be empty', withSetting('^[a-z]*$'), 'admits an empty value'],
    ['has a setting named toString', withSetting('^[a-z]+$', 'toString'), 'every JavaScript object has'],
    [
      'has a plain http token URL',
      changed({
        auth: oauth2({
          authorize: 'https://login.vendor-host.com',
          token: 'http://a.example',
          scopes: {},
          rotates: true,
        }),
      }),
      'auth.token "http://a.example" is not an https URL',
    ],
    [
      'has a token URL with a password',
      changed({
        auth: oauth2({
          authorize: 'https://login.vendor-host.com',
          token: 'https://u:p@a.example',
          scopes: {},
          rotates: true,
        }),
      }),
      'auth.token "https://u:p@a.example" is not an https URL',
    ],
    [
      'has a refresh URL that is not a URL',
      withOAuth({ authorize: 'https://login.vendor-host.com', refresh: 'http://a.example', scopes: {}, rotates: true }),
      'auth.refresh "http://a.example" is not an https URL',
    ],
    [
      'has an authorization URL that is not a URL',
      changed({
        auth: oauth2({ authorize: 'login', token: 'https://login.vendor-host.com', scopes: {}, rotates: true }),
      }),
      'auth.authorize "login" is not an https URL',
    ],
    [
      'revokes at a plain http URL',
      withOAuth({
        authorize: 'https://login.vendor-host.com',
        scopes: {},
        rotates: true,
        revoke: { url: 'http://a.example/{token}' },
      }),
      'auth.revoke.url "http://a.example/{token}" is not an https URL',
    ],
    ...[
      { authorize: 'https://login.example.com/authorize' },
      { token: 'https://your-domain.com/token' },
      { token: endpoint`https://${'site'}.example.com/token` },
      { token: endpoint`https://auth.yourcompany.com/${'site'}/token` },
      { refresh: 'https://login.example.com/refresh' },
      { revoke: { url: 'https://localhost/{token}' } },
      { tells: { site: { read: 'https://api.example.com/me', answer: '/site' } } },
    ].map((member): [string, AnyProvider, string] => [
      `has a placeholder in ${JSON.stringify(member)}`,
      {
        ...withOAuth({ authorize: 'https://login.vendor-host.com', scopes: {}, rotates: true, ...member }),
        settings: { site: Type.String({ pattern: '^[a-z]+$', maxLength: 30 }) },
      },
      'is a placeholder: write that of the vendor, or add it to ALLOWED_PRIVATE_HOSTS',
    ]),
    [
      'has OAuth by a grant that does not exist',
      withOAuth({ grant: 'password', scopes: {} }),
      'auth.grant is "password": write one of authorization_code, client_credentials, jwt_bearer',
    ],
    [
      'has OAuth with a member of another grant',
      withOAuth({ grant: 'client_credentials', scopes: {}, algorithm: 'RS256' }),
      "auth.algorithm can't be used with the grant client_credentials: remove it",
    ],
    [
      'has OAuth without an authorization URL',
      withOAuth({ scopes: {}, rotates: true }),
      'auth.authorize undefined is not an https URL',
    ],
    [
      'has OAuth without scopes',
      withOAuth({ grant: 'client_credentials' }),
      'auth.scopes is not an object: write each scope with what it allows, or {} if there are no scopes',
    ],
    [
      'lists scopes without saying what they allow',
      withOAuth({ grant: 'client_credentials', scopes: ['read'] }),
      'auth.scopes is not an object: write each scope with what it allows, or {} if there are no scopes',
    ],
    [
      'has a scope without a sentence',
      withOAuth({ grant: 'client_credentials', scopes: { read: ' ' } }),
      "auth.scopes doesn't say what read allows: write it for the person who is asked",
    ],
    [
      'has several scopes in one name',
      withOAuth({ grant: 'client_credentials', scopes: { 'read write': 'Read and write' } }),
      'auth.scopes has "read write", which is not a scope\'s name',
    ],
    [
      'has a scope that is asked for always and sometimes',
      withOAuth({
        authorize: 'https://login.vendor-host.com',
        scopes: { a: 'A' },
        optionalScopes: { a: 'A' },
        rotates: true,
      }),
      'a stands in auth.scopes and in auth.optionalScopes: remove one',
    ],
    [
      'has a token endpoint with a setting that is not declared',
      withOAuth({ authorize: 'https://login.vendor-host.com', token: shopToken, scopes: {}, rotates: true }),
      'the endpoint auth.token uses the setting `shop`: declare it under `settings`',
    ],
    [
      'authenticates clients in an unknown way',
      withOAuth({ authorize: 'https://login.vendor-host.com', scopes: {}, rotates: true, clientAuth: 'jwt' }),
      'auth.clientAuth is "jwt": write basic or post, or leave it out',
    ],
    [
      'carries tokens in what is not a header',
      withOAuth({ authorize: 'https://login.vendor-host.com', scopes: {}, rotates: true, header: 'X Token' }),
      'auth.header "X Token" is not a header name: write it like X-Api-Key',
    ],
    [
      'writes token requests in an unknown way',
      withOAuth({ grant: 'client_credentials', scopes: {}, encoding: 'xml' }),
      'auth.encoding is "xml": write json, or leave it out',
    ],
    [
      'finds tokens at no pointer',
      withOAuth({ authorize: 'https://login.vendor-host.com', scopes: {}, rotates: true, tokenAt: 'authed_user' }),
      `auth.tokenAt "authed_user" is not a JSON pointer: write e.g. '/user/name'`,
    ],
    [
      'finds an introspection endpoint that is not a path',
      withOAuth({
        authorize: 'https://login.vendor-host.com',
        scopes: {},
        rotates: true,
        displayName: { introspect: '//other-host.com/introspect', at: '/domain' },
      }),
      `auth.displayName.introspect "//other-host.com/introspect" is not a path: write e.g. '/oauth/introspect'`,
    ],
    [
      'finds an identity in the sign-in at no pointer',
      withOAuth({ authorize: 'https://login.vendor-host.com', scopes: {}, rotates: true, identity: ['/a', 'b'] }),
      `auth.identity "b" is not a JSON pointer: write e.g. '/user/name'`,
    ],
    [
      'is told a setting that is not declared',
      withOAuth({
        authorize: 'https://login.vendor-host.com',
        scopes: {},
        rotates: true,
        tells: { realm: { callback: 'realmId' } },
      }),
      'auth.tells has realm, which is not a setting: declare it under `settings`',
    ],
    [
      'is told a setting by nothing',
      {
        ...withOAuth({ authorize: 'https://login.vendor-host.com', scopes: {}, rotates: true, tells: { realm: {} } }),
        settings: { realm: Type.String({ pattern: '^[0-9]+$', maxLength: 30 }) },
      },
      "auth.tells.realm has no source: write { callback: 'name' } or { answer: '/pointer' }",
    ],
    [
      'is told a setting by a read without TLS',
      {
        ...withOAuth({
          authorize: 'https://login.vendor-host.com',
          scopes: {},
          rotates: true,
          tells: { realm: { read: 'http://a.example/me', answer: '/realm' } },
        }),
        settings: { realm: Type.String({ pattern: '^[0-9]+$', maxLength: 30 }) },
      },
      'auth.tells.realm.read "http://a.example/me" is not an https URL: write it like https://login.example.com/token',
    ],
    ...[
      { list: { at: 'all' } },
      { list: { at: '', label: 'name' } },
      { list: { at: '/all', only: { kind: 'COMPANY' } } },
    ].map((member): [string, AnyProvider, string] => [
      `is told a setting by ${JSON.stringify(member)}`,
      {
        ...withOAuth({
          authorize: 'https://login.vendor-host.com',
          scopes: {},
          rotates: true,
          tells: { realm: { answer: '/realm', ...member } },
        }),
        settings: { realm: Type.String({ pattern: '^[0-9]+$', maxLength: 30 }) },
      },
      `is not a JSON pointer: write e.g. '/user/name'`,
    ]),
    [
      'signs assertions by a shared key',
      withOAuth({ grant: 'jwt_bearer', scopes: {}, algorithm: 'HS256' }),
      'auth.algorithm is "HS256": write one of RS256, RS384, RS512, PS256, ES256, ES384, EdDSA',
    ],
    [
      'claims an issuer',
      withOAuth({ grant: 'jwt_bearer', scopes: {}, algorithm: 'RS256', claims: { iss: 'me' } }),
      "auth.claims.iss is written by core: remove it; an account's seed has the issuer and the subject",
    ],
    [
      'claims scopes by hand',
      withOAuth({ grant: 'jwt_bearer', scopes: {}, algorithm: 'RS256', claims: { scope: 'a' } }),
      'auth.claims.scope is written by core: write it as auth.scopes',
    ],
    ['has a key in no header', changed({ auth: apiKey({ header: 'x key' }) }), 'is not a header name'],
    [
      'has one key where two are meant',
      changed({ auth: keys({ api_key: { header: 'x-a' } }) }),
      'auth has fewer than two keys: use apiKey(...) for one',
    ],
    [
      'has two keys in one place',
      changed({ auth: keys({ a: { header: 'X-A' }, b: { header: 'x-a' } }) }),
      'two keys of auth have the same place',
    ],
    [
      'has a key under an unfit name',
      changed({ auth: keys({ 'DD-API': { header: 'X-A' }, b: { query: 'b' } }) }),
      'the secret "DD-API" doesn\'t match',
    ],
    [
      'has one of several keys in no header',
      changed({ auth: keys({ a: { header: 'x a' }, b: { query: 'b' } }) }),
      'auth.keys.a.header "x a" is not a header name',
    ],
    [
      'signs with no secret',
      changed({ auth: signed({ secrets: [], sign: () => ({}) }) }),
      'auth.secrets is empty: name the secrets that requests are signed with',
    ],
    [
      'signs with a secret of an unfit name',
      changed({ auth: signed({ secrets: ['Key'], sign: () => ({}) }) }),
      'the secret "Key" doesn\'t match',
    ],
    ['signs by no function', changed({ auth: { kind: 'signed', secrets: ['key'] } }), 'auth.sign is not a function'],
    [
      'has one alternative of auth',
      changed({ auth: oneOf({ key: basic() }) }),
      'auth.alternatives has fewer than two kinds: use the one kind without oneOf(...)',
    ],
    [
      'has two OAuths of one grant',
      changed({
        auth: oneOf({
          key: basic(),
          app: oauth2({ grant: 'client_credentials', token: 'https://login.vendor-host.com', scopes: {} }),
          store: oauth2({ grant: 'client_credentials', token: 'https://store.vendor-host.com', scopes: {} }),
        }),
      }),
      'auth.alternatives has two oauth2(...) of the grant client_credentials: a seed would not say which it is for',
    ],
    [
      'ends access by an id that it does not say where to find',
      changed({
        auth: oauth2({
          authorize: 'https://login.vendor-host.com',
          token: 'https://login.vendor-host.com',
          scopes: {},
          rotates: true,
          revoke: { url: 'https://login.vendor-host.com/end', form: { account: '{account}' } },
        }),
      }),
      "auth.revoke has {account}: write auth.revoke.account, the pointer to it in the token endpoint's answer",
    ],
    [
      'has an alternative with a fault of its own',
      changed({ auth: oneOf({ key: apiKey({ header: 'x key' }), user: basic() }) }),
      'auth.header "x key" is not a header name',
    ],
    [
      'has an unknown member in an alternative of auth',
      changed({ auth: oneOf({ key: { ...apiKey({ header: 'x-key' }), prefx: 'a' } as never, user: basic() }) }),
      'unknown member `prefx` of `auth.key`',
    ],
    [
      'has an alternative under an unfit name',
      changed({ auth: oneOf({ 'API key': apiKey({ header: 'x-key' }), user: basic() }) }),
      'the alternative "API key" doesn\'t match',
    ],
    ['has auth of no kind', changed({ auth: { kind: 'saml' } }), 'auth is of an unknown kind'],
    [
      'has a header from a setting that it has not',
      changed({ headers: { 'x-workspace': '{settings.workspace}' } }),
      'the header x-workspace uses the setting `workspace`: declare it under `settings`',
    ],
    ['sets Authorization itself', changed({ headers: { Authorization: 'x' } }), 'is written by core'],
    ['breaks a header', changed({ headers: { 'x-a': 'a\r\nx-b: c' } }), 'has a control character'],
    [
      'probes with an action it has not',
      changed({ probe: { action: 'me', params: {} } }),
      'the probe names "me", which is not an action: use one of the reads (get)',
    ],
    [
      'probes with a name every object has',
      changed({ probe: { action: 'toString', params: {} } }),
      'the probe names "toString", which is not an action',
    ],
    [
      'probes with the wrong parameters',
      changed({ probe: { action: 'get', params: {} } }),
      "don't fit get: /id is required",
    ],
    [
      'sends people to a page for keys that is not a URL',
      changed({ credentialsPage: 'dashboard.example.com' }),
      'credentialsPage "dashboard.example.com" is not an https URL',
    ],
    [
      'labels a field that the form doesn’t have',
      changed({ credentialFields: { username: { label: 'Account SID' } } }),
      'credentialFields has "username", but `auth` wants',
    ],
    ['withholds nothing', changed({ withhold: [] }), "`withhold` is not a list of members' names"],
    [
      'finds an identity by a write',
      changed({
        probe: { action: 'get', params: { id: '1' }, identity: { action: 'put', params: {}, at: '/name' } as never },
      }),
      'the probe\'s identity names "put", which is not an action: use one of the reads',
    ],
    [
      'finds an identity at no pointer',
      changed({ probe: { action: 'get', params: { id: '1' }, identity: ['/team', 'user' as '/user'] } }),
      "the probe's identity \"user\" is not a JSON pointer: write e.g. '/user/name'",
    ],
    [
      'probes with a write',
      changed({
        probe: { action: 'put', params: {} },
        actions: { get, put: { ...list, effect: writing() } },
      }),
      'the probe put is a write: use one of the reads (get)',
    ],
    [
      'gives one parameter two types',
      withAction('find', { params: { id: described(Type.Integer()) } }),
      'the parameter `id` is string in get and integer in find: rename one',
    ],
    [
      'gives the items of one parameter two types',
      changed({
        actions: {
          get,
          a: { ...list, params: { ids: described(Type.Array(Type.String())) } },
          b: { ...list, params: { ids: described(Type.Array(Type.Integer())) } },
        },
      }),
      'is string in a and integer in b at /*',
    ],
    [
      'gives a member of one parameter two types',
      changed({
        actions: {
          get,
          a: { ...list, params: { range: described(Type.Object({ from: Type.String() })) } },
          b: { ...list, params: { range: described(Type.Object({ from: Type.Integer() })) } },
        },
      }),
      'is string in a and integer in b at /from',
    ],
  ])('%s', (_, provider, want) => {
    const lines = linesOf(provider)
    expect(lines).toEqual([expect.stringContaining(want)])
    expect(lines[0]).toMatch(/^providers\/[^:]+\/index\.ts: [^:]+: /)
  })
})

describe('what providers may have', () => {
  test.each<[string, AnyProvider]>([
    ['basic auth', changed({ auth: basic() })],
    ['two keys', changed({ auth: keys({ a: { header: 'x-a' }, b: { cookie: 'a' } }) })],
    ['signed requests', changed({ auth: signed({ secrets: ['key'], sign: () => ({}) }) })],
    ['alternatives of auth', changed({ auth: oneOf({ open: none(), key: apiKey({ query: 'key' }) }) })],
    ['a public API', changed({ auth: none() })],
    [
      'a setting in the origin',
      changed({
        origin: origin`https://${'shop'}.vendor-host.com`,
        settings: { shop: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$', maxLength: 63 }) },
      }),
    ],
    [
      'a sign-in at a host that customers have themselves',
      {
        ...withOAuth({ grant: 'client_credentials', token: endpoint`https://${'site'}/token`, scopes: {} }),
        settings: { site: Type.String({ pattern: '^[a-z0-9.-]+$', maxLength: 253 }) },
      },
    ],
    ['a host in a setting', withSetting('^[a-z0-9.-]+$')],
    ['alternatives in a setting', withSetting('^(?:eu|us)-\\d+(\\.[a-z]{2,5})?$')],
    ['a bounded repetition', withParameter('x', Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$', maxLength: 100 }))],
    ['unions, records and any', withParameter('x', Type.Union([Type.Record(Type.String(), Type.Any()), Type.Null()]))],
    ['a known format', withParameter('x', Type.String({ format: 'date-time' }))],
    ['one parameter with two bounds', withAction('find', { params: { id: described(Type.String({ maxLength: 3 })) } })],
    ['an action constructor', withAction('constructor', {})],
  ])('%s', (_, provider) => {
    expect(linesOf(provider)).toEqual([])
  })
})

test('every problem of every provider is reported at once', () => {
  const lines = checkPlugins([
    plugin(changed({ title: '', origin: 'x', actions: { get, Get: get, raw: { ...get, description: '' } } })),
    plugin(changed({ id: 'other', title: '' })),
  ]).map(problemLine)
  expect(lines).toHaveLength(6)
})

test('two providers with the same id are refused, and both are named', () => {
  const lines = checkPlugins([
    plugin(sound),
    plugin(sound, { package: 'acme-shop', file: 'node_modules/acme-shop', folder: undefined }),
  ])
  expect(lines.map(problemLine)).toEqual([
    'providers/shop/index.ts and node_modules/acme-shop: provider-shop and acme-shop have one id, "shop": rename or remove one',
  ])
})

test('a folder with another name than the id is refused', () => {
  expect(linesOf(sound, { folder: 'store' })).toEqual([expect.stringContaining('the folder is "store"')])
})
