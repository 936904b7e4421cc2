import { apiKey, basic, keys, none, oneOf } from '@patchbay/core/provider'
import { describe, expect, it } from 'vitest'
import { answer } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { startFixture } from '../start-fixture.ts'

const auth = oneOf({
  user: basic(),
  key: apiKey({ header: 'X-Api-Key' }),
  pair: keys({ app: { header: 'X-App' }, secret: { query: 'secret' } }),
})
const { call, gateway } = await startFixture({
  providers: [
    fixture,
    variant('choice', { auth }),
    variant('optional', { auth: oneOf({ anonymous: none(), key: apiKey({ header: 'X-Api-Key' }) }) }),
  ],
  credentials: { choice: 'me:word/1', optional: null },
})
const get = { action: 'get', id: '1' }
const works = [answer(200, {})]
const put = (body: object, provider = 'choice') => gateway.admin('PUT', `/admin/tokens/acme/${provider}/main`, body)

/** The form in which the upstream receives a credential. */
const received = async (provider: string) => {
  const { status, sent } = await call(get, works, provider)
  expect(status).toBe(200)
  const { authorization, 'x-api-key': key, 'x-app': app } = sent[0]?.headers ?? {}
  return { authorization, key, app, url: sent[0]?.url }
}

describe('an account of a provider with alternatives of authentication', () => {
  it.each([
    [
      'the first where its credential names none',
      { access_token: 'me:word/1' },
      { authorization: 'Basic bWU6d29yZC8x' },
    ],
    ['a key', { auth: 'key', access_token: 'k-1' }, { key: 'k-1' }],
    ['several keys', { auth: 'pair', secrets: { app: 'a', secret: 's' } }, { app: 'a', url: '/things/1?secret=s' }],
    ['the first by its name', { auth: 'user', access_token: 'me:word/1' }, { authorization: 'Basic bWU6d29yZC8x' }],
  ])('uses %s', async (_which, body, want) => {
    expect((await put(body)).status).toBe(200)
    const nothing = { authorization: undefined, key: undefined, app: undefined, url: '/things/1' }
    expect(await received('choice')).toEqual({ ...nothing, ...want })
  })

  it.each([
    [{ auth: 'token', access_token: 'x' }, '/auth: must be one of user, key, pair'],
    [{ auth: 'constructor', access_token: 'x' }, '/auth: must be one of user, key, pair'],
    [{ access_token: 'x' }, '/access_token: must be `username:password` here'],
    [{ auth: 'pair', access_token: 'x' }, '/access_token: is not for this provider, whose secrets have names'],
    [{ auth: 'key', secrets: { app: 'a' } }, '/secrets: is only for providers whose secrets have names'],
  ])('stores no credential that does not fit: %j', async (body, error) => {
    expect((await put(body)).body).toMatchObject({ code: 'VALIDATION_ERROR', error: expect.stringContaining(error) })
  })

  it('keeps the secrets of its own alternative out of errors', async () => {
    await put({ auth: 'key', access_token: 'key/of+mine' })
    const { text } = await call(get, [answer(400, { echo: 'key/of+mine' })], 'choice')
    expect(text).toContain('[redacted]')
    expect(text).not.toContain('key/of+mine')
  })
})

describe('an account whose first alternative is none', () => {
  it('is called without a credential until it has one', async () => {
    expect(await received('optional')).toMatchObject({ authorization: undefined, key: undefined })
    expect((await put({ auth: 'key', access_token: 'k-2' }, 'optional')).status).toBe(200)
    expect(await received('optional')).toMatchObject({ key: 'k-2' })
    await gateway.admin('DELETE', '/admin/tokens/acme/optional/main')
    expect(await received('optional')).toMatchObject({ key: undefined })
  })
})

it('another provider takes no name of an alternative', async () => {
  const { body } = await put({ auth: 'key', access_token: 'x' }, 'fixture')
  expect(body.error).toBe('/auth: is only for providers with alternatives of authentication: leave it out')
})
