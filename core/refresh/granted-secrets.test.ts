import { expect, test } from 'vitest'
import { apiKey, oauth2, oneOf } from '../provider/index.ts'
import { grantedSecrets } from './granted-secrets.ts'

const key = apiKey({ header: 'X-Key' })
const oauth = oauth2({
  authorize: 'https://login.vendor.com/authorize',
  token: 'https://login.vendor.com/token',
  scopes: {},
  rotates: true,
})
const answer = { accessToken: 'new', fields: {} }

test('a gateway that has only the keys of a provider keeps the name of the sign-in that a later one stored', () => {
  expect(grantedSecrets(answer, key, undefined, { auth: 'oauth', account: '7' })).toEqual({
    accessToken: 'new',
    auth: 'oauth',
    account: '7',
  })
})

test('a gateway that declares the sign-in names it itself', () => {
  const both = oneOf({ key, oauth })
  expect(grantedSecrets(answer, both, oauth, { auth: 'other' })).toEqual({ accessToken: 'new', auth: 'oauth' })
  expect(grantedSecrets(answer, oauth, oauth, { auth: 'oauth' })).toEqual({ accessToken: 'new' })
})
