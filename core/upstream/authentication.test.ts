import { describe, expect, it } from 'vitest'
import { apiKey, basic, keys, oauth2, oneOf, type SingleAuth } from '../provider/index.ts'
import { authOfCredential, placeCredential } from './authentication.ts'

const rest = { tokenType: 'Bearer', expiresAt: null, version: '1' }
const oauth = oauth2({ authorize: 'https://a.example', token: 'https://a.example', scopes: {}, rotates: false })
const two = keys({ app: { query: 'app' }, key: { header: 'X-Key' } })

describe('a credential that was stored before its provider took another kind', () => {
  it.each<[kind: string, auth: SingleAuth]>([
    ['oauth2', oauth],
    ['basic', basic()],
    ['apiKey', apiKey({ header: 'X-Key' })],
  ])('is not sent to a provider of %s as an empty text', (_kind, auth) => {
    expect(() => placeCredential(auth, { ...rest, accessToken: '', secrets: { app: 'a', key: 'b' } })).toThrow(
      'The stored credential has no access_token, which this provider needs',
    )
  })

  it('is not sent without the secrets that it lacks', () => {
    for (const stored of [{ accessToken: 'a' }, { accessToken: '', secrets: { app: 'a' } }]) {
      const place = () => placeCredential(two, { ...rest, ...stored })
      expect(place).toThrow(expect.objectContaining({ code: 'TOKEN_MISSING' }))
    }
  })

  it('is not sent for an alternative that is no more', () => {
    const auth = oneOf({ user: basic(), two })
    expect(authOfCredential(auth, { ...rest, accessToken: 'a', auth: 'two' })).toBe(two)
    expect(() => authOfCredential(auth, { ...rest, accessToken: 'a', auth: 'key' })).toThrow(
      expect.objectContaining({ code: 'TOKEN_MISSING' }),
    )
  })
})
