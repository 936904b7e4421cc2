import { type Auth, apiKey, endpoint, oauth2, oneOf, origin, provider, selfHosted } from '@patchbay/core/provider'
import { expect, test } from 'vitest'
import { noOperatorHosts, readOperatorHosts } from '../../model/operator-hosts.ts'
import { placeholderFaults } from './placeholder-faults.ts'

const key = apiKey({ header: 'X-Key' })
const at = (where: unknown, auth: Auth = key) =>
  provider({ id: 'shop', title: 'Shop', origin: where as string, auth, actions: {} })
const oauth = (members: object) =>
  oauth2({
    authorize: 'https://login.vendor-host.com/o',
    token: 'https://login.vendor-host.com/t',
    scopes: {},
    rotates: true,
    ...members,
  })
const vendor = 'https://api.vendor-host.com'

test.each([
  ['https://api.example.com', 'api.example.com'],
  ['https://localhost:8989', 'localhost:8989'],
  ['https://10.0.0.7', '10.0.0.7'],
  ['https://shelf', 'shelf'],
  ['https://shelf.lan', 'shelf.lan'],
  ['https://api.xxx.com', 'api.xxx.com'],
  [origin`https://${'shop'}.example.com`, 'x.example.com'],
])('calls at %j are refused, unless the operator chose the host', (where, host) => {
  const faults = (environment: Record<string, string> = {}) =>
    placeholderFaults(at(where), readOperatorHosts(environment)).map(({ message }) => message)
  expect(faults()).toEqual([
    `the host ${host} is a placeholder: write that of the vendor, or set PROVIDER_ORIGINS to the origin for its calls`,
  ])
  expect(faults({ PROVIDER_ORIGINS: '{"shop": "http://127.0.0.1:9400"}' })).toEqual([])
  expect(faults({ ALLOWED_PRIVATE_HOSTS: `10.1.0.0/16, ${host}` })).toEqual([])
  expect(faults({ ALLOWED_PRIVATE_HOSTS: host.replace(/:.*/, '') })).toEqual([])
  expect(faults({ PROVIDER_ORIGINS: '{"other": "http://127.0.0.1:9400"}' })).toHaveLength(1)
})

test.each([
  [oauth({ token: 'https://your-domain.com/t' }), 'your-domain.com', 'auth.token'],
  [oauth({ authorize: endpoint`https://${'shop'}.example.com/o` }), 'x.example.com', 'auth.authorize'],
  [oneOf({ oauth: oauth({ refresh: 'https://localhost/t' }), key }), 'localhost', 'auth.refresh'],
])('a sign-in at a placeholder is refused, wherever calls go: %#', (auth, host, member) => {
  const faults = (environment: Record<string, string>) =>
    placeholderFaults(at(vendor, auth), readOperatorHosts(environment)).map(({ message }) => message)
  const message = `the host ${host} of ${member} is a placeholder: write that of the vendor, or add it to ALLOWED_PRIVATE_HOSTS`
  expect(faults({ PROVIDER_ORIGINS: '{"shop": "http://127.0.0.1:9400"}' })).toEqual([message])
  expect(faults({ ALLOWED_PRIVATE_HOSTS: host })).toEqual([])
})

test.each([
  [vendor],
  ['https://my.vendor-host.com'],
  [selfHosted('host')],
  [origin`https://${'shop'}.vendor-host.com`],
])('%j is no placeholder', (where) => {
  expect(placeholderFaults(at(where, oauth({})), noOperatorHosts)).toEqual([])
})

test('a variable that can’t be read is told', () => {
  expect(() => readOperatorHosts({ PROVIDER_ORIGINS: '[]' })).toThrow('PROVIDER_ORIGINS is not a JSON object')
})
