import { apiKey, oauth2, oneOf, provider, read } from '@patchbay/core/provider'
import { expect, test } from 'vitest'
import { buildLock } from './lock.ts'

const oauth = oauth2({
  authorize: 'https://a.example',
  token: 'https://login.a.example/token',
  scopes: {},
  rotates: true,
})

test.each([
  ['OAuth', oauth, ['login.a.example']],
  [
    'OAuth that is revoked elsewhere',
    { ...oauth, revoke: { url: 'https://api.a.example/{token}' } },
    ['login.a.example', 'api.a.example'],
  ],
  ['OAuth as one of two alternatives', oneOf({ oauth, key: apiKey({ query: 'key' }) }), ['login.a.example']],
  ['a key', apiKey({ query: 'key' }), []],
])('the lock lists the token hosts of a provider with %s', (_what, auth, hosts) => {
  const actions = { get: read('GET /things', { description: 'Get', params: {} }) }
  const crm = provider({ id: 'crm', title: 'CRM', origin: 'https://a.example', auth, actions })
  const plugin = { provider: crm, package: 'crm', version: '1.0.0', file: '', specifier: '', folder: 'crm' }
  expect(buildLock([{ ...plugin, exported: [] }]).crm?.tokenHosts).toEqual(hosts)
})
