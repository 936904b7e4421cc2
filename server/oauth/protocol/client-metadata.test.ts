import { expect, test } from 'vitest'
import { type ClientMetadataRules, checkClientMetadata } from './client-metadata.ts'

const redirect_uris = ['https://client.example/cb']
const rules: ClientMetadataRules = {
  takes: ['none', 'client_secret_basic', 'client_secret_post'],
  fallback: 'none',
  redirectSchemes: [],
}
const nameOf = (client_name: unknown) => checkClientMetadata({ redirect_uris, client_name }, rules).client_name
const methodsOf = (members: object, more: Partial<ClientMetadataRules> = {}) =>
  checkClientMetadata({ redirect_uris, ...members }, { ...rules, ...more }).auth_methods

test.each([
  ['Claude', 'Claude'],
  ['  Visual   Studio\tCode\n', 'Visual Studio Code'],
  ['Ünïcode 客户端 \u{1F980}', 'Ünïcode 客户端 \u{1F980}'],
  ['a\u202eb\u2066c\u200bd\ufeffe\u0000f\u2028g', 'a b c d e f g'],
  ['\u{1F980}'.repeat(200), '\u{1F980}'.repeat(100)],
  ['\u200b', null],
  ['', null],
  [null, null],
  [undefined, null],
])('a client that calls itself %j is shown as %j', (given, shown) => expect(nameOf(given)).toBe(shown))

test('a client that names no way to authenticate gets the default one', () => {
  expect(methodsOf({}, { fallback: 'client_secret_basic' })).toEqual(['client_secret_basic'])
  expect(methodsOf({})).toEqual(['none'])
  expect(methodsOf({ token_endpoint_auth_method: null })).toEqual(['none'])
})

test('a client is taken by any method that it supports beside the one that it prefers', () => {
  const supported = (...token_endpoint_auth_methods_supported: unknown[]) => ({ token_endpoint_auth_methods_supported })
  const preferred = { token_endpoint_auth_method: 'private_key_jwt' }
  expect(methodsOf({ ...preferred, ...supported('none', 'private_key_jwt') })).toEqual(['none'])
  expect(methodsOf(supported('tls_client_auth', 'client_secret_post', 7, null))).toEqual(['client_secret_post'])
  expect(methodsOf({ ...supported('private_key_jwt'), token_endpoint_auth_method: 'none' })).toEqual(['none'])
  expect(methodsOf({ token_endpoint_auth_methods_supported: 'none' })).toEqual(['none'])
})

test('a redirect URI that may not be is left out, while another one may', () => {
  const usable = 'https://client.example/cb'
  const uris = ['myapp://cb', usable, 'http://client.example/', `${usable}#x`, `${usable}/${'x'.repeat(2048)}`]
  const keep = (redirectSchemes: readonly string[]) =>
    checkClientMetadata({ redirect_uris: uris }, { ...rules, redirectSchemes }).redirect_uris
  expect(keep([])).toEqual([usable])
  expect(keep(['myapp'])).toEqual(['myapp://cb', usable])
})

test.each(['authorization_code', 'refresh_token authorization_code', []])('%j is a list of grants', (grant_types) => {
  expect(checkClientMetadata({ redirect_uris, grant_types, response_types: 'code' }, rules).redirect_uris).toEqual(
    redirect_uris,
  )
})

test.each([null, ''])('a member that is %j counts as absent', (empty) => {
  const lists = { grant_types: empty, response_types: empty, token_endpoint_auth_method: empty }
  const metadata = { redirect_uris, ...lists, client_name: empty, scope: empty, jwks: empty, logo_uri: empty }
  expect(checkClientMetadata(metadata, rules)).toEqual({ client_name: null, redirect_uris, auth_methods: ['none'] })
})

test.each([
  [{ redirect_uris, client_name: {} }, 'invalid_client_metadata', 'client_name must be a string'],
  [{ redirect_uris, grant_types: 'implicit' }, 'invalid_client_metadata', 'grant_types must be a list'],
  [{ redirect_uris, grant_types: ['implicit'] }, 'invalid_client_metadata', 'holds authorization_code'],
  [{ redirect_uris, response_types: {} }, 'invalid_client_metadata', 'holds code'],
  [{ redirect_uris, token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata', 'not tls_client_auth'],
  [{ redirect_uris: ['ftp://x.example/', 'data:x'] }, 'invalid_redirect_uri', 'redirect_uris[0] must not have'],
  [{ redirect_uris: [...redirect_uris, 7] }, 'invalid_redirect_uri', 'redirect_uris[1] must be a string'],
  [{ redirect_uris, token_endpoint_auth_method: 7 }, 'invalid_client_metadata', 'not another value'],
  [{ redirect_uris: '' }, 'invalid_redirect_uri', 'at least one URI'],
  [{ redirect_uris: {} }, 'invalid_redirect_uri', 'at least one URI'],
])('%j is %s: %s', (given, code, message) => {
  expect(() => checkClientMetadata(given, rules)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  )
})
