import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newSession } from './session-check.ts'
import { type Admin, acme, adminKey, openAdmin } from './testing/open-admin.ts'

let admin: Admin
let now: Date
const later = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000)
}
beforeEach(() => {
  now = new Date()
  admin = openAdmin({ now: () => now })
})
afterEach(() => admin.close())

const signIn = async (): Promise<Record<string, string>> => {
  const { headers, body } = await admin.send('POST', '/admin/session')
  const [cookie = ''] = (headers['set-cookie'] ?? '').split(';')
  return { cookie, 'x-session-token': body.token, 'sec-fetch-site': 'same-origin' }
}

const ask = (headers: Record<string, string>, method = 'GET', path = '/admin/session', body?: unknown) =>
  admin.send(method, path, { key: null, headers, body })

describe('a session', () => {
  test('lasts while it is used, and ends after 15 minutes without use', async () => {
    const session = await signIn()
    for (let n = 0; n < 4; n++) {
      later(14 * 60)
      expect((await ask(session)).status).toBe(200)
    }
    later(15 * 60)
    const { status, body } = await ask(session)
    expect([status, body.error]).toEqual([401, 'The session has ended; sign in again'])
  })

  test('ends after 8 hours, however much it is used', async () => {
    const session = await signIn()
    for (let n = 0; n < 8 * 6 - 1; n++) {
      later(10 * 60)
      expect((await ask(session)).status).toBe(200)
    }
    later(10 * 60)
    expect((await ask(session)).status).toBe(401)
  })
})

test('a session of a person whom an identity provider signed in ends where there is no provider any more', async () => {
  const secret = 's'.repeat(43)
  const person = { person_id: '0123456789ab', name: 'ada@example.com', role: 'operator', key_hash: null } as const
  const headers = { cookie: `patchbay=${secret}`, 'sec-fetch-site': 'same-origin' }
  const OIDC_ROLES = '{"groups": {"admins": "owner"}}'
  const withProvider = openAdmin({
    environment: { OIDC_ISSUER: 'https://idp.example.com', OIDC_CLIENT_ID: 'patchbay', OIDC_ROLES },
  })
  for (const each of [withProvider, admin]) await each.store.sessions.create(newSession(secret, person, now))
  const answers = [withProvider, admin].map((each) => each.send('GET', '/admin/session', { key: null, headers }))
  const [on, off] = await Promise.all(answers)
  await withProvider.close()
  expect(on?.body).toMatchObject({ key_id: '0123456789ab', name: 'ada@example.com', signed_in_by: 'oidc' })
  expect(off?.status).toBe(401)
})

/** What mints keys and tokens, stores secrets, copies the store and deletes. */
const sensitive: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/admin/keys'],
  ['DELETE', '/admin/keys/0123456789ab'],
  ['POST', '/admin/auth'],
  ['DELETE', '/admin/auth/acme/0123456789ab'],
  ['PUT', '/admin/tokens/acme/hubspot/sales-eu'],
  ['DELETE', '/admin/tokens/acme/hubspot/sales-eu'],
  ['POST', '/admin/seed-oauth'],
  ['PUT', '/admin/apps/hubspot'],
  ['PUT', '/admin/apps/hubspot/acme'],
  ['DELETE', '/admin/apps/hubspot'],
  ['POST', '/admin/connect'],
  ['DELETE', '/admin/connect/00000000-0000-7000-8000-000000000000'],
  ['DELETE', '/admin/tenants/acme'],
  ['POST', '/admin/backup'],
]

test.each(sensitive)('%s %s asks for the key again after 5 minutes', async (method, path) => {
  const session = await signIn()
  const refusedAs = async () => {
    const { headers } = await ask(session, method, path, method === 'DELETE' ? undefined : {})
    return headers['www-authenticate']
  }
  later(5 * 60 - 1)
  expect(await refusedAs()).toBeUndefined()
  later(1)
  expect(await refusedAs()).toBe('Session error="insufficient_user_authentication", max_age="300"')
  // Other changes go on, and a program with the key is never asked.
  expect((await ask(session, 'PUT', '/admin/tenants/acme', acme)).status).toBeLessThan(300)
  expect((await admin.send(method, path, { body: method === 'DELETE' ? undefined : {} })).status).not.toBe(401)
  const { headers } = await admin.send('POST', '/admin/session', {
    key: adminKey,
    headers: { cookie: session.cookie ?? '' },
  })
  expect(headers['set-cookie']).not.toContain(session.cookie)
})

test('a session begins with the key alone: a session makes no newer one', async () => {
  const session = await signIn()
  for (const seconds of [0, 5 * 60]) {
    later(seconds)
    const { status, headers } = await ask(session, 'POST')
    expect([status, headers['set-cookie']]).toEqual([401, undefined])
  }
  const { headers } = await ask(session, 'POST', '/admin/keys', {})
  expect(headers['www-authenticate']).toContain('insufficient_user_authentication')
})

describe('reads that the console repeats', () => {
  const readsOf = async (action: string) => (await admin.store.audit.query({ action, limit: 100 })).length

  test('are one entry a minute for each person and thing; changes and failures are an entry each', async () => {
    await admin.send('PUT', '/admin/tenants/acme', { body: acme })
    const [session, other] = [await signIn(), await signIn()]
    const read = (headers = session, path = '/admin/tenants/acme') => ask(headers, 'GET', path)
    for (let n = 0; n < 5; n++) expect((await read()).status).toBe(200)
    expect(await readsOf('get_tenant')).toBe(1)
    await read(other)
    expect(await readsOf('get_tenant')).toBe(1)
    later(59)
    await read()
    expect(await readsOf('get_tenant')).toBe(1)
    later(1)
    await read()
    expect(await readsOf('get_tenant')).toBe(2)
    for (let n = 0; n < 2; n++) await read(session, '/admin/tenants/nobody')
    expect(await readsOf('get_tenant')).toBe(4)
    for (let n = 0; n < 2; n++) await ask(session, 'PATCH', '/admin/tenants/acme', { name: 'Acme' })
    expect(await readsOf('patch_tenant')).toBe(2)
  })

  test('from another address, or of another person, are entries of their own', async () => {
    const made = (await admin.send('POST', '/admin/keys', { body: { name: 'Ada', role: 'viewer' } })).body
    const begun = await admin.send('POST', '/admin/session', { key: made.key })
    const [cookie = ''] = (begun.headers['set-cookie'] ?? '').split(';')
    const ada = { cookie, 'x-session-token': begun.body.token, 'sec-fetch-site': 'same-origin' }
    const mine = await signIn()
    const list = (headers: Record<string, string>, ip?: string) =>
      admin.send('GET', '/admin/tenants', { key: null, headers, ...(ip && { ip }) })
    for (const _ of ['first', 'again']) for (const each of [ada, mine]) await list(each)
    expect(await readsOf('list_tenants')).toBe(2)
    await list(mine, '203.0.113.9')
    expect(await readsOf('list_tenants')).toBe(3)
  })

  test('with an admin key are an entry each, as programs make them', async () => {
    for (let n = 0; n < 3; n++) await admin.send('GET', '/admin/tenants')
    expect(await readsOf('list_tenants')).toBe(3)
  })
})
