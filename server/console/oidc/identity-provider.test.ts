import { FetchError, type Fetcher, type FetchRequest } from '@patchbay/core/fetch'
import { expect, test } from 'vitest'
import { newAttempt } from './attempt.ts'
import { createIdentityProvider } from './identity-provider.ts'

const issuer = 'https://idp.example'
const metadata = { issuer, authorization_endpoint: `${issuer}/authorize?brand=1`, token_endpoint: `${issuer}/token` }
const oidc = { issuer, clientId: 'patch.bay', clientSecret: 'a secret&more', scopes: 'openid groups', roles: {} }
const about = { redirectUri: 'https://gateway.example/console/oidc/callback', returnTo: '/console', previous: null }
const attempt = newAttempt({ ...about, isRenewal: false }, new Date())

/** The answers in order, each a status and a body, or an error. */
const setUp = (answers: readonly (readonly [number, object] | Error)[], client: Partial<typeof oidc> | object = {}) => {
  const requests: FetchRequest[] = []
  const send = async (request: FetchRequest) => {
    const answer = answers[requests.push(request) - 1]
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked too often')
    const [status, body] = answer
    const headers = new Headers({ 'content-type': 'application/json' })
    return { status, headers, bytes: new TextEncoder().encode(JSON.stringify(body)) }
  }
  return { requests, provider: createIdentityProvider(send as unknown as Fetcher, { ...oidc, ...client }) }
}

test('the browser is sent to the endpoint with all that the answer is checked by; the metadata are read once', async () => {
  const { requests, provider } = setUp([[200, metadata]])
  const url = new URL(await provider.authorizationUrl(attempt))
  expect(Object.fromEntries(url.searchParams)).toEqual({
    brand: '1',
    response_type: 'code',
    client_id: 'patch.bay',
    redirect_uri: about.redirectUri,
    scope: 'openid groups',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  const renewal = new URL(await provider.authorizationUrl({ ...attempt, isRenewal: true }))
  expect([renewal.searchParams.get('prompt'), renewal.searchParams.get('max_age')]).toEqual(['login', '300'])
  expect(requests.map(({ url, redirects }) => [url, redirects])).toEqual([
    [`${issuer}/.well-known/openid-configuration`, 'none'],
  ])
})

test.each<[what: string, answer: readonly [number, object] | Error]>([
  ['is not there', new FetchError('unreachable', 'idp.example refused the connection')],
  ['is out of order', [503, {}]],
  ['has no metadata', [404, {}]],
  ['is another one', [200, { ...metadata, issuer: 'https://mallory.example' }]],
  ['names no endpoint', [200, { issuer }]],
  ['names an endpoint that is a script', [200, { ...metadata, authorization_endpoint: 'javascript:alert(1)' }]],
])('nobody is sent to a provider that %s', async (_what, answer) => {
  const { provider } = setUp([answer])
  await expect(provider.authorizationUrl(attempt)).rejects.toMatchObject({ problem: 'unreachable' })
})

test('metadata that could not be read are read again for the next person', async () => {
  const { provider } = setUp([
    [503, {}],
    [200, metadata],
  ])
  await expect(provider.authorizationUrl(attempt)).rejects.toThrow('it answered 503')
  expect(await provider.authorizationUrl(attempt)).toContain('https://idp.example/authorize')
})

const basic = `Basic ${btoa('patch.bay:a+secret%26more')}`
test.each([
  ['by HTTP Basic where the metadata do not say', undefined, oidc.clientSecret, [basic, null, null]],
  [
    'in the body where the provider takes nothing else',
    ['client_secret_post'],
    oidc.clientSecret,
    [undefined, 'patch.bay', oidc.clientSecret],
  ],
  ['nowhere for a public client', ['none'], null, [undefined, 'patch.bay', null]],
])(
  'the secret goes %s; an error of the token endpoint is told by its code alone',
  async (_how, methods, clientSecret, sent) => {
    const told = { ...metadata, token_endpoint_auth_methods_supported: methods }
    const refusal = [400, { error: 'invalid_grant', error_description: 'the code of ada' }] as const
    const { requests, provider } = setUp([[200, told], refusal], { clientSecret })
    const callback = new URLSearchParams({ code: 'the-code', state: attempt.state })
    await expect(provider.claimsFor(attempt, callback)).rejects.toMatchObject({
      problem: 'invalid',
      message: 'The identity provider answered invalid_grant',
    })
    const { headers, body, redirects } = requests[1] ?? {}
    const form = new URLSearchParams(String(body))
    const { authorization } = Object.fromEntries(new Headers(headers))
    expect([authorization, form.get('client_id'), form.get('client_secret')]).toEqual(sent)
    expect([form.get('code'), form.get('code_verifier'), redirects]).toEqual(['the-code', attempt.verifier, 'none'])
  },
)
