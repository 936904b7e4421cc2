import type { AuthorizationCode } from '@patchbay/core/provider'
import type { VendorApplicationRecord } from '@patchbay/core/store'
import { expect, test } from 'vitest'
import { isExpectedIssuer } from './issuer.ts'

const authorize = 'https://login.vendor.example/authorize'

const isExpected = (
  iss: string | null,
  declared: readonly string[] | undefined,
  app: Partial<VendorApplicationRecord> = {},
): boolean =>
  isExpectedIssuer(
    iss,
    {
      declared: { issuers: declared } as unknown as AuthorizationCode,
      app: { issuers: null, authorize_url: null, ...app } as VendorApplicationRecord,
    },
    app.authorize_url ?? authorize,
    { directory: 'acme.example', shop: 'books' },
  )

test.each<[boolean, string | null, readonly string[] | undefined]>([
  [true, null, ['https://identity.vendor.example']],
  [true, 'https://identity.vendor.example', ['https://identity.vendor.example']],
  [false, 'https://identity.vendor.example/', ['https://identity.vendor.example']],
  [false, 'https://identity.vendor.example/other', ['https://identity.vendor.example']],
  [false, 'https://login.vendor.example', ['https://identity.vendor.example']],
  [false, 'http://identity.vendor.example', ['https://identity.vendor.example']],
  [true, 'https://acme.my.vendor.example', ['https://login.vendor.example', 'https://*.my.vendor.example']],
  [false, 'https://acme.evil.my.vendor.example', ['https://*.my.vendor.example']],
  [false, 'https://evil.example/.my.vendor.example', ['https://*.my.vendor.example']],
  [false, 'https://.my.vendor.example', ['https://*.my.vendor.example']],
  [false, 'https://acme-my.vendor.example', ['https://*.my.vendor.example']],
  [true, 'https://login.vendor.example/9122040d/v2.0', ['https://login.vendor.example/*/v2.0']],
  [false, 'https://login.vendor.example/a/b/v2.0', ['https://login.vendor.example/*/v2.0']],
  [true, 'https://books.vendor.example', ['https://{shop}.vendor.example']],
  [false, 'https://films.vendor.example', ['https://{shop}.vendor.example']],
  [true, 'https://login.vendor.example/acme.example', ['https://login.vendor.example/{directory}']],
  [false, 'https://login.vendor.example/acmeXexample', ['https://login.vendor.example/{directory}']],
  [false, 'https://login.vendor.example/', ['https://login.vendor.example/{unknown}']],
  [true, 'https://login.vendor.example/any', undefined],
  [false, 'https://other.vendor.example', undefined],
  [false, 'no URL', undefined],
  [false, '', ['https://identity.vendor.example']],
])('%s: %s by %o', (expected, iss, declared) => {
  expect(isExpected(iss, declared)).toBe(expected)
})

test('the application’s issuers replace the plugin’s', () => {
  const app = { issuers: ['https://sandbox.vendor.example'] }
  expect(isExpected('https://sandbox.vendor.example', ['https://identity.vendor.example'], app)).toBe(true)
  expect(isExpected('https://identity.vendor.example', ['https://identity.vendor.example'], app)).toBe(false)
  expect(isExpected('https://login.vendor.example', undefined, app)).toBe(false)
})

test('an application with an authorization endpoint of its own is also answered by that host', () => {
  const app = { authorize_url: 'https://github.acme.example/login/oauth/authorize' }
  const declared = ['https://identity.vendor.example']
  expect(isExpected('https://github.acme.example/login/oauth', declared, app)).toBe(true)
  expect(isExpected('https://login.vendor.example', declared, app)).toBe(false)
})
