import { callback } from '../../oauth/agent.ts'
import { filled, hostilePairs, mostForm, mostHead, numbered } from './hostile-values.ts'
import type { HostileRequest } from './request.ts'
import type { Scene } from './scene.ts'

/** Lists of access patterns, as many as `length` has room for. */
export const hostileScopes = (
  { domains }: Pick<Scene, 'domains'>,
  length: number,
): Readonly<Record<string, string>> => {
  const upTo = (texts: readonly string[]): string => {
    const all = texts.join(' ')
    return all.length <= length ? all : all.slice(0, length).replace(/ [^ ]*$/, '')
  }
  const many = (one: (n: number) => string): string =>
    upTo(Array.from({ length: Math.ceil(length / 4) }, (_, n) => one(n)))
  const known = domains.flatMap(({ source }) => source.names().map((name) => `*:${name}`))
  const largest = domains.find(({ provider }) => provider.id === 'github')?.source.names() ?? []
  return {
    'wrong patterns for every provider': many(() => '*:zq'),
    'misspelt actions of every provider': many((n) => `*:${'list_customer_payment_methodz'.slice(n % 9)}`),
    'misspelt actions of one provider': many((n) => `github:${'actions_list_repository_workflowz'.slice(n % 9)}`),
    'long names that nobody has': many((n) => `*:${'actions_'.repeat(7)}${n}`),
    'misspelt providers': many((n) => `githud${n % 10}:read`),
    'texts that are not patterns': many(() => '::'),
    'right patterns, over and over': many(() => '*:read'),
    '200 right patterns': upTo(Array.from({ length: 200 }, (_, n) => `*:read@a${n}`)),
    '200 actions of every provider': upTo(known.slice(0, 200)),
    '200 accounts of every action of a name': upTo(Array.from({ length: 200 }, (_, n) => `*:get@${n}`)),
    '200 actions of one provider': upTo(largest.slice(0, 200).map((name) => `github:${name}`)),
    '199 right patterns and a wrong one': upTo([...Array.from({ length: 199 }, (_, n) => `*:read@${n}`), '*:zq']),
    'one long pattern': `*:${filled('x', length - 2)}`,
  }
}

const form = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString()

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

/** Requests of an application that anybody may register. */
const forOAuth = (scene: Scene): HostileRequest[] => {
  const { client, grant } = scene
  const asked = {
    response_type: 'code',
    client_id: client,
    redirect_uri: callback,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }
  const authorize = 'GET /oauth/authorize'
  const post = (
    path: string,
    what: string,
    fields: Readonly<Record<string, string>>,
    headers = {},
  ): HostileRequest => ({
    route: `POST ${path}`,
    what,
    method: 'POST',
    path,
    headers: { ...formHeaders, ...headers },
    body: () => form(fields),
  })
  const tokens = (what: string, fields: Readonly<Record<string, string>>) =>
    post('/oauth/token', what, { client_id: client, ...fields })
  const long = filled('x', mostForm - 500)
  return [
    ...Object.entries(hostileScopes(scene, 8192)).flatMap(([what, scope]) => [
      {
        route: authorize,
        what: `a scope of ${what}`,
        method: 'GET',
        path: `/oauth/authorize?${form({ ...asked, scope })}`,
      },
      post('/oauth/authorize', `a scope of ${what}`, { ...asked, scope }),
    ]),
    ...Object.entries(hostileScopes(scene, mostForm - 500)).map(([what, scope]) =>
      tokens(`a refresh with a scope of ${what}`, {
        grant_type: 'refresh_token',
        refresh_token: grant.refresh_token,
        scope,
      }),
    ),
    ...['client_id', 'redirect_uri', 'state', 'resource', 'code_challenge'].flatMap((name) => [
      {
        route: authorize,
        what: `a long ${name}`,
        method: 'GET',
        path: `/oauth/authorize?${form({ ...asked, [name]: `https://${filled('a.', 2000)}a` })}`,
      },
      {
        route: authorize,
        what: `a ${name} of escapes`,
        method: 'GET',
        path: `/oauth/authorize?${form({ ...asked, [name]: filled('<&"', 2000) })}`,
      },
    ]),
    ...[
      'code',
      'refresh_token',
      'assertion',
      'client_secret',
      'resource',
      'code_verifier',
      'grant_type',
      'client_id',
    ].flatMap((name) =>
      [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:jwt-bearer',
        'urn:ietf:params:oauth:grant-type:token-exchange',
      ].flatMap((grant_type) => [
        tokens(`a long ${name} of ${grant_type}`, {
          grant_type,
          code: 'x',
          refresh_token: 'x',
          assertion: 'a.b.c',
          code_verifier: 'x',
          [name]: long,
        }),
        tokens(`dots in ${name} of ${grant_type}`, {
          grant_type,
          code: 'x',
          refresh_token: 'x',
          assertion: 'a.b.c',
          code_verifier: 'x',
          [name]: filled('.', mostForm - 500),
        }),
      ]),
    ),
    ...['token', 'end', 'proof', 'ticket', 'decision'].flatMap((name) => [
      post('/oauth/grants', `a long ${name}`, { token: 'x', [name]: long }),
      post('/oauth/authorize', `a long ${name}`, { ...asked, [name]: long.slice(0, 20_000) }),
      post('/oauth/revoke', `a long ${name}`, { client_id: client, [name]: long }),
    ]),
    ...Object.entries(hostilePairs(4000)).map(([what, name]) => ({
      route: 'POST /oauth/register',
      what: `a name of ${what}`,
      method: 'POST',
      path: '/oauth/register',
      headers: { 'content-type': 'application/json' },
      body: () => JSON.stringify({ client_name: name.slice(0, 3800), redirect_uris: [callback] }),
    })),
    ...[
      numbered(19, (n) => `"https://a${n}.example/${'b/'.repeat(60)}"`),
      numbered(1900, () => '1'),
      numbered(40, (n) => `"http://[::${n}]:80/${'%2e/'.repeat(10)}"`),
    ].map((uris, n) => ({
      route: 'POST /oauth/register',
      what: `redirect URIs ${n + 1}`,
      method: 'POST',
      path: '/oauth/register',
      headers: { 'content-type': 'application/json' },
      body: () => `{"redirect_uris":[${uris}]}`,
    })),
  ]
}

/** Paths that nothing is mounted at. */
const forNoRoute = (): HostileRequest[] =>
  ['/', '%2f', '/%2e%2e', '/api/v1', '/admin/tenants/x', '/x'].flatMap((text) =>
    ['GET', 'OPTIONS', 'PATCH', 'POST'].map((method) => ({
      route: 'no route',
      what: `${method} of a path of ${text}`,
      method,
      path: `/${filled(text, mostHead)}`,
    })),
  )

export const forStrangers = (scene: Scene): HostileRequest[] => [...forOAuth(scene), ...forNoRoute()]
