import { expect, it } from 'vitest'
import { signed } from '../provider/index.ts'
import { signRequest } from './authentication.ts'

const credential = { accessToken: '', secrets: { key: 'k' }, tokenType: 'Bearer', expiresAt: null, version: '1' }
const auth = signed({ secrets: ['key'], sign: () => ({ query: { sig: 'a/b', 'x y': '1' } }) })

it.each([
  ['no query', 'https://a.example/p', 'https://a.example/p?sig=a%2Fb&x%20y=1'],
  [
    'one with question marks and reserved characters',
    'https://a.example/p?q=a?b/c&d=',
    'https://a.example/p?q=a?b/c&d=&sig=a%2Fb&x%20y=1',
  ],
  [
    'members of the same names',
    'https://a.example/?x+y=2&sig=b&x%20y=3&a=1',
    'https://a.example/?a=1&sig=a%2Fb&x%20y=1',
  ],
])('a signature in the query of a URL with %s', (_what, url, want) => {
  expect(signRequest(auth, credential, { method: 'GET', url, headers: {}, body: undefined }).url).toBe(want)
})
