// Test lanes: slow

import {
  type AnyAction,
  type AnyProvider,
  apiKey,
  basic,
  cursor,
  endpoint,
  keys,
  none,
  oauth2,
  oneOf,
  origin,
  provider,
  type Roles,
  read,
  signed,
  Type,
  write,
} from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import type { Plugin } from '../model/plugin.ts'
import { problemLine } from '../model/problem.ts'
import { checkPlugins } from './index.ts'

const get = read('GET /things/{id}', { description: 'Get', params: { id: Type.String({ description: 'Id' }) } })
const list = read('GET /things', { description: 'List', params: {} })
/** The effect of a write. */
const writing = (options: object = {}) => write('POST /', { description: 'Put', params: {}, ...options }).effect

const sound: AnyProvider = provider({
  id: 'shop',
  title: 'Shop',
  origin: 'https://api.vendor-host.com',
  auth: apiKey({ header: 'x-key' }),
  probe: { action: 'get', params: { id: '1' } },
  actions: { get },
})

const plugin = (provider: AnyProvider, more: Partial<Plugin> = {}): Plugin => ({
  provider,
  package: `provider-${provider.id}`,
  version: '1.0.0',
  file: `providers/${provider.id}/index.ts`,
  specifier: `../../providers/${provider.id}/index.ts`,
  folder: provider.id,
  exported: [{ file: 'providers/shop/actions/get.ts', name: 'get', value: get }],
  ...more,
})

const linesOf = (provider: AnyProvider, more?: Partial<Plugin>): string[] =>
  checkPlugins([plugin(provider, more)]).map(problemLine)

/** The valid provider with one change. Wrong values are cast, as only plugins in JavaScript can have them. */
const changed = (change: Record<string, unknown>): AnyProvider => ({ ...sound, ...change }) as AnyProvider
/** Thirty actions that say more of themselves than clients keep. */
const thirty = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `action_${i}`,
    read(`GET /many/${i}`, { description: `${'x'.repeat(90)} ${i}`, params: {} }),
  ]),
)
const withAction = (name: string, change: Record<string, unknown>): AnyProvider =>
  changed({ actions: { get, [name]: { ...list, ...change } } })
/** A write with parameters of all kinds, and these classes or roles. */
const withMail = (
  members: Partial<Pick<Parameters<typeof write>[1], 'is'>> & { readonly roles?: Roles },
): AnyProvider =>
  changed({
    actions: {
      get,
      mail: write('POST /mails', {
        description: 'Mail',
        params: {
          to: Type.Array(Type.String(), { description: 'Recipients' }),
          copies: Type.Array(Type.Object({ email: Type.String() }, { additionalProperties: false }), {
            description: 'Copies',
          }),
          amount: Type.Number({ description: 'Amount' }),
          currency: Type.String({ description: 'Currency' }),
          urgent: Type.Boolean({ description: 'Urgent' }),
          fields: Type.Record(Type.String(), Type.String(), { description: 'Fields' }),
        },
        ...(members as object),
      }),
    },
  })
const described = (schema: unknown): unknown =>
  typeof schema === 'object' ? Object.assign(Object(schema), { description: 'What it is' }) : schema
const withParameter = (name: string, schema: unknown): AnyProvider =>
  withAction('find', { params: { [name]: described(schema) } })
const withSetting = (pattern: string, name = 'shop'): AnyProvider =>
  changed({ settings: { [name]: Type.String({ pattern, maxLength: 63 }) } })
const siteOrigin = origin`https://${'site'}.vendor-host.com`
const shopToken = endpoint`https://${'shop'}.vendor-host.com/token`
const withOAuth = (members: object): AnyProvider =>
  changed({ auth: { kind: 'oauth2', token: 'https://login.vendor-host.com/token', ...members } })
const withProperties = (properties: Record<string, Type.TSchema>): AnyProvider =>
  withParameter('where', Type.Object(properties))

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

describe('an action is refused that', () => {
  const recursive: Record<string, unknown> = { type: 'array' }
  recursive.items = recursive

  test.each<[string, AnyProvider, string]>([
    ['has a name in camel case', withAction('getAll', {}), "doesn't match ^[a-z][a-z0-9_]{0,35}$"],
    ['has a long name', withAction('a'.repeat(37), {}), "doesn't match"],
    ['is named raw', withAction('raw', {}), 'the name `raw` is reserved by core'],
    ['is named as an access pattern names all reads', withAction('read', {}), 'the name `read` is reserved by core'],
    [
      'is named as a class of actions',
      withAction('sends', {}),
      'the name `sends` is a class of actions in access patterns',
    ],
    ['is named unclassed', withAction('unclassed', {}), 'rename the action to a verb and a noun'],
    [
      'has an unknown class',
      withMail({ is: ['send'] as never }),
      '`is` has "send", which is not a class; did you mean `sends`?',
    ],
    [
      'says that it is unclassed',
      withMail({ is: ['unclassed'] as never }),
      'leave `is` out, and the write is unclassed',
    ],
    ['names a class twice', withMail({ is: ['sends', 'sends'] }), '`is` names a class twice'],
    [
      'has a class that is no list',
      withMail({ is: 'sends' as never }),
      "`is` is not a list of classes: write it like ['sends']",
    ],
    [
      'is a read with a class',
      withAction('find', { definition: { description: 'List', params: {}, is: ['sends'] } }),
      'a read has `is`, which only writes have',
    ],
    [
      'is a read with roles',
      withAction('find', { roles: { text: ['/q'] } }),
      'a read has `roles`, which only writes have',
    ],
    [
      'has an unknown role',
      withMail({ roles: { recipients: ['/to'] } as never }),
      'unknown role `recipients`; did you mean `recipient`?',
    ],
    [
      'has a role of no parameter',
      withMail({ roles: { recipient: ['/too'] as never } }),
      '/too names `too`, which is not a parameter of the action; did you mean `to`?',
    ],
    ['has a role without places', withMail({ roles: { recipient: [] } }), '`roles.recipient` is not a list of places'],
    ['has a role that is no place', withMail({ roles: { text: ['subject'] as never } }), '"subject" is not a place'],
    [
      'has a role at no member',
      withMail({ roles: { recipient: ['/copies/mail'] } }),
      'the parameter `copies` has no member `mail` there',
    ],
    [
      'has recipients that are objects',
      withMail({ roles: { recipient: ['/copies'] } }),
      '/copies is not a string or integer or number',
    ],
    [
      'has an amount that is a flag',
      withMail({ roles: { amount: { at: ['/urgent'], unit: 'major' } } }),
      '/urgent is not a number or integer or string',
    ],
    [
      'has an amount without a unit',
      withMail({ roles: { amount: { at: ['/amount'] } as never } }),
      "`unit` is neither 'major' (49.90) nor 'minor' (4990)",
    ],
    [
      'has a currency that is neither a place nor a code',
      withMail({ roles: { amount: { at: ['/amount'], unit: 'major', currency: 'EURO' } } }),
      '"EURO" is neither a place',
    ],
    ['derives its text', withMail({ roles: { derives: ['text'] as never } }), '`roles.derives` is not a list of roles'],
    ['has a synonym that is not a text', withAction('find', { synonyms: ['ticket', 5] }), '`synonyms` is not a list'],
    ['has too many synonyms', withAction('find', { synonyms: Array(13).fill('ticket') }), '`synonyms` is not a list'],
    [
      'describes a parameter at a length that clients cut',
      withAction('find', { params: { q: Type.String({ description: 'x'.repeat(2100) }) } }),
      'the parameter `q` of the action is described in 2100 characters, and clients cut at 2048',
    ],
    [
      'has a schema that is too large for a tool',
      withAction('find', {
        params: {
          q: Type.Enum(
            Array.from({ length: 4000 }, (_, i) => `value-${i}`),
            { description: 'Q' },
          ),
        },
      }),
      'the schema of the action has 51 KiB, and at most 48 KiB are allowed: shorten its largest parameters, q (50934), ',
    ],
    ['says nothing of itself', withAction('find', { description: '\n' }), '`description` is empty'],
    ['has no effect', withAction('find', { effect: undefined }), 'define it with read(...) or write(...)'],
    [
      'sends its key as Host',
      withAction('find', { effect: writing({ idempotencyKey: 'Host' }) }),
      'is written by core',
    ],
    ['makes no request', withAction('find', { request: undefined }), 'define it with read(...) or write(...)'],
    [
      'pages a write',
      withAction('find', { effect: writing(), pages: cursor({ items: '/a', next: '/b', into: 'c' }) }),
      'only reads are paged',
    ],
    [
      'pages by a limit that is not an integer',
      withAction('find', { pages: cursor({ items: '/a', next: '/b', into: 'c', size: { into: 'd', max: 9 } }) }),
      '`limit`, which is not an integer',
    ],
    ['takes a parameter of the gateway', withParameter('account_id', Type.String()), 'belongs to the gateway'],
    ['takes a parameter action', withParameter('action', Type.String()), 'belongs to the gateway'],
    ['takes a parameter constructor', withParameter('constructor', Type.String()), 'every JavaScript object has'],
    [
      'takes a member hasOwnProperty',
      withProperties({ hasOwnProperty: Type.Null() }),
      'member `hasOwnProperty` has the name',
    ],
    ['takes a member __proto__', withProperties({ ['__proto__']: Type.Null() }), 'member `__proto__` has the name'],
    ['takes a parameter with a space', withParameter('a b', Type.String()), "doesn't match ^[a-zA-Z0-9_-]{1,64}$"],
    ['takes a long name', withParameter('a'.repeat(65), Type.String()), "doesn't match"],
    ['takes what is not a schema', withParameter('x', 'string'), '`x` is not a schema'],
    ['takes a bigint', withParameter('x', Type.BigInt()), 'the type "bigint", which JSON doesn\'t have'],
    ['takes undefined', withParameter('x', Type.Undefined()), 'the type "undefined"'],
    ['takes a function', withParameter('x', { type: 'function' }), 'the type "function"'],
    ['takes a symbol', withParameter('x', Type.Symbol()), 'the type "symbol"'],
    ['takes a date', withParameter('x', { type: 'Date' }), 'the type "Date"'],
    ['takes never', withParameter('x', Type.Never()), 'uses not: it is not supported'],
    ['takes a list of types', withParameter('x', Type.Unsafe({ type: ['string', 'null'] })), 'use Type.Union'],
    ['takes an array without items', withParameter('x', Type.Unsafe({ type: 'array' })), 'array without items'],
    ['takes a tuple', withParameter('x', Type.Tuple([Type.String()])), 'is a tuple'],
    ['takes a reference', withParameter('x', Type.Ref('Other')), "uses $ref: MCP clients don't accept references"],
    ['takes a recursive schema', withParameter('x', recursive), 'nested deeper than 32'],
    [
      'takes a refined string',
      withParameter(
        'x',
        Type.Refine(Type.String(), () => true),
      ),
      'uses ~refine: a refinement is code',
    ],
    [
      'takes a decoded string',
      withParameter(
        'x',
        Type.Decode(Type.String(), (value) => value),
      ),
      'uses ~codec: a codec is code',
    ],
    ['takes unique items', withParameter('x', Type.Array(Type.String(), { uniqueItems: true })), 'uses uniqueItems'],
    [
      'takes an unknown format',
      withParameter('x', Type.String({ format: 'phone' })),
      'the format "phone", which nothing checks',
    ],
    [
      'takes a broken pattern',
      withParameter('x', Type.String({ pattern: '(', maxLength: 9 })),
      'not a regular expression',
    ],
    [
      'takes a pattern that is one without the u flag only',
      withParameter('x', Type.String({ pattern: '\\-', maxLength: 9 })),
      'u flag',
    ],
    [
      'takes a pattern object',
      withParameter('x', Type.Unsafe({ type: 'string', pattern: /x/i, maxLength: 9 })),
      'a pattern that is not a string',
    ],
    [
      'takes a pattern without a longest value',
      withProperties({ a: Type.Array(Type.String({ pattern: '^[a-z]+$' })) }),
      'member `a`, items has a pattern without a maxLength: write { pattern, maxLength }',
    ],
    [
      'takes a pattern that can take exponential time',
      withParameter('x', Type.String({ pattern: '^(a+)+$', maxLength: 9 })),
      'the parameter `x` has the pattern "^(a+)+$", which can take exponential time, e.g. on \'a\'',
    ],
    [
      'takes a pattern that can take polynomial time',
      withParameter('x', Type.String({ pattern: '^\\d*\\d*$', maxLength: 9 })),
      'which can take polynomial time',
    ],
    [
      'takes a pattern that can take long by what it refers back to',
      withParameter('x', Type.String({ pattern: '^(a+)\\1+$', maxLength: 9 })),
      'which can take polynomial time',
    ],
    [
      'answers with a pattern that can take long',
      withAction('find', { result: Type.Object({ a: Type.String({ pattern: '(a|a)*b', maxLength: 9 }) }) }),
      '`result`, member `a` has the pattern "(a|a)*b"',
    ],
    [
      'takes members whose names take long to match',
      withParameter('x', Type.Record(Type.String({ pattern: '^(a|a)*$' }), Type.String())),
      'the parameter `x` has the pattern "^(a|a)*$"',
    ],
    [
      'takes an infinite bound',
      withParameter('x', Type.Number({ maximum: Number.POSITIVE_INFINITY })),
      'not a finite number',
    ],
    [
      'takes an object as a constant',
      withParameter('x', Type.Unsafe({ enum: [{ a: 1 }] })),
      'a constant that is not a string',
    ],
    [
      'is wrong deep inside',
      withProperties({ a: Type.Array(Type.BigInt()) }),
      'the parameter `where`, member `a`, items has the type "bigint"',
    ],
    [
      'answers what JSON has not',
      withAction('find', { result: Type.Object({ a: Type.BigInt() }) }),
      '`result`, member `a` has the type',
    ],
  ])('%s', (_, provider, want) => {
    expect(linesOf(provider)).toEqual([expect.stringContaining(want)])
    const name = Object.keys(provider.actions)[1]
    expect(linesOf(provider)[0]).toMatch(`providers/shop/index.ts: shop.${name}: `)
  })

  test('is named with the file that defines it', () => {
    const wrong = { ...get, description: '' } as AnyAction
    const lines = linesOf(changed({ actions: { get: wrong } }), {
      exported: [{ file: 'providers/shop/items.ts', name: 'get', value: wrong }],
    })
    expect(lines).toEqual([expect.stringMatching(/^providers\/shop\/items\.ts: shop\.get: `description` is empty/)])
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
