import { hashToken } from '@patchbay/core/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { rawRequest } from '../e2e/raw-request.ts'
import { startTestGateway, testAdminKey } from '../gateway.ts'
import { startServerProcess } from '../server-process.ts'

// A stolen key is taken for granted here: the public port must not let it be used.
const env = { ADMIN_PORT: '0', ADMIN_API_KEY: hashToken(testAdminKey), METRICS_TOKEN: 'a-token-for-prometheus' }

let gateway: Awaited<ReturnType<typeof startTestGateway>>
beforeAll(async () => {
  gateway = await startTestGateway({ env })
})
afterAll(() => gateway.stop())

const ask = (url: string, target: string, method = 'GET') =>
  rawRequest(
    url,
    `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nx-admin-key: ${testAdminKey}\r\n` +
      'Authorization: Bearer a-token-for-prometheus\r\nConnection: close\r\n\r\n',
  )

const targets = [
  '/admin/tenants',
  '/admin/tenants/',
  '/metrics',
  '/api/%2e%2e/admin/tenants',
  '/api/%2E%2e/metrics',
  '/api/v1/%2e%2e/%2E%2E/admin/tenants',
  '/api/../admin/tenants',
  '/./admin/tenants',
  '//admin/tenants',
  '///admin/tenants',
  '/api/..;/admin/tenants',
  '/api/..%2fadmin/tenants',
  '/api/..%5cadmin/tenants',
  '/admin\\tenants',
  '/admin%2ftenants',
  '/%61dmin/tenants',
  '/ADMIN/tenants',
  '/admin./tenants',
  '/admin/tenants%00',
  'http://localhost/admin/tenants',
  'http://admin@localhost/admin/tenants',
  'http:///admin/tenants',
]

describe('with ADMIN_PORT, the public port', () => {
  test.each(targets)('has nothing at %s', async (target) => {
    const { status, text } = await ask(gateway.url, target)
    expect([status, JSON.parse(text).code]).toEqual([404, 'NOT_FOUND'])
  })

  test.each(['OPTIONS', 'POST', 'HEAD'])('does not say by %s that there is an admin interface', async (method) => {
    expect((await ask(gateway.url, '/admin/tenants', method)).status).toBe(404)
  })

  test('serves calls, MCP, OAuth and health', async () => {
    const statusOf = async (target: string, method?: string) => (await ask(gateway.url, target, method)).status
    expect(await statusOf('/health')).toBe(200)
    expect(await statusOf('/api/v1/acme/hubspot', 'POST')).toBe(401)
    expect(await statusOf('/mcp', 'POST')).toBe(401)
    expect(await statusOf('/.well-known/oauth-authorization-server')).toBe(200)
  })
})

describe('the admin port', () => {
  test('serves the admin interface and the metrics', async () => {
    expect((await ask(gateway.adminUrl, '/admin/tenants')).status).toBe(200)
    expect((await ask(gateway.adminUrl, '/metrics')).status).toBe(200)
  })

  test.each([
    '/health',
    '/api/v1/acme/hubspot',
    '/mcp',
    '/oauth/token',
    '/.well-known/oauth-authorization-server',
    '/',
  ])('has nothing at %s', async (target) => {
    for (const method of ['GET', 'POST']) expect((await ask(gateway.adminUrl, target, method)).status).toBe(404)
  })

  test('refuses a web page whose name was made to point at it (DNS rebinding)', async () => {
    const request = `GET /admin/tenants HTTP/1.1\r\nHost: evil.example\r\nx-admin-key: ${testAdminKey}\r\n\r\n`
    const { status, text } = await rawRequest(gateway.adminUrl, request)
    expect([status, JSON.parse(text).code]).toEqual([403, 'FORBIDDEN'])
  })
})

test('the start prints both addresses, and both end with it', async () => {
  const server = await startServerProcess({ env: { ADMIN_PORT: '0' } })
  try {
    const [, adminUrl = ''] = /admin: +(http:\/\/127\.0\.0\.1:\d+)\n/.exec(server.output.stdout) ?? []
    const admin = createClient(adminUrl, server.adminKey)
    expect((await admin.admin('GET', '/admin/tenants')).status).toBe(200)
    expect(server.output.stdout).toContain(`curl -X PUT ${adminUrl}/admin/tenants/acme`)
    expect(await server.end('SIGTERM')).toBe(0)
    await expect(admin.admin('GET', '/admin/tenants')).rejects.toThrow()
  } finally {
    await server.stop()
  }
})
