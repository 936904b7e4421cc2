import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { startTestGateway } from '../gateway.ts'

let gateway: Awaited<ReturnType<typeof startTestGateway>>
const keys: Record<string, string> = {}
beforeAll(async () => {
  gateway = await startTestGateway()
  for (const role of ['viewer', 'operator', 'owner']) {
    keys[role] = (await gateway.admin('POST', '/admin/keys', { name: `the ${role}`, role })).body.key
  }
})
afterAll(() => gateway.stop())

interface Session {
  readonly cookie: string
  readonly token: string
}

const signIn = async (key: string, headers: Record<string, string> = {}): Promise<Session> => {
  const answer = await gateway.send('POST', '/admin/session', { 'x-admin-key': key, ...headers })
  expect(answer.status).toBe(201)
  return { cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '', token: answer.body.token }
}

/** As the console asks: cookie, token, and what browsers say of where a request comes from. */
const headersOf = ({ cookie, token }: Session) => ({
  cookie,
  'x-session-token': token,
  'sec-fetch-site': 'same-origin',
})

const ask = (session: Session, method = 'GET', path = '/admin/session', body?: unknown) =>
  gateway.send(method, path, headersOf(session), body)

const refusal = async (answer: ReturnType<typeof gateway.send>) => {
  const { status, body } = await answer
  return [status, body?.code]
}

test('a session answers as its key does, and the audit log names the key', async () => {
  const session = await signIn(keys.operator ?? '')
  expect((await ask(session)).body).toMatchObject({ name: 'the operator', role: 'operator', token: session.token })
  const tenant = { name: 'Acme', status: 'active', providers: {} }
  expect((await ask(session, 'PUT', '/admin/tenants/acme', tenant)).status).toBe(201)
  const { entries } = (await gateway.admin('GET', '/admin/audit?limit=1&action=put_tenant')).body
  const { body } = await gateway.admin('GET', '/admin/keys')
  const { key_id } = body.keys.find(({ name }: { name: string }) => name === 'the operator')
  expect(entries[0].token_id).toBe(key_id)
})

test('the cookie is for this host, this path and scripts of nobody', async () => {
  const { headers } = await gateway.send('POST', '/admin/session', { 'x-admin-key': gateway.adminKey })
  const cookie = /^patchbay=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/
  expect(headers.get('set-cookie')).toMatch(cookie)
  const env = { BASE_URL: 'https://patchbay.example', ADMIN_PORT: '0' }
  const secure = await startTestGateway({ env })
  const made = await secure.send('POST', '/admin/session', { 'x-admin-key': secure.adminKey, host: 'patchbay.example' })
  await secure.stop()
  expect(made.headers.get('set-cookie')).toMatch(/^__Host-patchbay=.*; HttpOnly; SameSite=Strict; Secure$/)
})

test('a session that somebody else put into the browser is never taken over: each sign-in makes a new one', async () => {
  const planted = 'p'.repeat(43)
  const session = await signIn(gateway.adminKey, { cookie: `patchbay=${planted}` })
  expect(session.cookie).not.toContain(planted)
  expect(await refusal(ask({ cookie: `patchbay=${planted}`, token: '' }))).toEqual([401, 'AUTH_FAILED'])
  // The old one of the same browser ends.
  const next = await signIn(gateway.adminKey, { cookie: session.cookie })
  expect(await refusal(ask(session))).toEqual([401, 'AUTH_FAILED'])
  expect((await ask(next)).status).toBe(200)
})

describe('another site that makes the browser send a request', () => {
  test.each(['cross-site', 'same-site', 'none', undefined])('is refused (Sec-Fetch-Site: %s)', async (site) => {
    const { 'sec-fetch-site': _, ...headers } = headersOf(await signIn(gateway.adminKey))
    const sent = { ...headers, ...(site && { 'sec-fetch-site': site }) }
    for (const [method, path] of [
      ['GET', '/admin/tenants'],
      ['PUT', '/admin/tenants/evil'],
      ['POST', '/admin/keys'],
      ['PATCH', '/admin/tenants/evil'],
      ['DELETE', '/admin/tenants/evil'],
    ] as const) {
      expect(await refusal(gateway.send(method, path, sent, method === 'GET' ? undefined : {}))).toEqual([
        403,
        'FORBIDDEN',
      ])
    }
  })

  test.each(['PUT', 'POST', 'PATCH', 'DELETE'])('can not %s without the token of the session', async (method) => {
    const session = await signIn(gateway.adminKey)
    const other = await signIn(gateway.adminKey)
    const path = method === 'POST' ? '/admin/keys' : '/admin/tenants/evil'
    for (const token of ['', other.token, 'x'.repeat(64)]) {
      expect(await refusal(ask({ ...session, token }, method, path, {}))).toEqual([403, 'FORBIDDEN'])
    }
    expect(await refusal(ask(session, method, path, { name: 1 }))).not.toEqual([403, 'FORBIDDEN'])
  })

  test('gets no answer of CORS, and can not frame the console', async () => {
    const headers = { ...headersOf(await signIn(gateway.adminKey)), origin: 'https://evil.example' }
    const answer = await gateway.send('GET', '/admin/tenants', headers)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await gateway.send('OPTIONS', '/admin/session', { origin: 'https://evil.example' })
    expect(preflight.headers.get('access-control-allow-headers')).toBeNull()
    const page = await gateway.send('GET', '/console/audit', {})
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; " +
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    )
    expect(page.headers.get('x-frame-options')).toBe('DENY')
  })
})

test.each(['viewer', 'operator'])('a %s who makes requests by hand gets no more than the key may', async (role) => {
  const session = await signIn(keys[role] ?? '')
  const { status, body } = await ask(session, 'POST', '/admin/keys', { name: 'mine', role: 'owner' })
  expect([status, body.error]).toEqual([
    403,
    `This admin key has the role ${role}; create_admin_key needs the role owner`,
  ])
})

test('a session ends by signing out, with its key, and everywhere at once', async () => {
  const [here, there, mine] = [
    await signIn(keys.owner ?? ''),
    await signIn(keys.owner ?? ''),
    await signIn(keys.viewer ?? ''),
  ]
  expect((await ask(here, 'DELETE')).status).toBe(204)
  expect(await refusal(ask(here))).toEqual([401, 'AUTH_FAILED'])
  const again = await signIn(keys.owner ?? '')
  expect((await ask(again, 'DELETE', '/admin/sessions')).status).toBe(204)
  for (const ended of [there, again]) expect(await refusal(ask(ended))).toEqual([401, 'AUTH_FAILED'])
  const { key_id } = (await ask(mine)).body
  await gateway.admin('DELETE', `/admin/keys/${key_id}`)
  expect(await refusal(ask(mine))).toEqual([401, 'AUTH_FAILED'])
})

test('what a session has of secrets is in no audit entry and no answer but its own', async () => {
  const session = await signIn(gateway.adminKey)
  await ask(session, 'DELETE', '/admin/tenants/nobody')
  const { text } = await createClient(gateway.url, gateway.adminKey).admin('GET', '/admin/audit?limit=1000')
  for (const secret of [session.cookie.split('=')[1] ?? '', session.token, gateway.adminKey]) {
    expect(text).not.toContain(secret)
  }
})
