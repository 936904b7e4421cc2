import { expect, test } from 'vitest'
import { readSecrets, type StoredSecrets, writeSecrets } from './stored-secrets.ts'

const stored: [what: string, secrets: StoredSecrets][] = [
  ['a token', { accessToken: 'pat-na1' }],
  ['a token that looks like JSON', { accessToken: '{"secrets":{"api_key":"a"}}' }],
  ['several secrets', { accessToken: '', secrets: { api_key: 'a"\\é', application_key: ' b' } }],
  ['a token for an alternative', { accessToken: 'a', auth: 'key' }],
]

test.each(stored)('%s is read as it was written', (_what, secrets) => {
  expect(readSecrets(writeSecrets(secrets))).toEqual(secrets)
})

test('a token is stored as it is, so credentials of earlier versions open', () => {
  expect(writeSecrets({ accessToken: 'pat-na1' })).toBe('pat-na1')
})
