import { apiKey, origin, pattern, provider, read, selfHosted } from '@patchbay/core/provider'
import { expect, test } from 'vitest'
import { domainOf } from '../../test/domain-of.ts'
import { refusePlaceholders } from './refuse-placeholders.ts'

const name = pattern('^[a-z0-9-]+$', 60, 'A name')
const at = (where: string | ReturnType<typeof selfHosted>) =>
  domainOf(
    provider({
      id: 'shop',
      title: 'Shop',
      origin: where as string,
      settings: { name },
      auth: apiKey({ header: 'X-Key' }),
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
  const { host } = new URL(url)
  expect(() => refusePlaceholders([at(url)], none)).toThrow(
    `the provider shop (test-shop) has the placeholder ${host} as its host`,
  )
  refusePlaceholders([at(url)], { ...none, providerOrigins: { shop: 'http://127.0.0.1:9400' } })
  refusePlaceholders([at(url)], { ...none, allowedPrivateHosts: `10.1.0.0/16, ${host}` })
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
