// Test lanes: both-stores, long-on-mongodb, slow

import { expect, test } from 'vitest'
import { startRefreshing } from '../start-refreshing.ts'

test('a token that is due is refreshed by the job, and no call waits for it', async () => {
  const { auth, call, expire, refreshDue, state } = await startRefreshing()
  await expire()
  expect(await refreshDue()).toEqual({ refreshed: 1, failed: 0 })
  expect((await state()).state).toBe('valid')
  expect((await call()).status).toBe(200)
  expect(auth.requests).toHaveLength(1)
  expect(await refreshDue()).toEqual({ refreshed: 0, failed: 0 })
})

test('a token that soon expires is refreshed while it lives', async () => {
  const { auth, call, first, refreshDue, state, storeSeed, storeToken } = await startRefreshing()
  await storeToken(first.access_token, 8)
  await storeSeed()
  const before = (await state()).expires_at
  await expect.poll(refreshDue, { timeout: 15_000, interval: 100 }).toEqual({ refreshed: 1, failed: 0 })
  expect((await state()).expires_at).toBeGreaterThan(before)
  expect((await call()).status).toBe(200)
  expect(auth.requests).toHaveLength(1)
})

test('while the token endpoint fails the old token is used, and one that is dead is not asked for again', async () => {
  const { auth, call, first, refreshDue, state, storeSeed, storeToken } = await startRefreshing()
  await storeToken(first.access_token, 60)
  await storeSeed()
  await storeToken(first.access_token, 0)
  auth.say(() => new Response('sorry', { status: 503 }))
  expect(await refreshDue()).toEqual({ refreshed: 0, failed: 1 })
  expect(await refreshDue()).toEqual({ refreshed: 0, failed: 0 })
  await storeToken(first.access_token, 60)
  expect((await call()).status).toBe(200)

  await storeSeed({ refresh_token: 'a-dead-one' })
  await storeToken(first.access_token, 0)
  expect(await refreshDue()).toEqual({ refreshed: 0, failed: 1 })
  expect((await state()).state).toBe('needs_reauth')
  const asked = auth.requests.length
  expect(await refreshDue()).toEqual({ refreshed: 0, failed: 0 })
  expect(auth.requests).toHaveLength(asked)
})
