import { expect, test } from 'vitest'
import type { FetchAnswer } from '../../fetch/index.ts'
import { requestToken, type TokenGrant, type TokenRequest } from './request-token.ts'

const byCode: TokenGrant = {
  kind: 'authorization_code',
  code: 'c',
  redirectUri: 'https://a.example/back',
  verifier: 'v',
}
const byRefresh: TokenGrant = { kind: 'refresh_token', refreshToken: 'r' }

type Asked = readonly [authentication: 'basic' | 'post', body: string]

/** Asks an endpoint that takes one kind of client authentication, and refuses others with `refusal`. */
const ask = async (
  takes: 'basic' | 'post' | 'none',
  refusal: string,
  changes: Partial<TokenRequest>,
): Promise<{ readonly outcome: string; readonly requests: readonly Asked[] }> => {
  const requests: Asked[] = []
  const answer = async ({ headers, body }: { headers: Record<string, string>; body: string }): Promise<FetchAnswer> => {
    const kind = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization') ? 'basic' : 'post'
    requests.push([kind, body])
    const isTaken = kind === takes
    const bytes = new TextEncoder().encode(JSON.stringify(isTaken ? { access_token: 't' } : { error: refusal }))
    return { status: isTaken ? 200 : 401, headers: new Headers(), bytes } as unknown as FetchAnswer
  }
  const { outcome } = await requestToken(Object.assign(answer, { check: answer }) as never, {
    clientId: 'me',
    clientSecret: 's',
    tokenEndpoint: 'https://a.example/token',
    clientAuth: null,
    grant: byCode,
    signal: AbortSignal.timeout(5000),
    ...changes,
  })
  return { outcome, requests }
}
const kinds = (requests: readonly Asked[]): string => requests.map(([kind]) => kind).join(', ')

test.each([
  ['a code goes with the secret in the body', 'post', 'invalid_client', { grant: byCode }, 'granted', 'post'],
  ['a refused client is tried by HTTP Basic', 'basic', 'invalid_client', { grant: byCode }, 'granted', 'post, basic'],
  ['a refused code is not sent again', 'none', 'invalid_grant', { grant: byCode }, 'refused', 'post'],
  ['nor after another refusal', 'basic', 'invalid_request', { grant: byCode }, 'failed', 'post'],
  ['a refresh token goes by HTTP Basic', 'basic', 'invalid_client', { grant: byRefresh }, 'granted', 'basic'],
  ['and then in the body', 'post', 'invalid_request', { grant: byRefresh }, 'granted', 'basic, post'],
  [
    'what the plugin declares is all that is tried',
    'post',
    'invalid_client',
    { endpoint: { clientAuth: 'basic' } },
    'failed',
    'basic',
  ],
] as const)('%s', async (_what, takes, refusal, changes, outcome, order) => {
  const result = await ask(takes, refusal, changes)
  expect([result.outcome, kinds(result.requests)]).toEqual([outcome, order])
})

test('a body is written as JSON where the plugin says so', async () => {
  const { requests } = await ask('basic', 'invalid_client', { endpoint: { clientAuth: 'basic', encoding: 'json' } })
  expect(JSON.parse(requests[0]?.[1] ?? '')).toEqual({
    grant_type: 'authorization_code',
    code: 'c',
    redirect_uri: 'https://a.example/back',
    code_verifier: 'v',
  })
})

test('HTTP Basic encodes the client as a form does, and no more: some vendors take it as it is', async () => {
  let sent = ''
  const answer = async ({ headers }: { headers: Record<string, string> }): Promise<FetchAnswer> => {
    sent = headers.authorization ?? headers.Authorization ?? ''
    const bytes = new TextEncoder().encode('{"access_token":"t"}')
    return { status: 200, headers: new Headers(), bytes } as unknown as FetchAnswer
  }
  await requestToken(Object.assign(answer, { check: answer }) as never, {
    clientId: '151d872b-594c',
    clientSecret: 'secret_aB-c.d:%',
    tokenEndpoint: 'https://a.example/token',
    clientAuth: null,
    grant: byCode,
    endpoint: { clientAuth: 'basic' },
    signal: AbortSignal.timeout(5000),
  })
  expect(atob(sent.replace('Basic ', ''))).toBe('151d872b-594c:secret_aB-c.d%3A%25')
})

/** New tokens, of which no redaction knows: the old refresh token may be invalid by now, but nobody else may get the new one. */
test.each<[string, string, string]>([
  [
    'two objects with tokens',
    'application/json',
    '{"a":{"access_token":"sk_live_7f3a9c21b88e"},"b":{"access_token":"b"},"message":"OK"}',
  ],
  ['a bare token', 'text/plain', 'sk_live_7f3a9c21b88e0011'],
  ['a token where a code may be', 'application/json', '{"status":"ok","result":"sk_live_7f3a9c21b88e0011"}'],
  ['a token that no header can hold', 'application/json', '"{\\"access_token\\":\\"sk_live_7f3a9c21b88e0011€\\"}"'],
  ['a megabyte of letters', 'text/plain', `${'a'.repeat(1_000_000)} sk_live_7f3a9c21b88e0011`],
  ['JSON that ends early', 'application/json', '{"access_token":"sk_live_7f3a9c21b88e0011","expires'],
])('an answer that cannot be read shows no token in its error: %s', async (_, type, body) => {
  const answer = async () => ({ status: 200, headers: new Headers({ 'content-type': type }), bytes: Buffer.from(body) })
  const result = await requestToken(Object.assign(answer, { check: answer }) as never, {
    clientId: 'me',
    clientSecret: 's',
    tokenEndpoint: 'https://a.example/token',
    clientAuth: 'post',
    grant: byRefresh,
    signal: AbortSignal.timeout(5000),
  })
  expect(result.outcome).toBe('failed')
  expect(JSON.stringify(result)).not.toContain('sk_live')
})
