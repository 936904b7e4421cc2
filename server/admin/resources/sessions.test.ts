// Test lanes: slow

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newSession } from '../route/session/session-check.ts'
import { type Admin, acme, adminKey, openAdmin } from '../testing/open-admin.ts'

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

const signIn = async (key = adminKey): Promise<Record<string, string>> => {
  const { headers, body } = await admin.send('POST', '/admin/session', { key })
  const [cookie = ''] = (headers['set-cookie'] ?? '').split(';')
  return { cookie, 'x-session-token': body.token, 'sec-fetch-site': 'same-origin' }
}

/** Why the session has ended, as the console reads it. */
const whyOver = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  /reason="(.+)"/.exec(headers['www-authenticate'] ?? '')?.[1]

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
    const answer = await ask(session)
    expect([answer.status, answer.body.error]).toEqual([401, 'The session has ended; sign in again'])
    expect(whyOver(answer)).toBe('idle')
  })

  test('ends after 8 hours, however much it is used', async () => {
    const session = await signIn()
    for (let n = 0; n < 8 * 6 - 1; n++) {
      later(10 * 60)
      expect((await ask(session)).status).toBe(200)
    }
    later(10 * 60)
    const answer = await ask(session)
    expect([answer.status, whyOver(answer)]).toEqual([401, 'lifetime'])
  })

  test('says that its key was revoked, or that it was ended in another browser', async () => {
    const { body: key } = await admin.send('POST', '/admin/keys', { body: { name: 'ada', role: 'operator' } })
    const [ofKey, ended] = [await signIn(key.key), await signIn()]
    await admin.send('DELETE', `/admin/keys/${key.key_id}`)
    await ask(ended, 'DELETE')
    const answers = await Promise.all([ofKey, ended].map((session) => ask(session)))
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
    expect(answers.map(whyOver)).toEqual(['key', 'signed-out'])
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

/** Routes that mint keys and tokens, store secrets, copy the store and delete. */
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

describe('five minutes after the sign-in', () => {
  /** The options before the change. */
  const narrow = { allow: ['hubspot:*', 'stripe:read'], deny: ['hubspot:create'] }
  const options = { ...narrow, allow_raw: false, self_connect: false, code: false }
  const inAnHour = () => Math.floor(now.getTime() / 1000) + 3600

  /** Makes the change with a session that is too old, and says whether it was refused until the key is shown again. */
  const isRefused = async (method: string, path: string, body: unknown): Promise<boolean> => {
    const { status, headers } = await ask(session, method, path, body)
    const wantsKey = headers['www-authenticate'] === 'Session error="insufficient_user_authentication", max_age="300"'
    expect(status).toBe(wantsKey ? 401 : 200)
    return wantsKey
  }

  let session: Record<string, string>
  let token: string
  beforeEach(async () => {
    await admin.call('PUT', '/admin/tenants/acme', { body: { ...acme, options } })
    await admin.call('PUT', '/admin/tokens/acme/hubspot/sales-us', { body: { access_token: 'kept' } })
    const registration = await admin.call('POST', '/admin/auth', {
      body: { tenant_id: 'acme', ...narrow, expires_at: inAnHour(), calls_per_minute: 5 },
    })
    token = `/admin/auth/acme/${registration.body.token_id}`
    session = await signIn()
    later(5 * 60)
  })

  const without = { ...acme.providers.hubspot, accounts: acme.providers.hubspot.accounts.slice(0, 1) }

  test('accounts are pruned for whoever shows the key again, and their credentials stay until then', async () => {
    const pruned = '/admin/tenants/acme?prune=true'
    const body = { ...acme, options, providers: { ...acme.providers, hubspot: without } }
    expect(await isRefused('PUT', pruned, body)).toBe(true)
    expect(await isRefused('PATCH', pruned, { providers: { hubspot: without } })).toBe(true)
    expect((await admin.call('GET', '/admin/tokens/acme/hubspot/sales-us')).status).toBe(200)
    session = await signIn()
    expect(await isRefused('PATCH', pruned, { providers: { hubspot: without } })).toBe(false)
    expect((await admin.call('GET', '/admin/tokens/acme/hubspot/sales-us')).status).toBe(404)
  })

  test.each<[what: string, options: object, isAsked: boolean]>([
    ['an allow list that goes', { allow: null }, true],
    ['an allow list that grows', { allow: ['hubspot:*', 'stripe:read', 'stripe:write'] }, true],
    ['an allow list of which one pattern grows', { allow: ['hubspot:*', 'stripe:*'] }, true],
    ['a deny list that goes', { deny: null }, true],
    ['a deny list that covers less', { deny: ['hubspot:create@sales-eu'] }, true],
    ['raw requests', { allow_raw: true }, true],
    ['links for callers', { self_connect: true }, true],
    ['code', { code: true }, true],
    ['code, as it is by default', { code: null }, true],
    ['an allow list that shrinks', { allow: ['hubspot:read'] }, false],
    ['an allow list in another order', { allow: ['stripe:read', 'hubspot:write', 'hubspot:read'] }, false],
    ['a deny list that grows', { deny: ['hubspot:write', 'stripe:*'] }, false],
    ['a limit of calls in place of that by address', { calls_per_minute: 1000 }, true],
    ['other tools', { tools: 'search' }, false],
  ])("%s in a tenant's options", async (_what, changed, refused) => {
    expect(await isRefused('PATCH', '/admin/tenants/acme', { options: changed })).toBe(refused)
    const members = Object.entries({ ...options, ...changed }).filter(([, value]) => value !== null)
    const body = { ...acme, options: Object.fromEntries(members) }
    expect(await isRefused('PUT', '/admin/tenants/acme', body)).toBe(refused)
    const stored = (await admin.call('GET', '/admin/tenants/acme')).body.options
    if (refused) expect(stored).toMatchObject(options)
  })

  test('a PUT without options, which would take the policy away', async () => {
    expect(await isRefused('PUT', '/admin/tenants/acme', acme)).toBe(true)
  })

  test('a new tenant, whose options say nothing, needs no key; one that allows raw requests does', async () => {
    expect((await ask(session, 'PUT', '/admin/tenants/initech', acme)).status).toBe(201)
    expect(await isRefused('PUT', '/admin/tenants/globex', { ...acme, options: { allow_raw: true } })).toBe(true)
  })

  test.each<[what: string, members: () => object, isAsked: boolean]>([
    ['an allow list that goes', () => ({ allow: null }), true],
    ['an allow list that grows', () => ({ allow: ['hubspot:*', 'stripe:*'] }), true],
    ['a deny list that goes', () => ({ deny: [] }), true],
    ['an expiry put off', () => ({ expires_at: inAnHour() + 1 }), true],
    ['an expiry that goes', () => ({ expires_at: null }), true],
    ['an allow list that shrinks', () => ({ allow: ['stripe:read'] }), false],
    ['an earlier expiry', () => ({ expires_at: inAnHour() - 600 }), false],
    ['a limit of calls that goes', () => ({ calls_per_minute: null }), true],
    ['a lower limit of calls', () => ({ calls_per_minute: 4 }), false],
    ['a label', () => ({ label: 'The nightly import' }), false],
  ])('%s of a token', async (_what, members, refused) => {
    expect(await isRefused('PATCH', token, members())).toBe(refused)
    const { allow, deny } = (await admin.call('GET', token)).body
    if (refused) expect({ allow, deny }).toEqual(narrow)
  })

  test('a program with the key is never asked', async () => {
    const wide = { options: { allow: null, deny: null, allow_raw: true } }
    expect((await admin.call('PATCH', '/admin/tenants/acme', { body: wide })).status).toBe(200)
    expect((await admin.call('PATCH', token, { body: { allow: null, expires_at: null } })).status).toBe(200)
  })
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
    for (let n = 0; n < 2; n++) await read(session, '/admin/tenants/NO')
    expect(await readsOf('get_tenant')).toBe(4)
    for (let n = 0; n < 2; n++) await ask(session, 'PATCH', '/admin/tenants/acme', { name: 'Acme' })
    expect(await readsOf('patch_tenant')).toBe(2)
  })

  test('of what is not there are no entries: screens look whether there is a plan, a snapshot, a call', async () => {
    await admin.send('PUT', '/admin/tenants/acme', { body: acme })
    const session = await signIn()
    for (const path of [
      '/admin/billing/acme',
      '/admin/system-health',
      '/admin/calls/abcdef',
      '/admin/tenants/nobody',
    ]) {
      expect((await ask(session, 'GET', path)).status).toBe(404)
    }
    expect((await ask(session, 'DELETE', '/admin/tenants/nobody')).status).toBe(404)
    expect(await admin.store.audit.query({ outcome: 'error', limit: 10 })).toMatchObject([{ action: 'delete_tenant' }])
    await admin.send('GET', '/admin/tenants/nobody')
    expect(await readsOf('get_tenant')).toBe(1)
  })

  test('are also checks of a policy, which change nothing', async () => {
    await admin.send('PUT', '/admin/tenants/acme', { body: acme })
    const session = await signIn()
    for (let n = 0; n < 3; n++) await ask(session, 'POST', '/admin/policies/acme/check', { deny: ['*:write'] })
    expect(await readsOf('check_policy')).toBe(1)
  })

  test('from another address, or of another person, are entries of their own', async () => {
    const ownKey = (await admin.send('POST', '/admin/keys', { body: { name: 'Ada', role: 'viewer' } })).body
    const begun = await admin.send('POST', '/admin/session', { key: ownKey.key })
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
