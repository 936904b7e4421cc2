import {
  type Auth,
  apiKey,
  endpoint,
  oauth2,
  origin,
  pattern,
  provider,
  read,
  selfHosted,
} from '@patchbay/core/provider'
import { expect, test } from 'vitest'
import { domainOf } from '../../test/domain-of.ts'
import { refusePlaceholders } from './refuse-placeholders.ts'

const name = pattern('^[a-z0-9-]+$', 60, 'A name')
const at = (where: string | ReturnType<typeof selfHosted>, auth: Auth = apiKey({ header: 'X-Key' })) =>
  domainOf(
    provider({
      id: 'shop',
      title: 'Shop',
      origin: where as string,
      settings: { name },
      auth,
      actions: { get: read('GET /', { description: 'Get it', params: {} }) },
    }),
  )
const none = { providerOrigins: {}, allowedPrivateHosts: '' }

test.each([
  'https://api.example.com',
  'https://your-domain.com',
  'https://api.yourcompany.com',
  'https://my-shop.crm.com',
  'https://localhost',
  'https://intranet',
  'https://10.0.0.7',
  'https://127.0.0.1:8443',
  'https://[::1]',
  'https://crm.local',
])('a provider at %s stops the start, unless the operator says where its calls go', (url) => {
  const { host, hostname } = new URL(url)
  expect(() => refusePlaceholders([at(url)], none)).toThrow(
    `the provider shop (test-shop) has the placeholder ${host} as its host`,
  )
  refusePlaceholders([at(url)], { ...none, providerOrigins: { shop: 'http://127.0.0.1:9400' } })
  refusePlaceholders([at(url)], { ...none, allowedPrivateHosts: `10.1.0.0/16, ${host}` })
  // A host without a port is allowed with any, as calls are.
  refusePlaceholders([at(url)], { ...none, allowedPrivateHosts: hostname })
})

test.each([
  ['https://api.stripe.com'],
  ['https://yourmembership.com'],
  ['https://www.example-vendor.com'],
  [selfHosted('name')],
  [origin`https://${'name'}.myshopify.com`],
])('a provider at %j does not', (where) => {
  expect(() => refusePlaceholders([at(where as never)], none)).not.toThrow()
})

test('a host of accounts below a placeholder stops it', () => {
  expect(() => refusePlaceholders([at(origin`https://${'name'}.example.com` as never)], none)).toThrow('x.example.com')
})

const signingInAt = (members: object) =>
  at(
    'https://api.vendor-host.com',
    oauth2({
      authorize: 'https://login.vendor-host.com/authorize',
      token: 'https://login.vendor-host.com/token',
      scopes: {},
      rotates: true,
      ...members,
    }),
  )

test.each([
  [{ authorize: 'https://login.example.com/authorize' }, 'login.example.com'],
  [{ token: 'https://your-domain.com/token' }, 'your-domain.com'],
  [{ token: endpoint`https://${'name'}.example.com/token` }, 'x.example.com'],
  [{ refresh: 'https://localhost/token' }, 'localhost'],
  [{ revoke: { url: 'https://crm.local/{token}' } }, 'crm.local'],
])('a sign-in at %j stops the start, unless the operator allows the host', (members, host) => {
  const domains = [signingInAt(members)]
  expect(() => refusePlaceholders(domains, none)).toThrow(
    `the provider shop (test-shop) has the placeholder ${host} as the host of its sign-in`,
  )
  const calls = { providerOrigins: { shop: 'http://127.0.0.1:9400' } }
  expect(() => refusePlaceholders(domains, { ...none, ...calls })).toThrow(host)
  refusePlaceholders(domains, { ...none, allowedPrivateHosts: host })
})

test('a sign-in at the vendor, or at a host that each account has, does not', () => {
  refusePlaceholders([signingInAt({}), signingInAt({ token: endpoint`https://${'name'}/token` })], none)
})
