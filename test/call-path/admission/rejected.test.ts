// Test lanes: both-stores, long-on-mongodb

import { beforeEach, describe, expect, it } from 'vitest'
import { answer, drop } from '../../providers/scripted.ts'
import { fixture, variant } from '../fixture-provider.ts'
import { secret, startFixture } from '../start-fixture.ts'

const named = variant('named', {
  probe: { action: 'get', params: { id: '1' }, identity: ['/team/name', '/user', '/none'] },
})
const { probe: _, ...blind } = variant('blind', {})
const { gateway, upstream, call } = await startFixture({
  providers: [fixture, named, blind, variant('spare', {})],
  credentials: { spare: null },
})

const get = { action: 'get', id: '1' }
const works = answer(200, { ok: true })
const unauthorized = answer(401, { fault: { words: `the key ${secret} was revoked` } })

const stateOf = async (path = 'acme/fixture/main') => (await gateway.admin('GET', `/admin/tokens/${path}`)).body
const testOf = (path = 'acme/fixture/main') => gateway.admin('POST', `/admin/tokens/${path}/test`)

/** The number of writes of verdicts so far. */
const writes = async (): Promise<number> => {
  const { text } = await gateway.send('GET', '/metrics', {})
  return Number(/duration_seconds_count\{port="credentials",method="judge"\} (\d+)/.exec(text)?.[1] ?? 0)
}

beforeEach(async () => {
  for (const id of ['fixture', 'named'])
    await gateway.admin('PUT', `/admin/tokens/acme/${id}/main`, { access_token: secret })
})

describe('a credential that the provider answers with 401', () => {
  it('is rejected until a call with it succeeds', async () => {
    expect((await call(get, [unauthorized])).status).toBe(401)
    expect(await stateOf()).toMatchObject({ state: 'rejected', rejected_at: expect.stringMatching(/^2/) })
    await call(get, [answer(404, {})])
    expect((await stateOf()).state).toBe('rejected')
    expect((await call(get, [works])).status).toBe(200)
    const { state, rejected_at } = await stateOf()
    expect([state, rejected_at]).toEqual(['valid', undefined])
  })

  it('is rejected until another is stored', async () => {
    await call(get, [unauthorized])
    await gateway.admin('PUT', '/admin/tokens/acme/fixture/main', { access_token: 'another' })
    expect((await stateOf()).state).toBe('valid')
  })

  it('is written when its state changes, not for each call', async () => {
    const before = await writes()
    for (let n = 0; n < 5; n++) await call(get, [unauthorized])
    expect((await writes()) - before).toBe(1)
    for (let n = 0; n < 5; n++) await call(get, [works])
    expect((await writes()) - before).toBe(2)
    // As by a vendor that answers 401 for a missing permission.
    for (let n = 0; n < 5; n++) {
      await call(get, [unauthorized])
      await call(get, [works])
    }
    expect((await writes()) - before).toBe(2)
    await Promise.all(Array.from({ length: 5 }, () => call(get, [works])))
    expect((await writes()) - before).toBe(2)
  })

  it('isn’t rejected by any other failure', async () => {
    for (const failure of [answer(403, {}), answer(500, {}), drop()])
      await call({ action: 'create', name: 'x' }, [failure])
    expect((await stateOf()).state).toBe('valid')
  })
})

describe('POST /admin/tokens/…/test', () => {
  it('says that the credential works, and whose it is', async () => {
    upstream.play(answer(200, { team: { name: 'Acme' }, user: 'bot' }))
    expect((await testOf('acme/named/main')).body).toEqual({
      ok: true,
      status: 200,
      reason: null,
      identity: 'Acme, bot',
    })
    upstream.play(works)
    expect((await testOf('acme/named/main')).body).toEqual({ ok: true, status: 200, reason: null })
  })

  it('says why it does not, and keeps that until a test succeeds', async () => {
    upstream.play(unauthorized)
    const reason = 'Fixture answered 401: the key [redacted] was revoked'
    expect(await testOf()).toMatchObject({ status: 200, body: { ok: false, status: 401, reason } })
    expect((await stateOf()).state).toBe('rejected')
    upstream.play(answer(500, {}))
    expect((await testOf()).body).toEqual({ ok: false, status: 500, reason: 'Fixture answered 500' })
    expect((await stateOf()).state).toBe('rejected')
    upstream.play(works)
    expect((await testOf()).body.ok).toBe(true)
    expect((await stateOf()).state).toBe('valid')
  })

  it('of one that has expired says so without asking the provider', async () => {
    await gateway.admin('PUT', '/admin/tokens/acme/fixture/main', { access_token: secret, expires_at: 1 })
    const asked = upstream.requests.length
    expect((await testOf()).body).toEqual({
      ok: false,
      status: 401,
      reason: 'It has expired, and nothing refreshes it',
    })
    expect(upstream.requests).toHaveLength(asked)
  })

  it.each([
    ['acme/spare/main', 404, 'TOKEN_MISSING'],
    ['acme/fixture/nowhere', 404, 'CONFIG_MISSING'],
    ['acme/nothing/main', 404, 'CONFIG_MISSING'],
    ['acme/constructor/main', 404, 'CONFIG_MISSING'],
    ['nobody/fixture/main', 404, 'TENANT_NOT_FOUND'],
    ['acme/blind/main', 409, 'CONFLICT'],
  ])('of %s is %i %s', async (path, status, code) => {
    expect(await testOf(path)).toMatchObject({ status, body: { code } })
  })
})

describe('lists', () => {
  const list = async (search: string) => (await gateway.admin('GET', `/admin/tokens${search}`)).body
  const paths = (credentials: readonly Record<string, string>[]) =>
    credentials.map(({ tenant_id, provider, account_id, state }) => `${tenant_id}/${provider}/${account_id} ${state}`)

  it('of a tenant and of all show each credential with its state, in order, page by page', async () => {
    await gateway.seed('globex', { fixture: 'g', blind: 'g' })
    await gateway.seed('abc', { fixture: { access_token: 'a', expires_at: 1 } })
    await call(get, [unauthorized])
    const ofAcme = ['acme/blind/main valid', 'acme/fixture/main rejected', 'acme/named/main valid']
    expect(paths((await list('/acme')).credentials)).toEqual(ofAcme)
    const all = ['abc/fixture/main expired', ...ofAcme, 'globex/blind/main valid', 'globex/fixture/main valid']
    expect(paths((await list('')).credentials)).toEqual(all)

    const seen: string[] = []
    let cursor: string | null = ''
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...paths(page.credentials))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(all)
    expect(paths((await list('?state=rejected')).credentials)).toEqual(['acme/fixture/main rejected'])
    expect(JSON.stringify(await list(''))).not.toContain(secret)
  })

  it('of an unknown tenant is 404, and nobody sees one without an admin key', async () => {
    expect(await gateway.admin('GET', '/admin/tokens/nobody')).toMatchObject({ status: 404 })
    for (const [method, path] of [
      ['GET', '/admin/tokens'],
      ['GET', '/admin/tokens/acme'],
      ['POST', '/admin/tokens/acme/fixture/main/test'],
    ] as const) {
      expect((await gateway.send(method, path, {})).status, path).toBe(401)
    }
  })
})
