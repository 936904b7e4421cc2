import { type Malformed, refused } from './malformed.ts'

const body = '{"action":"list","object_type":"contacts"}'
const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`
const chunked = { 'Content-Length': null, 'Transfer-Encoding': 'chunked' }
const wrongMethod = (line: string, allow: string) => ({ line, allow })

/** The server of these tests takes bodies of this size. */
export const maxBodyBytes = 4096

export const headers: readonly Malformed[] = [
  ...refused(400, 'VALIDATION_ERROR', {
    'no content type': { headers: { 'Content-Type': null }, body },
    'an empty content type': { headers: { 'Content-Type': '' }, body },
    text: { headers: { 'Content-Type': 'text/plain' }, body },
    'a form': { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'action=list' },
    parts: { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: '--x--' },
    'another charset': { headers: { 'Content-Type': 'application/json; charset=latin1' }, body },
    'two content types': { more: ['Content-Type: application/json'], body },
    'JSON lines': { headers: { 'Content-Type': 'application/jsonl' }, body },
    'a compressed body': { headers: { 'Content-Encoding': 'gzip' }, body: Bun.gzipSync(body) },
    'a coding that is none': { headers: { 'Content-Encoding': 'identity' }, body },
  }),
  ...refused(413, 'PAYLOAD_TOO_LARGE', {
    'one byte too many': { body: body.padEnd(maxBodyBytes + 1) },
    'a length without its body': { headers: { 'Content-Length': '99999999999' } },
    'chunks that are too many': { headers: chunked, body: `${chunk(3000)}${chunk(3000)}0\r\n\r\n` },
    'chunks without end': { headers: chunked, body: `${chunk(3000)}${chunk(3000)}` },
    'a configuration of one byte too many': {
      line: 'PUT /admin/tenants/acme',
      body: '{}'.padEnd(maxBodyBytes + 1),
    },
  }),
  ...refused(401, 'AUTH_FAILED', {
    'two credentials': { more: ['Authorization: Bearer another-token-of-nobody'], body },
    'a credential beyond ASCII': { headers: { Authorization: 'Bearer bearer-token-of-acm\xe9' }, body },
    'a very long credential': { headers: { Authorization: `Bearer ${'a'.repeat(8000)}` }, body },
    'a credential with half of its quotes': { headers: { Authorization: 'Bearer "bearer-token-of-acme' }, body },
    'two admin keys': { line: 'GET /admin/tenants', more: ['x-admin-key: another'] },
  }),
  ...refused(403, 'FORBIDDEN', {
    'a foreign origin': { headers: { Origin: 'https://evil.example' }, body },
    'an opaque origin': { headers: { Origin: 'null' }, body },
    'an origin that looks like loopback': { headers: { Origin: 'http://localhost.evil.example' }, body },
    'an origin with a path': { headers: { Origin: 'http://localhost/x' }, body },
    'an empty origin': { headers: { Origin: '' }, body },
    'a foreign host': { headers: { Host: 'evil.example' }, body },
    'a host that looks like loopback': { headers: { Host: 'localhost.evil.example' }, body },
    'an empty host': { headers: { Host: '' }, body },
    'a host that is none': { headers: { Host: 'a b@@' }, body },
    'a foreign host for health': { line: 'GET /health', headers: { Host: 'evil.example' } },
    'a foreign host for an administrator': { line: 'GET /admin/tenants', headers: { Host: 'evil.example' } },
  }),
  ...refused(405, 'METHOD_NOT_ALLOWED', {
    'a call by GET': wrongMethod('GET /api/v1/acme/hubspot', 'POST, OPTIONS'),
    'a call by PUT': wrongMethod('PUT /api/v1/acme/hubspot', 'POST, OPTIONS'),
    'a call by DELETE': wrongMethod('DELETE /api/v1/acme/hubspot', 'POST, OPTIONS'),
    'a call by PATCH': wrongMethod('PATCH /api/v1/acme/hubspot', 'POST, OPTIONS'),
    'a call by TRACE': wrongMethod('TRACE /api/v1/acme/hubspot', 'POST, OPTIONS'),
    'health by POST': wrongMethod('POST /health', 'GET, HEAD, OPTIONS'),
    'a configuration by POST': wrongMethod('POST /admin/tenants/acme', 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'),
    'a registration by PUT': wrongMethod('PUT /admin/auth', 'POST, GET, HEAD, OPTIONS'),
  }),
]
