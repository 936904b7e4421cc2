import { expect, test } from 'vitest'
import { checkClientMetadata } from './client-metadata.ts'

const redirect_uris = ['https://client.example/cb']
const nameOf = (client_name: unknown) => checkClientMetadata({ redirect_uris, client_name }, 'none').client_name

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
  expect(checkClientMetadata({ redirect_uris }, 'client_secret_basic').auth_method).toBe('client_secret_basic')
  expect(checkClientMetadata({ redirect_uris }, 'none').auth_method).toBe('none')
})

test.each([
  [{ redirect_uris, client_name: {} }, 'invalid_client_metadata', 'client_name must be a string'],
  [{ redirect_uris, grant_types: 'authorization_code' }, 'invalid_client_metadata', 'grant_types must be a list'],
  [{ redirect_uris, grant_types: ['implicit'] }, 'invalid_client_metadata', 'holds authorization_code'],
  [{ redirect_uris, response_types: [] }, 'invalid_client_metadata', 'holds code'],
  [{ redirect_uris, token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata', 'one of none'],
  [{ redirect_uris: [...redirect_uris, 'ftp://x.example/'] }, 'invalid_redirect_uri', 'redirect_uris[1] must not have'],
  [{ redirect_uris: {} }, 'invalid_redirect_uri', 'at least one URI'],
])('%j is %s: %s', (given, code, message) => {
  expect(() => checkClientMetadata(given, 'none')).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  )
})
