import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '../../../server/configuration/configuration.ts'
import { type Gateway, startGateway } from '../../../server/gateway.ts'
import { loadRegistry } from '../../../server/registry.ts'
import { answered } from '../../client.ts'
import { temporaryFolder, testAdminKey, testEnvironment } from '../../gateway.ts'

const registry = await loadRegistry()

const dataDir = temporaryFolder()

const noSuchPage = 'The documentation has no such page; /docs/guide/ lists them'

/** The mounts that anybody may call, and how they answer who sends nothing of use. */
const open: Readonly<Record<string, readonly [status: number, error?: string]>> = {
  'GET /health': [200],
  'GET /.well-known/oauth-protected-resource': [200],
  'GET /.well-known/oauth-protected-resource/mcp': [200],
  'GET /mcp/.well-known/oauth-protected-resource': [200],
  'GET /.well-known/oauth-authorization-server': [200],
  'POST /oauth/register': [400, 'invalid_redirect_uri'],
  'GET /oauth/authorize': [400],
  'POST /oauth/authorize': [400],
  'POST /oauth/token': [400, 'invalid_request'],
  'POST /oauth/revoke': [400, 'invalid_request'],
  'GET /oauth/grants': [200],
  'POST /oauth/grants': [400],
  'GET /connect/:secret': [404],
  'POST /connect/:secret': [400],
  'GET /connect/callback/:provider': [403],
  'POST /connect/confirm': [400],
  'GET /connect/client/:provider': [404, 'No vendor reads a document here'],
  'GET /connect/result/:hash': [404],
  'GET /approve/:secret': [404],
  'POST /approve/:secret': [404],
  'GET /token/:secret': [404],
  'POST /token/:secret': [404],
  'GET /files/:secret': [404, 'This link is not valid: it holds for one download, and for ten minutes'],
  'GET /console': [200],
  'GET /console/*': [200],
  'GET /console/oidc': [303],
  'GET /console/oidc/callback': [303],
  'GET /console/assets/:file': [404, 'The console has no such file; load the page again'],
  'GET /openapi.json': [200],
  'GET /docs': [200],
  'GET /docs/errors': [200],
  'GET /docs/:file': [404, 'The API reference has no such file'],
  'GET /docs/guide': [308],
  'GET /docs/guide/*': [404, noSuchPage],
}

/** Targets of redirects: the start of the documentation, and of the console after a sign-in that began elsewhere. */
const ledTo: Readonly<Record<string, string>> = {
  '/docs/guide': '/docs/guide/',
  '/console/oidc': '/console',
  '/console/oidc/callback': '/console?problem=expired',
}

// In this process, so that the test sees the mounted routes instead of keeping a list of its own.
let gateway: Gateway
beforeAll(async () => {
  const { configuration } = readConfiguration(
    {
      ...testEnvironment(dataDir),
      METRICS_TOKEN: 'a-token-for-prometheus',
      OIDC_ISSUER: 'https://login.example.com',
      OIDC_CLIENT_ID: 'patchbay',
      OIDC_ROLES: '{"groups": {"admins": "owner"}}',
    },
    [],
  )
  gateway = await startGateway(configuration, registry)
})
afterAll(async () => {
  await gateway.stop()
  rmSync(dataDir, { recursive: true })
})

const targetOf = (path: string): string =>
  path.replace(':tenant', 'acme').replace(':domain', 'hubspot').replaceAll(/:\w+/g, 'main')

const send = async (method: string, path: string, headers: Record<string, string> = {}) =>
  answered(
    await fetch(gateway.url + targetOf(path), {
      method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && { body: '{}' }),
    }),
  )

/** Headers of every answer. */
const securityHeaders = {
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; .*frame-ancestors 'none'(; require-trusted-types-for 'script')?$/,
  ),
  'content-type': expect.stringMatching(/^(application\/json|text\/html); charset=utf-8$/),
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Metadata, registration, tokens and revocation: what a web client calls from its own page. */
const isForAnyPage = (path: string): boolean => /^\/((mcp\/)?\.well-known\/|oauth\/(register|token|revoke)$)/.test(path)

/** Credentials that are none here, or belong to another mount. */
const credentials = (): Record<string, string>[] => [
  {},
  { authorization: 'Bearer a-token-that-nobody-has' },
  { 'x-admin-key': 'wrong' },
  { authorization: `Bearer ${gateway.adminKey?.newKey ?? testAdminKey}` },
]

test('every mount but the open ones answers AUTH_FAILED 401 without its credential', async () => {
  const closed = gateway.routes.filter(({ method, path }) => !open[`${method} ${path}`])
  expect(closed.length).toBeGreaterThanOrEqual(12)
  for (const { method, path } of closed) {
    for (const headers of credentials()) {
      const { status, body } = await send(method, path, headers)
      expect({ method, path, status, code: body?.code }).toEqual({ method, path, status: 401, code: 'AUTH_FAILED' })
    }
  }
})

test('each answer in JSON ends with a line break, so that a terminal goes on in a new line', async () => {
  const key = { 'x-admin-key': gateway.adminKey?.newKey ?? testAdminKey }
  const statuses = new Map<number, number>()
  const count = (status: number): number => statuses.get(status) ?? 0
  // Without a key nearly all of them are errors; with it, the reads of administrators aren't.
  for (const { method, path } of gateway.routes) {
    for (const sent of method === 'GET' ? [{}, key] : [{}]) {
      const { status, text, body, headers } = await send(method, path, sent)
      if (body === undefined || !headers.get('content-type')?.startsWith('application/json')) continue
      expect([method, path, status, text.slice(-2)]).toEqual([method, path, status, '}\n'])
      statuses.set(status, count(status) + 1)
    }
  }
  expect(count(200)).toBeGreaterThan(30)
  expect(count(401)).toBeGreaterThan(50)
  expect([400, 404].filter((status) => count(status) === 0)).toEqual([])
})

test('the admin key opens no call', async () => {
  const { status } = await send('POST', '/api/v1/:tenant/:domain', {
    'x-admin-key': gateway.adminKey?.newKey ?? testAdminKey,
  })
  expect(status).toBe(401)
})

test('the open mounts are /health, the API reference, connect pages and those of the OAuth server, and these give nothing away', async () => {
  for (const [mount, answer] of Object.entries(open)) {
    const [method = '', path = ''] = mount.split(' ')
    for (const headers of credentials()) {
      const { status, body, headers: answered } = await send(method, path, headers)
      // A client that tries to authenticate by the header is refused so (RFC 6749, section 5.2).
      const isRefused = path === '/oauth/revoke' && headers.authorization !== undefined
      const wanted = isRefused ? [401, 'invalid_client'] : [answer[0], answer[1]]
      expect([mount, status, body?.error]).toEqual([mount, ...wanted])
      expect(answered.get('location')).toBe(ledTo[path] ?? null)
    }
  }
  const others = ['/', '/admin', '/api/v1', '/swagger', '/favicon.ico', '/.env']
  for (const path of others) expect((await send('GET', path)).body.code).toBe('NOT_FOUND')
})

test('every answer has the security headers, a request id and no sign of what is behind it', async () => {
  const mounts = [...gateway.routes, { method: 'GET', path: '/nothing' }, { method: 'PATCH', path: '/health' }]
  for (const { method, path } of mounts) {
    const { headers } = await send(method, path)
    expect(Object.fromEntries(headers)).toMatchObject(securityHeaders)
    // The API reference is the same for everybody; all else is for the caller alone.
    expect(headers.get('cache-control')).toBe(
      /^\/(docs(\/errors)?|openapi\.json|console(\/\*)?)$/.test(path) ? 'no-cache' : 'no-store',
    )
    expect(headers.get('x-request-id')).toBeTruthy()
    for (const name of ['server', 'x-powered-by', 'access-control-allow-credentials']) {
      expect(headers.get(name)).toBeNull()
    }
    // The form of this page needs no parameters; the forms of other pages are not reached here.
    if (path === '/oauth/grants' && method === 'GET')
      expect(headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax$/)
    else expect(headers.get('set-cookie')).toBeNull()
    if (!isForAnyPage(path)) expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})
