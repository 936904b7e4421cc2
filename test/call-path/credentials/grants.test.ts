// Test lanes: both-stores, long-on-mongodb, slow

import { generateKeyPairSync } from 'node:crypto'
import { apiKey, oauth2, oneOf } from '@patchbay/core/provider'
import { decodeProtectedHeader, exportPKCS8, generateKeyPair, importSPKI, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import type { AuthorizationServerOptions } from '../../providers/authorization-server.ts'
import { startRefreshing } from '../start-refreshing.ts'

const token = 'https://login.example.com/token'

const byClient = oauth2({
  grant: 'client_credentials',
  token,
  scopes: { 'items.read': 'Read items', 'items.write': 'Change items' },
  parameters: { audience: 'https://api.example.com' },
})
const byAssertion = oauth2({
  grant: 'jwt_bearer',
  token,
  scopes: { signature: 'Send documents to sign', impersonation: 'Act for a user' },
  algorithm: 'RS256',
  claims: { box_sub_type: 'enterprise' },
})

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
const private_key = await exportPKCS8(privateKey)
const issuer = 'robot@project.example.com'
const assertions = { key: publicKey, issuer }

/** An account with this grant, and no token yet. */
const started = async (kind: 'client' | 'assertion', options: AuthorizationServerOptions = {}) => {
  const isClient = kind === 'client'
  const all = await startRefreshing(
    isClient ? options : { takes: [], assertions, ...options },
    isClient ? byClient : byAssertion,
  )
  const own = isClient
    ? { refresh_token: undefined }
    : { refresh_token: undefined, client_id: undefined, client_secret: undefined, issuer, private_key }
  return {
    ...all,
    storeSeed: (changes: Readonly<Record<string, string | undefined>> = {}) => all.storeSeed({ ...own, ...changes }),
  }
}

describe.each(['client', 'assertion'] as const)('an account whose tokens come by the %s', (kind) => {
  test('has its seed used at once, and calls work', async () => {
    const { auth, call, first, storeSeed, storeToken, state } = await started(kind)
    await storeToken(first.access_token, -60)
    const { status, body } = await storeSeed()
    expect([status, body]).toMatchObject([201, { refreshed: true, error: null, state: 'valid' }])
    expect(await call()).toMatchObject({ status: 200, body: { data: { ok: true } } })
    expect(auth.requests).toHaveLength(1)
    expect(auth.calls.map(({ isAlive }) => isAlive)).toEqual([true])
    expect((await state()).seed.client_id).toBe(kind === 'client' ? auth.clientId : issuer)
  })

  test('gets the next one when it expires, once for many callers, and never by a refresh token', async () => {
    const { auth, call, first, storeSeed, storeToken } = await started(kind)
    await storeToken(first.access_token, 60)
    await storeSeed()
    for (let round = 1; round <= 2; round++) {
      await storeToken('a-token-that-has-expired', -60)
      const answers = await Promise.all(Array.from({ length: 20 }, () => call()))
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(auth.requests).toHaveLength(round)
    }
    for (const { form } of auth.requests) expect(form.get('refresh_token')).toBeNull()
  })

  test('gets one after a 401 of the provider', async () => {
    const { auth, call, first, storeSeed, storeToken } = await started(kind)
    await storeToken(first.access_token, 3600)
    expect((await storeSeed()).body).toMatchObject({ refreshed: false, error: null })
    auth.revoke(first.access_token)
    expect((await call()).status).toBe(200)
    expect(auth.requests).toHaveLength(1)
    expect(auth.calls.map(({ isAlive }) => isAlive)).toEqual([false, true])
  })

  test('gets one ahead of its expiry by the job', async () => {
    const { auth, call, first, storeSeed, storeToken, refreshDue, state } = await started(kind)
    await storeToken(first.access_token, 60)
    await storeSeed()
    await storeToken(first.access_token, -60)
    expect(await refreshDue()).toEqual({ refreshed: 1, failed: 0 })
    expect((await state()).state).toBe('valid')
    expect((await call()).status).toBe(200)
    expect(auth.requests).toHaveLength(1)
  })

  if (kind === 'assertion')
    test('goes on after a refusal, as the clock of one of the two may be wrong', async () => {
      const { auth, storeSeed, storeToken, first, state } = await started(kind)
      await storeToken(first.access_token, -60)
      auth.say(() => Response.json({ error: 'invalid_grant', error_description: 'Invalid JWT' }, { status: 400 }))
      expect((await storeSeed()).body).toMatchObject({ refreshed: false, state: 'expired' })
      expect((await state()).seed.error).toBe('invalid_grant: Invalid JWT')
      expect((await storeSeed()).body).toMatchObject({ refreshed: true, state: 'valid' })
    })

  if (kind === 'client')
    test('is told when the endpoint refuses it for good', async () => {
      const { auth, call, storeSeed, storeToken, first, state } = await started(kind)
      await storeToken(first.access_token, -60)
      const refuse = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
      // A client is tried both ways.
      auth.say(refuse, refuse)
      expect((await storeSeed()).body).toMatchObject({ refreshed: false, state: 'needs_reauth' })
      const { body } = await call()
      expect(body.code).toBe('TOKEN_EXPIRED')
      expect(body.error).toContain('POST /admin/seed-oauth')
      expect((await state()).seed.error).toBe('invalid_grant')
      expect((await storeSeed()).body).toMatchObject({ refreshed: true, state: 'valid' })
    })

  test('has no secret shown', async () => {
    const { storeSeed, storeToken, first, state, auth } = await started(kind)
    await storeToken(first.access_token, -60)
    const stored = await storeSeed()
    const shown = stored.text + JSON.stringify(await state())
    for (const secret of [auth.clientSecret, private_key.slice(40, 80), 'PRIVATE KEY'])
      expect(shown).not.toContain(secret)
  })
})

describe('a request with client credentials', () => {
  test.each([['basic'], ['post']] as const)(
    'has the declared scopes and parameters, and its client proves itself by %s',
    async (takes) => {
      const { auth, storeSeed, storeToken, first, call } = await started('client', { takes: [takes] })
      await storeToken(first.access_token, -60)
      expect((await storeSeed()).body).toMatchObject({ refreshed: true })
      const sent = auth.requests.at(-1)
      expect(sent?.auth).toBe(takes)
      expect(Object.fromEntries(sent?.form ?? [])).toMatchObject({
        grant_type: 'client_credentials',
        scope: 'items.read items.write',
        audience: 'https://api.example.com',
      })
      const asked = auth.requests.length
      await storeToken(first.access_token, -60)
      expect((await call()).status).toBe(200)
      // The gateway remembers the accepted kind of authentication.
      expect(auth.requests.slice(asked).map((request) => request.auth)).toEqual([takes])
    },
  )

  test('with a wrong secret fails, and may be tried again', async () => {
    const { storeSeed, storeToken, first } = await started('client')
    await storeToken(first.access_token, -60)
    const { body, text } = await storeSeed({ client_secret: 'a-wrong-one' })
    expect(body).toMatchObject({ refreshed: false, state: 'expired', error: expect.stringContaining('invalid_client') })
    expect(text).not.toContain('a-wrong-one')
  })
})

describe('an assertion', () => {
  test('says who asks, for whom and where, is signed for a minute at most, and goes out alone', async () => {
    const { auth, storeSeed, storeToken, first } = await started('assertion')
    await storeToken(first.access_token, -60)
    await storeSeed({ subject: 'ada@example.com', key_id: 'key-7' })
    const [request] = auth.requests
    expect([...(request?.form.keys() ?? [])].sort()).toEqual(['assertion', 'grant_type'])
    expect(request?.headers.authorization).toBeUndefined()
    const assertion = request?.form.get('assertion') ?? ''
    const { payload } = await jwtVerify(assertion, publicKey, { issuer, audience: `${auth.origin}/token` })
    expect(payload).toMatchObject({
      sub: 'ada@example.com',
      scope: 'signature impersonation',
      box_sub_type: 'enterprise',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(60)
    // A vendor's clock may be behind.
    expect(payload.iat).toBeLessThanOrEqual(Date.now() / 1000 - 29)
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-7' })
  })

  test('names the audience of the seed, where it has one', async () => {
    const audience = 'account-d.vendor.example'
    const { storeSeed, storeToken, first } = await started('assertion', { assertions: { ...assertions, audience } })
    await storeToken(first.access_token, -60)
    expect((await storeSeed()).body).toMatchObject({ refreshed: false, state: 'expired' })
    expect((await storeSeed({ audience })).body).toMatchObject({ refreshed: true, state: 'valid' })
  })

  test('comes with the secret of a client, where the seed has one', async () => {
    const { auth, storeSeed, storeToken, first } = await started('assertion')
    await storeToken(first.access_token, -60)
    expect((await storeSeed({ client_secret: 'the-clients-own' })).body).toMatchObject({ refreshed: true })
    expect(auth.requests[0]?.auth).toBe('basic')
    expect(atob(auth.requests[0]?.headers.authorization?.slice('Basic '.length) ?? '')).toContain('the-clients-own')
  })

  test('is signed by a key in PKCS #1 too, as vendors hand it out', async () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = await importSPKI(pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'RS256')
    const { storeSeed, storeToken, first } = await started('assertion', { assertions: { issuer, key } })
    await storeToken(first.access_token, -60)
    const pem = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    expect(pem).toContain('BEGIN RSA PRIVATE KEY')
    expect((await storeSeed({ private_key: pem })).body).toMatchObject({ refreshed: true, state: 'valid' })
  })
})

describe('a seed is refused, and nothing is stored,', () => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  })
  const locked = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  })
  const unfit = 'must be a private key in PEM, without a password, that can sign by RS256'

  test.each([
    ['client', 'with a refresh token', { refresh_token: 'r' }, 'refresh_token', 'whose grant is client_credentials'],
    ['client', 'with a private key', { private_key }, 'private_key', 'whose grant is client_credentials'],
    ['client', 'without a client', { client_id: undefined }, 'client_id', 'is required'],
    ['assertion', 'with a client', { client_id: 'c' }, 'client_id', 'whose grant is jwt_bearer'],
    ['assertion', 'without an issuer', { issuer: undefined }, 'issuer', 'is required'],
    ['assertion', 'without a key', { private_key: undefined }, 'private_key', 'is required'],
    ['assertion', 'with a key that is none', { private_key: 'hunter2-hunter2' }, 'private_key', unfit],
    ['assertion', 'with a key of another kind', { private_key: String(elliptic) }, 'private_key', unfit],
    ['assertion', 'with a key under a password', { private_key: String(locked) }, 'private_key', unfit],
    [
      'assertion',
      'with a key of other characters',
      { private_key: 'ü' },
      'private_key',
      'must be a private key in PEM',
    ],
  ] as const)('of the grant by %s %s', async (kind, _how, changes, member, words) => {
    const { storeSeed, state } = await started(kind)
    const { status, body, text } = await storeSeed(changes)
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.details).toMatchObject([{ path: `/${member}`, message: expect.stringContaining(words) }])
    expect(text).not.toContain('hunter2')
    expect((await state()).seed).toBeUndefined()
  })

  test('of a refresh token with the members of other grants', async () => {
    const { storeSeed } = await startRefreshing()
    const { body } = await storeSeed({ issuer, private_key })
    expect(body.details).toEqual([
      { path: '/issuer', message: 'is not for this provider, whose grant is authorization_code: leave it out' },
      { path: '/private_key', message: 'is not for this provider, whose grant is authorization_code: leave it out' },
    ])
  })
})

test.each([
  ['a key', apiKey({ header: 'X-Api-Key' })],
  [
    'alternatives, none of which is OAuth',
    oneOf({ key: apiKey({ header: 'X-Api-Key' }), other: apiKey({ query: 'k' }) }),
  ],
])('a seed for a provider with %s is refused, with what to do', async (_what, auth) => {
  const { storeSeed, state } = await startRefreshing({}, auth)
  const { status, body } = await storeSeed()
  expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
  const words = 'has no OAuth, so there is nothing to refresh'
  expect(body.details).toEqual([{ path: '/provider', message: words }])
  expect(body.error).toBe(`/provider: ${words}; store a credential with PUT /admin/tokens/acme/fixture/main`)
  expect((await state()).seed).toBeUndefined()
})
