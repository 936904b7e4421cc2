import { expect, it } from 'vitest'
import type { HttpRoute } from './exchange.ts'
import { findMethods } from './find-methods.ts'

const route = (method: HttpRoute['method'], path: string, more: Partial<HttpRoute> = {}): HttpRoute => ({
  method,
  path,
  ...more,
  handle: () => ({ status: 200, body: '' }),
})

const routes = [
  route('POST', '/api/v1/:tenant/:domain'),
  route('POST', '/api/v1/:tenant/files'),
  route('GET', '/health', { answersHead: true }),
  route('GET', '/admin/tenants/:tenant', { answersHead: true }),
  route('GET', '/connect/:secret'),
  route('GET', '/console/demo/:secret'),
  route('GET', '/console/*', { answersHead: true }),
  route('PUT', '/admin/tenants/:tenant'),
]

const rows: [path: string, methods: string[]][] = [
  ['/health', ['GET', 'HEAD', 'OPTIONS']],
  ['/health/', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/v1/acme/hubspot', ['POST', 'OPTIONS']],
  ['/api/v1/acme/files', ['POST', 'OPTIONS']],
  ['/api/v1/%2e%2e/hubspot', ['POST', 'OPTIONS']],
  ['/admin/tenants/acme', ['GET', 'PUT', 'HEAD', 'OPTIONS']],
  ['/connect/a-secret', ['GET', 'OPTIONS']],
  ['/console/demo/a-secret', ['GET', 'OPTIONS']],
  ['/console/tenants', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/v1/acme', []],
  ['/api/v1//hubspot', []],
  ['/api/v1/acme/hubspot/search', []],
  ['/healthy', []],
  ['/v1/health', []],
  ['/', []],
]

it.each(rows)('%s takes %j', (path, methods) => {
  expect(findMethods(routes, path)).toEqual(methods)
})
