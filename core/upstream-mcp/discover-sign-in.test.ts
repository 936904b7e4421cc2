import { afterAll, expect, test } from 'vitest'
import { createFetcher, parseAllowedHosts } from '../fetch/index.ts'
import { discoverSignIn } from './discover-sign-in.ts'

let answers: Readonly<Record<string, object>> = {}
const server = Bun.serve({
  port: 0,
  fetch(request) {
    const metadata = answers[new URL(request.url).pathname]
    return metadata ? Response.json(metadata) : new Response(null, { status: 404 })
  },
})
afterAll(() => server.stop(true))
const origin = `http://127.0.0.1:${server.port}`
const url = `${origin}/v1/mcp`

const find = (metadata: Readonly<Record<string, object>>, challenge = '') => {
  answers = metadata
  const fetcher = createFetcher({ allowed: parseAllowedHosts('127.0.0.1') })
  return discoverSignIn(fetcher, url, challenge, AbortSignal.timeout(20_000))
}

const authorization = {
  issuer: `${origin}/tenant`,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  registration_endpoint: `${origin}/register`,
  code_challenge_methods_supported: ['S256'],
}
const resource = { resource: url, authorization_servers: [authorization.issuer], scopes_supported: ['read', 'write'] }
const facts = {
  resource: url,
  issuer: authorization.issuer,
  authorize: `${origin}/authorize`,
  token: `${origin}/token`,
  register: `${origin}/register`,
  scopes: ['read', 'write'],
  takesPkce: true,
}
const inserted = '/.well-known/oauth-authorization-server/tenant'

test('metadata of the resource beside its path lead to the authorization server', async () => {
  const signIn = await find({ '/.well-known/oauth-protected-resource/v1/mcp': resource, [inserted]: authorization })
  expect(signIn).toEqual(facts)
})

test('the challenge says where they are, and which scopes are wanted', async () => {
  const signIn = await find(
    { '/meta': resource, '/tenant/.well-known/openid-configuration': authorization },
    `Bearer resource_metadata="${origin}/meta", scope="read"`,
  )
  expect(signIn).toEqual({ ...facts, scopes: ['read'] })
})

test('without metadata of the resource the server’s own origin is asked', async () => {
  const own = { ...authorization, issuer: origin }
  const signIn = await find({ '/.well-known/oauth-authorization-server': own })
  expect(signIn).toEqual({ ...facts, issuer: origin, scopes: [] })
})

/** Public reports about servers' metadata, each with the sign-in that is found nevertheless. */
test.each<[report: string, metadata: Readonly<Record<string, object>>, challenge: string, want: object]>([
  [
    'copilot-cli#4606: the resource names an issuer with a slash that its own metadata are without',
    {
      '/.well-known/oauth-protected-resource/v1/mcp': { ...resource, authorization_servers: [`${origin}/`] },
      '/.well-known/oauth-authorization-server': { ...authorization, issuer: origin },
    },
    '',
    { issuer: origin },
  ],
  [
    'rust-sdk#1144: the issuer of a tenant ends in a slash',
    {
      '/.well-known/oauth-protected-resource/v1/mcp': { ...resource, authorization_servers: [`${origin}/tenant/`] },
      [inserted]: { ...authorization, issuer: `${origin}/tenant/` },
    },
    '',
    { issuer: `${origin}/tenant/` },
  ],
  [
    'mcp-atlassian#1257: the refusal says nothing',
    { '/.well-known/oauth-protected-resource': resource, [inserted]: authorization },
    '',
    { authorize: `${origin}/authorize` },
  ],
  [
    'litellm#31269: parameters of the challenge have no quotes',
    { '/meta': resource, [inserted]: authorization },
    `bearer Resource_Metadata=${origin}/meta, scope=read`,
    { scopes: ['read'] },
  ],
  [
    'typescript-sdk#2199: refresh tokens are for those who ask for a scope of the authorization server',
    {
      '/.well-known/oauth-protected-resource/v1/mcp': resource,
      [inserted]: { ...authorization, scopes_supported: ['openid', 'offline_access'] },
    },
    '',
    { scopes: ['read', 'write', 'offline_access'] },
  ],
  [
    'novu#11323: no client is without a secret',
    {
      '/.well-known/oauth-protected-resource/v1/mcp': resource,
      [inserted]: { ...authorization, token_endpoint_auth_methods_supported: ['client_secret_post'] },
    },
    '',
    { clientAuth: 'post' },
  ],
])('%s', async (_, metadata, challenge, want) => {
  expect(await find(metadata, challenge)).toMatchObject(want)
})

const beside = '/.well-known/oauth-protected-resource/v1/mcp'

test.each<[source: string, challenge: (at: string) => string]>([
  ['QwenLM/qwen-code#5343', (at) => `Bearer resource_metadata = "${at}"`],
  ['QwenLM/qwen-code#5343', (at) => `Bearer resource_metadata='${at}'`],
  ['without quotes', (at) => `Bearer error=invalid_token,Resource_Metadata=${at}`],
  [
    'getsentry/sentry-mcp#939',
    (at) => `Bearer resource_metadata="${origin}/none", error="x", resource_metadata="${at}"`,
  ],
  [
    'within another text',
    (at) => `Bearer error_description="no resource_metadata=\\"http://127.0.0.1:1/\\"", resource_metadata="${at}"`,
  ],
])('a challenge is read as it is meant: %s', async (_, challenge) => {
  expect(await find({ '/meta': resource, [inserted]: authorization }, challenge(`${origin}/meta`))).toEqual(facts)
})

test.each<[what: string, found: Readonly<Record<string, object>>, takesPkce?: boolean]>([
  ['a server behind its path (Okta)', { '/tenant/.well-known/oauth-authorization-server': authorization }],
  [
    'no word of PKCE (vercel/ai#18674)',
    { [inserted]: { ...authorization, code_challenge_methods_supported: undefined } },
  ],
  [
    'other methods of PKCE alone',
    { [inserted]: { ...authorization, code_challenge_methods_supported: ['plain'] } },
    false,
  ],
  ['a method as a text', { [inserted]: { ...authorization, code_challenge_methods_supported: 'S256' } }],
])('metadata are taken with %s', async (_, metadata, takesPkce = true) => {
  expect(await find({ [beside]: resource, ...metadata })).toEqual({ ...facts, takesPkce })
})

test.each<[what: string, servers: unknown]>([
  ['a text', authorization.issuer],
  ['several, of which the first has no metadata', [`${origin}/none`, authorization.issuer]],
  ['several, of which one is no address', ['none', authorization.issuer]],
])('the authorization servers may be %s', async (_, authorization_servers) => {
  expect(await find({ [beside]: { ...resource, authorization_servers }, [inserted]: authorization })).toEqual(facts)
})

test.each<[what: string, found: Readonly<Record<string, object>>, challenge?: string]>([
  ['nothing', {}],
  [
    'of another resource',
    { '/.well-known/oauth-protected-resource/v1/mcp': { ...resource, resource: 'https://other.example/' } },
  ],
  [
    'of an issuer with another name',
    {
      '/.well-known/oauth-protected-resource': resource,
      [inserted]: { ...authorization, issuer: 'https://other.example' },
    },
  ],
  ['at another origin', { '/meta': resource }, 'Bearer resource_metadata="http://127.0.0.1:1/meta"'],
  [
    'without a token endpoint',
    { '/.well-known/oauth-protected-resource': resource, [inserted]: { issuer: authorization.issuer } },
  ],
])('metadata that can’t be used: %s', async (_, metadata, challenge) => {
  expect(await find(metadata, challenge)).toBeUndefined()
})
