import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type OAuth2, oauth2 } from '../provider/index.ts'
import { requestToken } from './authorization-server/request-token.ts'
import { buildGrant } from './seed-grant.ts'
import { readGrant, type StoredGrant, writeGrant } from './stored-grant.ts'

const token = 'https://login.example.com/token'
const seed = { client_id: 'me', token_endpoint: token }
const byPerson = oauth2({ authorize: token, token, scopes: {}, rotates: false })
const byClient = oauth2({
  grant: 'client_credentials',
  token,
  scopes: { a: 'Read', b: 'Write' },
  parameters: { audience: 'x' },
})
const byAssertion = oauth2({ grant: 'jwt_bearer', token, scopes: {}, algorithm: 'ES256' })

const refreshToken: StoredGrant = { grant: 'authorization_code', refreshToken: 'r' }
const client: StoredGrant = { grant: 'client_credentials' }
const signer: StoredGrant = { grant: 'jwt_bearer', privateKey: 'p', keyId: 'k', subject: 's', audience: 'a' }

test.each([refreshToken, client, signer])('a stored grant is read as it was written: %j', (stored) => {
  expect(readGrant(writeGrant(stored))).toEqual(stored)
})

test('a refresh token is sealed as it is, so that seeds stay readable whatever else is stored', () => {
  expect(writeGrant(refreshToken)).toBe('r')
})

describe('a seed asks as the provider declares now', () => {
  test.each<[string, StoredGrant, OAuth2 | undefined, object | undefined]>([
    ['a refresh token', refreshToken, byPerson, { kind: 'refresh_token', refreshToken: 'r' }],
    ['a refresh token, whatever the provider declares', refreshToken, byClient, { kind: 'refresh_token' }],
    ['a refresh token, though the provider is not registered', refreshToken, undefined, { kind: 'refresh_token' }],
    ['a client', client, byClient, { kind: 'client_credentials', parameters: { scope: 'a b', audience: 'x' } }],
    ['a client of a provider that wants assertions', client, byAssertion, undefined],
    ['a client of a provider that is not registered', client, undefined, undefined],
    ['a signer', signer, byAssertion, { kind: 'jwt_bearer', parameters: {} }],
    ['a signer for a provider that wants persons', signer, byPerson, undefined],
  ])('%s', (_what, stored, declared, want) => {
    const grant = buildGrant(stored, seed, declared)
    if (want === undefined) expect(grant).toBeUndefined()
    else expect(grant).toMatchObject(want)
  })
})

test('a key that the declared algorithm no longer fits fails without asking the endpoint, and without a word of the key', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const grant = buildGrant({ grant: 'jwt_bearer', privateKey: pem }, seed, byAssertion)
  if (!grant) throw new Error('the provider declares this grant')
  const failRequest = (): never => {
    throw new Error('the endpoint was asked')
  }
  const answer = await requestToken(Object.assign(failRequest, { check: failRequest }), {
    clientId: 'me',
    clientSecret: '',
    tokenEndpoint: token,
    clientAuth: null,
    grant,
    signal: AbortSignal.timeout(1000),
  })
  expect(answer).toEqual({
    outcome: 'failed',
    error: "the private key can't sign with ES256",
    refused: null,
    retryAfterMs: 0,
  })
})
