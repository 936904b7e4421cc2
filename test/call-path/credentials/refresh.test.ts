// Test lanes: both-stores, long-on-mongodb, slow

import { describe, expect, test } from 'vitest'
import { startRefreshing } from '../start-refreshing.ts'

const now = (): number => Math.floor(Date.now() / 1000)

describe('a call whose token has expired', () => {
  test('gets a new one within the same request, and the next call needs none', async () => {
    const { auth, call, expire, first, state, audited } = await startRefreshing()
    await expire()
    expect(await call()).toMatchObject({ status: 200, body: { data: { ok: true } } })
    expect(await call()).toMatchObject({ status: 200 })
    expect(auth.requests).toHaveLength(1)
    expect(auth.requests[0]?.form.get('refresh_token')).toBe(first.refresh_token)
    expect(auth.calls.map(({ isAlive }) => isAlive)).toEqual([true, true])
    const { expires_at, ...shown } = await state()
    expect(shown).toMatchObject({ state: 'valid', token_type: 'Bearer', seed: { error: null, retry_at: null } })
    expect(Math.abs(expires_at - now() - 3600)).toBeLessThan(60)
    expect(await audited()).toMatchObject({
      tenant: 'acme',
      source: 'oauth',
      key: 'tokens/acme/fixture/main',
      outcome: 'ok',
      status: 200,
    })
  })

  test('is one of 50 that get it from one token request', async () => {
    const { auth, call, expire } = await startRefreshing()
    await expire()
    const answers = await Promise.all(Array.from({ length: 50 }, () => call()))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(auth.requests).toHaveLength(1)
  })

  test('gets it with the refresh token that the last refresh gave', async () => {
    const { auth, call, expire, storeToken } = await startRefreshing()
    await expire()
    for (let round = 0; round < 4; round++) {
      expect((await call()).status).toBe(200)
      await storeToken('a-token-that-has-expired', -1)
    }
    expect(new Set(auth.requests.map(({ form }) => form.get('refresh_token'))).size).toBe(4)
  })

  test('gets it again and again with one refresh token, where there is no rotation', async () => {
    const { auth, call, expire, first, storeToken } = await startRefreshing({ rotates: false })
    await expire()
    for (let round = 0; round < 3; round++) {
      expect((await call()).status).toBe(200)
      await storeToken('a-token-that-has-expired', -1)
    }
    expect(auth.requests.map(({ form }) => form.get('refresh_token'))).toEqual(Array(3).fill(first.refresh_token))
  })

  test('hangs up, and the refresh goes on for the next one', async () => {
    const { auth, call, expire } = await startRefreshing()
    await expire()
    const release = auth.hold()
    const leaving = new AbortController()
    const left = call(undefined, leaving.signal)
    await auth.received(1)
    leaving.abort()
    await expect(left).rejects.toThrow()
    const waiting = call()
    release()
    expect((await waiting).status).toBe(200)
    expect(auth.requests).toHaveLength(1)
  })

  test('is TOKEN_EXPIRED without a seed, and says how to have it refreshed', async () => {
    const { call, first, storeToken, auth } = await startRefreshing()
    await storeToken(first.access_token, -60)
    const answer = await call()
    expect(answer).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } })
    expect(answer.body.error).toContain('POST /admin/seed-oauth')
    expect(auth.requests).toEqual([])
  })
})

describe('a refresh token that is refused', () => {
  test('is not tried again: calls are TOKEN_EXPIRED and say what to do, until a token or a seed is stored', async () => {
    const { auth, call, expire, state, first, storeToken, storeSeed, audited } = await startRefreshing()
    await expire()
    auth.say(
      () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
      () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
    )
    const answers = await Promise.all(Array.from({ length: 20 }, () => call()))
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([401, 'TOKEN_EXPIRED'])
      expect(body.error).toContain('POST /admin/seed-oauth')
    }
    const asked = auth.requests.length
    expect((await call()).body.code).toBe('TOKEN_EXPIRED')
    expect(auth.requests).toHaveLength(asked)
    expect(await state()).toMatchObject({ state: 'needs_reauth', seed: { error: 'invalid_grant', retry_at: null } })
    expect(await audited()).toMatchObject({ outcome: 'error', code: 'TOKEN_EXPIRED', status: 401 })

    await storeToken(first.access_token, 60)
    expect((await state()).state).toBe('valid')
    expect((await call()).status).toBe(200)
    await storeToken(first.access_token, -60)
    expect(await storeSeed()).toMatchObject({ status: 200, body: { refreshed: true, error: null, state: 'valid' } })
    expect((await call()).status).toBe(200)
  })

  test('does not matter while the access token lives', async () => {
    const { auth, call, first, storeToken, storeSeed } = await startRefreshing()
    await storeToken(first.access_token, 60)
    expect((await storeSeed({ refresh_token: 'a-dead-one' })).body).toMatchObject({ refreshed: false, error: null })
    expect((await call()).status).toBe(200)
    expect(auth.requests).toEqual([])
  })
})

describe('a token endpoint that fails', () => {
  test.each([
    ['answers 503', () => new Response('sorry', { status: 503 }), 'it answered 503 without a token'],
    ['answers 500 with an error code', () => Response.json({ error: 'invalid_grant' }, { status: 500 }), '500'],
    ['is busy', () => Response.json({ error: 'slow_down' }, { status: 429 }), 'slow_down'],
    ['answers a page', () => new Response('<h1>Welcome</h1>'), 'it answered 200 without a token'],
    ['answers an empty token', () => Response.json({ access_token: '' }), 'it answered 200 without a token'],
    ['redirects', () => Response.redirect('/elsewhere'), 'redirect'],
    ['refuses the client', () => Response.json({ error: 'invalid_client' }, { status: 401 }), 'invalid_client'],
  ])('and %s is UPSTREAM_ERROR 502, and is left alone for a while', async (_what, instead, words) => {
    const { auth, call, expire, state } = await startRefreshing()
    await expire()
    auth.say(instead, instead)
    const answer = await call()
    expect(answer).toMatchObject({ status: 502, body: { code: 'UPSTREAM_ERROR', retry_after: expect.any(Number) } })
    expect(answer.body.error).toContain(words)
    expect(answer.body.retry_after).toBeLessThanOrEqual(30)
    const asked = auth.requests.length
    expect((await call()).status).toBe(502)
    expect(auth.requests).toHaveLength(asked)
    const { state: name, seed } = await state()
    expect(name).toBe('expired')
    expect(Date.parse(seed.retry_at)).toBeGreaterThan(Date.now())
  })

  test('is asked again after the back-off, and all is well then', async () => {
    const { auth, call, expire } = await startRefreshing()
    await expire()
    auth.say(() => new Response('sorry', { status: 503 }))
    expect((await call()).status).toBe(502)
    await expect.poll(async () => (await call()).status, { timeout: 15_000, interval: 200 }).toBe(200)
    expect(auth.requests).toHaveLength(2)
  })

  test.each([
    ['in seconds', () => '120'],
    ['as a date', () => new Date(Date.now() + 120_000).toUTCString()],
  ])('has the wait that it asks for %s', async (_, wait) => {
    const { auth, call, expire } = await startRefreshing()
    await expire()
    auth.say(() => new Response('sorry', { status: 503, headers: { 'retry-after': wait() } }))
    const { body } = await call()
    expect(body.retry_after).toBeGreaterThan(100)
  })

  test('that says secrets back is not quoted', async () => {
    const { auth, call, expire, first, state } = await startRefreshing()
    await expire()
    const echo = () => Response.json({ error: first.refresh_token }, { status: 400 })
    auth.say(echo, echo)
    const answer = await call()
    expect(answer.body.error).toContain('[redacted]')
    expect(answer.text + JSON.stringify(await state())).not.toContain(first.refresh_token)
  })
})

describe('while a refresh is under way', () => {
  test('a token that is stored wins, and the new refresh token is kept', async () => {
    const { auth, call, expire, storeToken } = await startRefreshing()
    await expire()
    const release = auth.hold()
    const waiting = call()
    await auth.received(1)
    const { access_token } = auth.authorize()
    await storeToken(access_token, 60)
    release()
    expect((await waiting).status).toBe(200)
    expect((await call()).status).toBe(200)
    expect(auth.calls.map(({ authorization }) => authorization)).toEqual(Array(2).fill(`Bearer ${access_token}`))
    await storeToken(access_token, -60)
    expect((await call()).status).toBe(200)
    expect(auth.requests).toHaveLength(2)
  })

  test('a seed that is stored wins', async () => {
    const { auth, call, expire, state, storeSeed, storeToken } = await startRefreshing()
    await expire()
    const storedAt = async () => (await state()).seed.updated_at
    const before = await storedAt()
    const release = auth.hold()
    const waiting = call()
    await auth.received(1)
    const { refresh_token } = auth.authorize()
    const seeding = storeSeed({ refresh_token })
    await expect.poll(storedAt).not.toBe(before)
    release()
    expect((await seeding).body).toMatchObject({ refreshed: true })
    expect((await waiting).status).toBe(200)
    await storeToken('a-token-that-has-expired', -60)
    expect((await call()).status).toBe(200)
    const used = auth.requests.map(({ form }) => form.get('refresh_token'))
    expect(used[1]).toBe(refresh_token)
    expect(auth.calls.every(({ isAlive }) => isAlive)).toBe(true)
    expect(new Set(used).size).toBe(3)
  })

  test('a token that is removed stays removed', async () => {
    const { auth, call, expire, gateway } = await startRefreshing()
    await expire()
    const release = auth.hold()
    const waiting = call()
    await auth.received(1)
    expect((await gateway.admin('DELETE', '/admin/tokens/acme/fixture/main')).status).toBe(204)
    release()
    expect((await waiting).body.code).toBe('TOKEN_EXPIRED')
    expect((await call()).body.code).toBe('TOKEN_MISSING')
    expect((await gateway.admin('GET', '/admin/tokens/acme/fixture/main')).body.code).toBe('TOKEN_MISSING')
  })
})

describe("a provider's 401 for a token that has not expired", () => {
  test('leads to one refresh and one more try, for writes too, whatever the status where its words say so', async () => {
    for (const [body, refusal] of [
      [{ action: 'get', id: '1' }, undefined],
      [
        { action: 'create', name: 'a thing' },
        {
          status: 403,
          body: { errors: [{ code: 'Unauthorized', details: 'The access token you provided has expired.' }] },
        },
      ],
      [
        { action: 'create', name: 'a thing' },
        { status: 200, body: { errcode: 42_001, errmsg: 'access_token expired' } },
      ],
    ] as const) {
      const { auth, call, first, storeToken, storeSeed } = await startRefreshing(refusal && { refusal })
      await storeToken(first.access_token, 3600)
      await storeSeed()
      auth.revoke(first.access_token)
      const answers = await Promise.all(Array.from({ length: 10 }, () => call(body)))
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      expect(auth.requests).toHaveLength(1)
    }
  })

  test('leaves a write its idempotency key, as the vendor may have carried out a try before', async () => {
    const { auth, call, first, storeToken, storeSeed } = await startRefreshing()
    await storeToken(first.access_token, 3600)
    await storeSeed()
    auth.revoke(first.access_token)
    expect((await call({ action: 'pay', amount: 5 })).status).toBe(200)
    const keys = auth.calls.map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })

  test('is answered as it is within a minute of such a refresh', async () => {
    const { auth, call, first, storeToken, storeSeed } = await startRefreshing({ rotates: false })
    await storeToken(first.access_token, 3600)
    await storeSeed()
    auth.revoke(first.access_token)
    expect((await call()).status).toBe(200)
    auth.revoke(auth.calls.at(-1)?.authorization.slice('Bearer '.length) ?? '')
    const answer = await call()
    expect(answer).toMatchObject({ status: 401, body: { code: 'UPSTREAM_ERROR', details: { message: 'bad token' } } })
    expect(auth.requests).toHaveLength(1)
  })

  test('is answered as it is where there is no seed', async () => {
    const { auth, call, first } = await startRefreshing()
    auth.revoke(first.access_token)
    expect(await call()).toMatchObject({ status: 401, body: { code: 'UPSTREAM_ERROR' } })
    expect(auth.calls).toHaveLength(1)
  })

  test('becomes TOKEN_EXPIRED when the refresh token is dead too', async () => {
    const { auth, call, first, storeToken, storeSeed } = await startRefreshing()
    await storeToken(first.access_token, 3600)
    await storeSeed({ refresh_token: 'a-dead-one' })
    auth.revoke(first.access_token)
    expect(await call()).toMatchObject({
      status: 401,
      body: { code: 'TOKEN_EXPIRED', details: { message: 'bad token' } },
    })
  })

  test('is answered as it is when the token endpoint fails', async () => {
    const { auth, call, first, storeToken, storeSeed } = await startRefreshing()
    await storeToken(first.access_token, 3600)
    await storeSeed()
    auth.revoke(first.access_token)
    auth.say(() => new Response('sorry', { status: 503 }))
    expect(await call()).toMatchObject({ status: 401, body: { code: 'UPSTREAM_ERROR' } })
  })
})
