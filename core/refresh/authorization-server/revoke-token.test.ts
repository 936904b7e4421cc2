import { expect, it } from 'vitest'
import type { Fetcher, FetchRequest } from '../../fetch/index.ts'
import type { Revocation } from '../../provider/index.ts'
import { revokeToken } from './revoke-token.ts'

/** The requests that reached the vendor, which gives its answers one after the other; the last one repeats. */
const collectRequests = async (
  declared: Revocation,
  answers: readonly (readonly [status: number, body?: unknown])[] = [[200]],
  changes: Partial<Parameters<typeof revokeToken>[1]> = {},
) => {
  const requests: FetchRequest[] = []
  const send = (request: FetchRequest) => {
    const [status, body] = answers[Math.min(requests.push(request), answers.length) - 1] ?? [500]
    const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body))
    return Promise.resolve({ status, headers: new Headers({ 'retry-after': '7' }), bytes })
  }
  const fetcher = Object.assign(send, { check: () => Promise.resolve() }) satisfies Fetcher
  const revoked = await revokeToken(fetcher, {
    declared,
    fixedHeaders: { 'Api-Version': '7' },
    clientId: 'an/app',
    clientSecret: 'a-secret',
    clientAuth: null,
    accessToken: 'an-access',
    refreshToken: 'a/refresh',
    account: null,
    signal: AbortSignal.timeout(1000),
    ...changes,
  })
  expect(requests.every(({ headers }) => headers['api-version'] === '7')).toBe(true)
  const sent = requests.map(({ method, url, headers, body = '' }) => [
    `${method} ${url}`,
    headers.authorization ?? '',
    String(body),
  ])
  return { revoked, sent }
}

const basic = (text: string): string => `Basic ${btoa(text)}`
const form = (more: string): string => `token=a%2Frefresh&token_type_hint=refresh_token${more}`

it.each<[string, Revocation, object, string[]]>([
  [
    'the form of RFC 7009',
    { url: 'https://a.example/revoke' },
    {},
    ['POST https://a.example/revoke', '', form('&client_id=an%2Fapp&client_secret=a-secret')],
  ],
  [
    'the form, by the authentication that the token endpoint takes',
    { url: 'https://a.example/revoke' },
    { clientAuth: 'basic' },
    ['POST https://a.example/revoke', basic('an%2Fapp:a-secret'), form('')],
  ],
  [
    'a form of its own, which names the account',
    {
      url: 'https://a.example/deauthorize',
      authentication: 'secret',
      form: { client_id: '{client_id}', user_id: '{account}' },
      account: '/user_id',
    },
    { account: 'acct/1' },
    ['POST https://a.example/deauthorize', 'Bearer a-secret', 'client_id=an%2Fapp&user_id=acct%2F1'],
  ],
  [
    'the account in the address',
    { url: 'https://a.example/accounts/{account}/end', authentication: 'bearer', account: '/id' },
    { account: 'acct/1' },
    ['POST https://a.example/accounts/acct%2F1/end', 'Bearer a/refresh', ''],
  ],
  [
    'the form of a public client',
    { url: 'https://a.example/revoke' },
    { clientSecret: '' },
    ['POST https://a.example/revoke', '', form('&client_id=an%2Fapp')],
  ],
  [
    'the access token where there is no other',
    { url: 'https://a.example/revoke', authentication: 'none' },
    { refreshToken: null },
    ['POST https://a.example/revoke', '', 'token=an-access&token_type_hint=access_token'],
  ],
  [
    'GitHub’s',
    {
      url: 'https://a.example/applications/{client_id}/grant',
      method: 'DELETE',
      token: 'access',
      authentication: 'basic',
      json: 'access_token',
    },
    {},
    ['DELETE https://a.example/applications/an%2Fapp/grant', basic('an/app:a-secret'), '{"access_token":"an-access"}'],
  ],
  [
    'Slack’s',
    { url: 'https://a.example/auth.revoke', token: 'access', authentication: 'bearer' },
    {},
    ['POST https://a.example/auth.revoke', 'Bearer an-access', ''],
  ],
  [
    'a token in its own address',
    { url: 'https://a.example/tokens/{token}', method: 'DELETE', authentication: 'none' },
    {},
    ['DELETE https://a.example/tokens/a%2Frefresh', '', ''],
  ],
])('the request of %s', async (_what, declared, changes, request) => {
  const { revoked, sent } = await collectRequests(declared, [[200]], changes)
  expect([revoked, sent]).toEqual([{ outcome: 'revoked' }, [request]])
})

const plain = { url: 'https://a.example/revoke', authentication: 'none' } as const

it.each<[string, Revocation, readonly (readonly [number, unknown?])[], unknown]>([
  ['200 and ok', plain, [[200, { ok: true, revoked: true }]], { outcome: 'revoked' }],
  ['200 and an error', plain, [[200, { ok: false, error: 'missing_scope' }]], { outcome: 'refused' }],
  ['a token that is dead', plain, [[200, { ok: false, error: 'token_revoked' }]], { outcome: 'revoked' }],
  ['400', plain, [[400, { error: 'unsupported_token_type' }]], { outcome: 'refused' }],
  ['404', plain, [[404]], { outcome: 'refused' }],
  ['404 for the token’s own address', { ...plain, url: 'https://a.example/{token}' }, [[404]], { outcome: 'revoked' }],
  ['503', plain, [[503]], { outcome: 'failed', retryAfterMs: 7000 }],
  ['429', plain, [[429]], { outcome: 'failed', retryAfterMs: 7000 }],
  ['400, which Basic would not help', { url: plain.url }, [[400], [200]], { outcome: 'refused' }],
  ['401, then Basic', { url: plain.url }, [[401], [200]], { outcome: 'revoked' }],
  ['an echo of the token', plain, [[400, { error: 'a/refresh' }]], { error: 'the vendor answered 400' }],
])('%s', async (_what, declared, answers, outcome) => {
  expect((await collectRequests(declared, answers)).revoked).toMatchObject(outcome as object)
})

it('a vendor that takes access tokens alone isn’t asked where none is stored', async () => {
  const { revoked, sent } = await collectRequests({ ...plain, token: 'access' }, [[200]], { accessToken: null })
  expect([revoked.outcome, sent]).toEqual(['refused', []])
})

it('a token that would climb out of its URL is not sent', async () => {
  const { revoked, sent } = await collectRequests({ ...plain, url: 'https://a.example/{token}/x' }, [[200]], {
    refreshToken: '..',
  })
  expect([revoked.outcome, sent]).toEqual(['refused', []])
})

it('asks nothing where the vendor wants an id that was not kept', async () => {
  const declared: Revocation = { url: 'https://a.example/end', form: { user_id: '{account}' }, account: '/user_id' }
  const { revoked, sent } = await collectRequests(declared)
  expect(revoked).toMatchObject({ outcome: 'refused', error: expect.stringContaining('the id of the account') })
  expect(sent).toEqual([])
})
