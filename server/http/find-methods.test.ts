import { expect, it } from 'vitest'
import type { HttpRoute } from './exchange.ts'
import { findMethods } from './find-methods.ts'

const route = (method: HttpRoute['method'], path: string): HttpRoute => ({
  method,
  path,
  handle: () => ({ status: 200, body: '' }),
})

const routes = [
  route('POST', '/api/v1/:tenant/:domain'),
  route('POST', '/api/v1/:tenant/files'),
  route('GET', '/health'),
  route('GET', '/admin/tenants/:tenant'),
  route('PUT', '/admin/tenants/:tenant'),
]

const rows: [path: string, methods: string[]][] = [
  ['/health', ['GET', 'HEAD', 'OPTIONS']],
  ['/health/', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/v1/acme/hubspot', ['POST', 'OPTIONS']],
  ['/api/v1/acme/files', ['POST', 'OPTIONS']],
  ['/api/v1/%2e%2e/hubspot', ['POST', 'OPTIONS']],
  ['/admin/tenants/acme', ['GET', 'PUT', 'HEAD', 'OPTIONS']],
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
