// Test lanes: slow

import { hashToken } from '@patchbay/core/store'
/** The lifetimes of codes, tokens and clients. */
import { asUnixSeconds } from '@patchbay/core/time'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOAuth } from './testing/open-oauth.ts'

const second = 1000
const day = 24 * 3600 * second

let server: Awaited<ReturnType<typeof openOAuth>>
beforeEach(async () => {
  server = await openOAuth()
})
afterEach(() => server.close())

test.each([
  [59, 200],
  [61, 400],
])('a code that is %i s old is answered %i', async (age, status) => {
  const client = await server.register()
  const code = await server.authorize(client)
  server.pass(age * second)
  expect((await server.exchange(client, code)).status).toBe(status)
})

test.each([
  [89.99, true],
  [90.01, false],
])('an access token that is %f days old works: %s', async (age, works) => {
  server.pass(-age * day)
  const { access_token } = await server.connect()
  expect((await server.storeCache.token(hashToken(access_token))) !== undefined).toBe(works)
})

test.each([
  ['lies ahead', 60, true],
  ['has come', -1, false],
])(
  'when the expiry of the pasted token %s, its access token works and is refreshed: %s',
  async (_when, seconds, works) => {
    const { client, access_token, refresh_token } = await server.connect()
    const hash = hashToken(access_token)
    // The token is in memory by now, so the change must reach the memory.
    expect(await server.storeCache.token(hash)).toBeDefined()
    const expires_at = Math.floor(Date.now() / 1000) + seconds
    await server.store.tenantTokens.register('acme', hashToken('the-bearer-token'), new Date(), {
      expires_at: asUnixSeconds(expires_at),
    })
    expect((await server.storeCache.token(hash)) !== undefined).toBe(works)
    expect((await server.refresh(client, refresh_token)).status).toBe(works ? 200 : 400)
  },
)

test.each([
  [29, 200],
  [31, 400],
])('a refresh token that was used %i s ago is answered %i', async (age, status) => {
  const { client, refresh_token } = await server.connect()
  const { text } = await server.refresh(client, refresh_token)
  server.pass(age * second)
  expect((await server.refresh(client, refresh_token)).status).toBe(status)
  // In time the answer counts as lost, and the first pair still works; later the token counts as stolen, and no pair works.
  expect((await server.refresh(client, JSON.parse(text).refresh_token)).status).toBe(status)
})

test.each([
  [179, 200],
  [181, 400],
])('a refresh token unused for %i days is answered %i', async (age, status) => {
  const { client, refresh_token } = await server.connect()
  server.pass(age * day)
  expect((await server.refresh(client, refresh_token)).status).toBe(status)
})

test('a client without a grant is dropped after 30 days, when another registers; a client in use stays', async () => {
  const { client } = await server.connect()
  const unused = await server.register()
  const listClients = async () =>
    (await server.store.oauthClients.list({ limit: 10 })).map(({ client_id }) => client_id)
  server.pass(29 * day)
  const later = await server.register()
  expect(new Set(await listClients())).toEqual(new Set([client, unused, later]))
  server.pass(2 * day)
  const last = await server.register()
  expect(new Set(await listClients())).toEqual(new Set([client, later, last]))
})

test('the use of an access token is recorded', async () => {
  server.pass(-day)
  const { access_token } = await server.connect()
  const lastUsed = async () => (await server.store.grants.list('acme', { now: new Date(), limit: 1 }))[0]?.last_used_at
  expect(await lastUsed()).toBe(server.clock.now.toISOString())
  const before = Date.now()
  await server.storeCache.token(hashToken(access_token))
  await expect.poll(async () => Date.parse((await lastUsed()) ?? '')).toBeGreaterThanOrEqual(before)
})
