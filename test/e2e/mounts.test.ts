import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '../../server/configuration.ts'
import { type Gateway, startGateway } from '../../server/gateway.ts'
import { registry } from '../../server/generated/registry.ts'
import { answered } from '../client.ts'
import { temporaryFolder, testAdminKey, testEnvironment } from '../gateway.ts'

const dataDir = temporaryFolder()
const open = ['/health']

// In this process, so that the routes are those that are mounted and not a list that this test keeps.
let gateway: Gateway
beforeAll(async () => {
  const { configuration } = readConfiguration(testEnvironment(dataDir), [])
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
      headers: { 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && { body: '{}' }),
    }),
  )

/** What every answer carries. */
const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Credentials that are none here, or belong to another mount. */
const credentials = (): Record<string, string>[] => [
  {},
  { authorization: 'Bearer a-token-that-nobody-has' },
  { 'x-admin-key': 'wrong' },
  { authorization: `Bearer ${gateway.adminKey.made ?? testAdminKey}` },
]

test('every mount but /health answers AUTH_FAILED 401 without its credential', async () => {
  const closed = gateway.routes.filter(({ path }) => !open.includes(path))
  expect(closed.length).toBeGreaterThanOrEqual(12)
  for (const { method, path } of closed) {
    for (const headers of credentials()) {
      const { status, body } = await send(method, path, headers)
      expect({ method, path, status, code: body?.code }).toEqual({ method, path, status: 401, code: 'AUTH_FAILED' })
    }
  }
})

test('the admin key opens no call', async () => {
  const { status } = await send('POST', '/api/v1/:tenant/:domain', {
    'x-admin-key': gateway.adminKey.made ?? testAdminKey,
  })
  expect(status).toBe(401)
})

test('/health is the only mount that is open', async () => {
  for (const path of open) expect((await send('GET', path)).status).toBe(200)
  const others = ['/', '/admin', '/api/v1', '/metrics', '/docs', '/openapi.json', '/swagger', '/favicon.ico', '/.env']
  for (const path of others) expect((await send('GET', path)).body.code).toBe('NOT_FOUND')
})

test('every answer has the security headers, a request id and no sign of what is behind it', async () => {
  const answers = [
    ...(await Promise.all(gateway.routes.map(({ method, path }) => send(method, path)))),
    await send('GET', '/nothing'),
    await send('PATCH', '/health'),
  ]
  for (const { headers } of answers) {
    expect(Object.fromEntries(headers)).toMatchObject(securityHeaders)
    expect(headers.get('x-request-id')).toBeTruthy()
    for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin']) {
      expect(headers.get(name)).toBeNull()
    }
  }
})
