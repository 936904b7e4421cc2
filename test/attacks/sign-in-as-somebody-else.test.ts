// Test lanes: slow

/** Sign-ins to the console that an attacker bends: none of them ends in a session that the attacker may use, or the victim doesn't know. */
import { generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ada,
  clientId,
  clientSecret,
  createPerson,
  type Issuer,
  now,
  type Person,
  startIssuer,
} from '../console/start-issuer.ts'
import { startTestGateway } from '../gateway.ts'

let issuer: Issuer
let gateway: Awaited<ReturnType<typeof startTestGateway>>
let person: Person
beforeAll(async () => {
  issuer = await startIssuer()
  gateway = await startTestGateway({ env: issuer.env })
  person = createPerson(gateway.url)
})
afterAll(async () => {
  await gateway.stop()
  await issuer.stop()
})
beforeEach(() => issuer.behave())

const refusedAs = (problem: string, path = '/console') => ({
  status: 303,
  location: `${path}?problem=${problem}`,
  cookie: '',
})

test('a good sign-in gives a session of the person', async () => {
  const { status, location, cookie } = await person.signIn('?to=/console/tenants%3Fstatus%3Dactive')
  expect([status, location]).toEqual([303, '/console/tenants?status=active'])
  const { body } = await person.ask(cookie)
  expect(body).toMatchObject({ name: 'ada@example.com', role: 'owner', signed_in_by: 'oidc' })
  const { entries } = (await gateway.admin('GET', '/admin/audit?action=sign_in&limit=1')).body
  expect(entries).toMatchObject([{ outcome: 'ok', token_id: body.key_id, key: 'session/ada@example.com (ada-1)' }])
})

const hour = 3600

describe('an ID token', () => {
  test.each<[what: string, claims: () => Record<string, unknown>]>([
    ['for another client', () => ({ aud: 'another-client' })],
    ['for two clients, without who asked for it', () => ({ aud: [clientId, 'another-client'] })],
    ['for two clients, that the other one asked for', () => ({ aud: [clientId, 'another'], azp: 'another' })],
    ['that another client asked for', () => ({ azp: 'another-client' })],
    ['for nobody', () => ({ aud: undefined })],
    ['of another issuer', () => ({ iss: 'https://mallory.example' })],
    ['of no issuer', () => ({ iss: undefined })],
    ['that has expired', () => ({ iat: now() - 2 * hour, exp: now() - hour })],
    ['that never expires', () => ({ exp: undefined })],
    ['that is not valid yet', () => ({ nbf: now() + hour })],
    ['of another sign-in', () => ({ nonce: 'n'.repeat(43) })],
    ['of no sign-in', () => ({ nonce: undefined })],
    ['without a subject', () => ({ sub: undefined })],
    ['with a subject that is not a text', () => ({ sub: 1 })],
  ])('%s is refused', async (_what, claims) => {
    issuer.behave({ claims: claims() })
    expect(await person.signIn()).toEqual(refusedAs('invalid'))
  })

  test('that somebody else signed, or nobody, is refused', async () => {
    const lax = await startIssuer()
    lax.behave({ metadata: { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] } })
    const other = await startTestGateway({ env: lax.env })
    const someone = createPerson(other.url)
    const { privateKey } = await generateKeyPair('RS256')
    const [{ kid = '' } = {}] = lax.keys.toJSON()
    const secret = new TextEncoder().encode(clientSecret.padEnd(32, '.'))
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forge = [
      (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
      (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'new' }).sign(privateKey),
      (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(secret),
      (claims: JWTPayload) => `${part({ alg: 'none' })}.${part(claims)}.`,
    ]
    const signInWith = async (sign: (typeof forge)[number]) => {
      const { location, cookie } = await someone.begin()
      const back = await someone.atProvider(location)
      const nonce = new URL(location).searchParams.get('nonce')
      const good = { iss: lax.issuer, aud: clientId, iat: now(), exp: now() + 300, auth_time: now() }
      lax.behave({ idToken: await sign({ ...ada, ...good, nonce }) })
      return someone.comeBack(back, cookie)
    }
    for (const sign of forge) expect(await signInWith(sign)).toEqual(refusedAs('invalid'))
    // The same with the right key is taken, so it was the signature that was refused.
    const own = await importJWK(lax.keys.toJSON(true)[0] as JWK, 'RS256')
    const taken = await signInWith((claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(own))
    expect(taken.cookie).toContain('patchbay=')
    await Promise.all([other.stop(), lax.stop()])
  })
})

describe('what the browser brings back', () => {
  test.each<[what: string, sentBack: Record<string, string>, problem: string]>([
    ['with another state', { state: 's'.repeat(43) }, 'expired'],
    ['without a state', { state: '' }, 'expired'],
    ['from another issuer (mix-up, RFC 9207)', { iss: 'https://mallory.example' }, 'invalid'],
    ['with a code of somebody else, which the verifier does not fit', { code: 'stolen' }, 'invalid'],
    ['without a code', { code: '' }, 'invalid'],
    ['with a token beside the code', { id_token: 'x' }, 'invalid'],
    ['with a no of the provider', { code: '', error: 'access_denied', error_description: '<b>call 555</b>' }, 'denied'],
  ])('%s is refused', async (_what, sentBack, problem) => {
    issuer.behave({ sentBack })
    expect(await person.signIn()).toEqual(refusedAs(problem))
  })

  test('needs the issuer where the provider promises to name it', async () => {
    const metadata = { authorization_response_iss_parameter_supported: true }
    const strict = await startIssuer()
    const other = await startTestGateway({ env: strict.env })
    strict.behave({ metadata })
    const someone = createPerson(other.url)
    expect(await someone.signIn()).toEqual(refusedAs('invalid'))
    strict.behave({ metadata, sentBack: { iss: strict.issuer } })
    expect((await someone.signIn()).cookie).toContain('patchbay=')
    await Promise.all([other.stop(), strict.stop()])
  })

  test('works once', async () => {
    const begun = await person.begin()
    const location = await person.atProvider(begun.location)
    expect((await person.comeBack(location, begun.cookie)).cookie).toContain('patchbay=')
    const asked = issuer.tokenRequests.length
    expect(await person.comeBack(location, begun.cookie)).toEqual(refusedAs('expired'))
    expect(issuer.tokenRequests).toHaveLength(asked)
  })

  test('is of no use in another browser: the victim is not signed in as the attacker (login CSRF), nor the other way round', async () => {
    const [mine, theirs] = [await person.begin(), await person.begin()]
    const location = await person.atProvider(mine.location)
    for (const cookie of [theirs.cookie, '', `patchbay-sign-in=${'x'.repeat(43)}`, 'patchbay-sign-in=a.b.c.d.e']) {
      expect(await person.comeBack(location, cookie)).toEqual(refusedAs('expired'))
    }
    // It was not the fault of the browser that began.
    expect((await person.comeBack(location, mine.cookie)).cookie).toContain('patchbay=')
  })
})

test('any gateway with the same keys goes on with what another began, also on listeners of their own', async () => {
  const PATCHBAY_KEYS = `k:${Buffer.alloc(32, 'k').toString('base64url')}`
  const start = () => startTestGateway({ env: { ...issuer.env, PATCHBAY_KEYS, ADMIN_PORT: '0' } })
  const [first, second] = [await start(), await start()]
  const [here, there] = [createPerson(first.adminUrl), createPerson(second.adminUrl)]
  const begun = await here.begin('?to=/console/audit')
  const back = await here.atProvider(begun.location)
  expect(back.startsWith(`${first.adminUrl}/console/oidc/callback?`)).toBe(true)
  const { cookie, location } = await there.comeBack(back.replace(first.adminUrl, second.adminUrl), begun.cookie)
  expect([location, (await there.ask(cookie)).body.name]).toEqual(['/console/audit', 'ada@example.com'])
  // The public listener has none of it.
  expect((await createPerson(first.url).begin()).status).toBe(404)
  await Promise.all([first.stop(), second.stop()])
})

test('another site does not begin a sign-in', async () => {
  const before = issuer.asked.length
  for (const site of ['cross-site', 'same-site', 'none', undefined]) {
    const headers: Record<string, string> = site === undefined ? {} : { 'sec-fetch-site': site }
    expect(await person.begin('?to=/console/audit', headers)).toEqual({ status: 303, location: '/console', cookie: '' })
  }
  expect(issuer.asked).toHaveLength(before)
})

test('nobody is sent elsewhere after a sign-in', async () => {
  for (const to of [
    'https://mallory.example/console',
    '//mallory.example/console',
    '/\\mallory.example/console',
    '/console/../admin/keys',
    '/console/%2e%2e/admin',
    '/consoles',
    'javascript:alert(1)',
    `/console/${'x'.repeat(5000)}`,
    'console',
    '',
  ]) {
    const { location, cookie } = await person.signIn(`?${new URLSearchParams({ to })}`)
    expect([to, location, cookie]).toEqual([to, '/console', expect.stringContaining('patchbay=')])
  }
})

test('a session that somebody put into the browser is not taken over, and that of the browser ends', async () => {
  const planted = `patchbay=${'p'.repeat(43)}`
  const first = await person.signIn('', planted)
  expect(first.cookie).not.toBe(planted)
  expect((await person.ask(planted)).status).toBe(401)
  const second = await person.signIn('', first.cookie)
  expect((await person.ask(first.cookie)).status).toBe(401)
  expect((await person.ask(second.cookie)).status).toBe(200)
})

describe('roles', () => {
  test.each<[what: string, claims: Record<string, unknown>, role: string | undefined]>([
    ['a value of the claim', { groups: ['support'] }, 'viewer'],
    ['the highest of several', { groups: ['support', 'operations', 'others'] }, 'operator'],
    ['a claim that is a text', { groups: 'operations' }, 'operator'],
    ['a verified address', { groups: [], email: 'root@example.com' }, 'owner'],
    ['an address that nobody verified', { groups: [], email: 'root@example.com', email_verified: false }, undefined],
    [
      'an address of which nothing is said',
      { groups: [], email: 'root@example.com', email_verified: undefined },
      undefined,
    ],
    ['other values', { groups: ['Support', 'patchbay-admins,support'] }, undefined],
    ['a name that every object has', { groups: ['constructor', '__proto__', 'toString'] }, undefined],
    ['values that are not texts', { groups: [{ 'patchbay-admins': true }, ['support'], 1, null] }, undefined],
    ['no claim', { groups: undefined }, undefined],
  ])('%s', async (_what, claims, role) => {
    issuer.behave({ claims })
    const { cookie, location } = await person.signIn()
    if (role === undefined) expect([cookie, location]).toEqual(['', '/console?problem=no-role'])
    else expect((await person.ask(cookie)).body.role).toBe(role)
  })

  test('someone without a role is named in the audit log; a viewer who makes requests by hand gets no more', async () => {
    issuer.behave({ claims: { sub: 'eve-1', email: 'eve@example.com', groups: [] } })
    await person.signIn()
    const { entries } = (await gateway.admin('GET', '/admin/audit?action=sign_in&limit=1')).body
    expect(entries).toMatchObject([{ outcome: 'error', code: 'FORBIDDEN', key: 'session/eve@example.com (eve-1)' }])
    issuer.behave({ claims: { groups: ['support'] } })
    const { cookie } = await person.signIn()
    const { token } = (await person.ask(cookie)).body
    const { status, body } = await person.ask(cookie, 'POST', '/admin/keys', token, { name: 'mine', role: 'owner' })
    expect([status, body.error]).toEqual([403, 'You have the role viewer; create_admin_key needs the role owner'])
  })

  test('a name of many lines, or one that is a script, is text on one line', async () => {
    issuer.behave({ claims: { email: undefined, preferred_username: `ADMIN\n\u202e<script>${'x'.repeat(200)}` } })
    const { cookie } = await person.signIn()
    expect((await person.ask(cookie)).body.name).toBe(`ADMIN <script>${'x'.repeat(86)}`)
  })
})

describe('a browser that somebody left open', () => {
  const renewal = /prompt=login&max_age=300$/
  const refusal = 'Session error="insufficient_user_authentication", max_age="300"'

  test('is asked for a fresh sign-in: one that the provider merely repeats does not count, whatever was asked', async () => {
    issuer.behave({ claims: { auth_time: now() - 301 } })
    const { cookie } = await person.signIn()
    const { token, key_id } = (await person.ask(cookie)).body
    const remove = (session: string, proof: string) => person.ask(session, 'DELETE', '/admin/tenants/nobody', proof)
    const refused = await remove(cookie, token)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, refusal])
    expect(refused.body.error).toContain('sign in again at your identity provider')

    const stale = await person.signIn('?renew', cookie)
    expect([stale.location, stale.cookie]).toEqual(['/console/signed-in?problem=not-fresh', ''])
    expect(issuer.asked.at(-1)?.search).toMatch(renewal)
    expect((await person.ask(cookie)).status).toBe(200)

    issuer.behave()
    const fresh = await person.signIn('?renew', cookie)
    expect(fresh.location).toBe('/console/signed-in')
    const { body } = await person.ask(fresh.cookie)
    expect(body.key_id).toBe(key_id)
    expect((await remove(fresh.cookie, body.token)).status).toBe(404)
    expect((await person.ask(cookie)).status).toBe(401)
  })

  test.each([undefined, 'now', now() + 10 * hour])('gets no fresh sign-in by an auth_time of %s', async (auth_time) => {
    issuer.behave({ claims: { auth_time } })
    const { cookie } = await person.signIn()
    const until = cookie === '' ? undefined : (await person.ask(cookie)).body.confirmed_until
    // A clock of the provider that is ahead makes no sign-in last longer.
    if (typeof auth_time === 'number') expect(until).toBeLessThanOrEqual(now() + 300)
    else expect(until === undefined || until === 300).toBe(true)
  })
})

test('signing out everywhere ends the sessions of this person, and of no other with the same address', async () => {
  const mine = [await person.signIn(), await person.signIn()]
  issuer.behave({ claims: { sub: 'ada-2' } })
  const other = await person.signIn()
  const { token } = (await person.ask(mine[0]?.cookie ?? '')).body
  expect((await person.ask(mine[0]?.cookie ?? '', 'DELETE', '/admin/sessions', token)).status).toBe(204)
  for (const { cookie } of mine) expect((await person.ask(cookie)).status).toBe(401)
  expect((await person.ask(other.cookie)).status).toBe(200)
})

test('an owner ends the sessions of anybody, whom the audit log names; others end their own only', async () => {
  const lost = await person.signIn()
  const { key_id } = (await person.ask(lost.cookie)).body
  const end = (cookie: string, token: string, id = key_id) =>
    person.ask(cookie, 'DELETE', `/admin/sessions?key_id=${id}`, token)
  for (const group of ['operations', 'support']) {
    issuer.behave({ claims: { sub: group, groups: [group] } })
    const { cookie } = await person.signIn()
    const { token, key_id: own } = (await person.ask(cookie)).body
    expect((await end(cookie, token)).status).toBe(403)
    expect((await end(cookie, token, own)).status).toBe(204)
    expect((await person.ask(cookie)).status).toBe(401)
  }
  expect((await person.ask(lost.cookie)).status).toBe(200)
  expect((await gateway.admin('DELETE', `/admin/sessions?key_id=${key_id}`)).status).toBe(204)
  expect((await person.ask(lost.cookie)).status).toBe(401)
  const { entries } = (await gateway.admin('GET', '/admin/audit?action=sign_out_everywhere&limit=1')).body
  expect(entries).toMatchObject([{ outcome: 'ok', key: `sessions/${key_id}` }])
})

test('what a sign-in has of secrets is in no address, answer or audit entry', async () => {
  const begun = await person.begin()
  const location = await person.atProvider(begun.location)
  const { cookie } = await person.comeBack(location, begun.cookie)
  const { text } = await gateway.admin('GET', '/admin/audit?limit=1000')
  const verifier = String(issuer.tokenRequests.at(-1)?.body.code_verifier)
  const secrets = [clientSecret, verifier, cookie.split('=')[1], new URL(location).searchParams.get('code')]
  for (const secret of secrets) {
    expect(secret?.length).toBeGreaterThan(20)
    for (const shown of [text, begun.location]) expect(shown).not.toContain(secret)
  }
  const config = await gateway.admin('GET', '/admin/configuration')
  expect(config.text).toContain(issuer.issuer)
  expect(config.text).not.toContain(clientSecret)
})

test('the secret goes by HTTP Basic where the provider takes it', async () => {
  await person.signIn()
  expect(issuer.tokenRequests.at(-1)?.authorization).toBe(`Basic ${btoa(`${clientId}:${clientSecret}`)}`)
})

test('codes that the provider refuses are counted, and from then on it is not asked', async () => {
  const limited = await startTestGateway({ env: { ...issuer.env, FAILED_LOGINS_PER_MINUTE: '2' } })
  const stranger = createPerson(limited.url)
  // Images of another site are not people who comes back.
  for (const dest of ['image', 'iframe', 'empty']) {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest }
    const callback = `${limited.url}/console/oidc/callback?state=x&code=y`
    const { headers: answered } = await fetch(callback, { redirect: 'manual', headers })
    expect(answered.get('location')).toBe('/console')
  }
  issuer.behave({ claims: { nonce: 'n'.repeat(43) } })
  for (const _ of [1, 2]) expect(await stranger.signIn()).toEqual(refusedAs('invalid'))
  const asked = issuer.tokenRequests.length
  expect(await stranger.signIn()).toEqual(refusedAs('busy'))
  expect(issuer.tokenRequests).toHaveLength(asked)
  await limited.stop()
})
