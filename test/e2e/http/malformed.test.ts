// Test lanes: slow

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '../../client.ts'
import { rawRequest } from '../raw-request.ts'
import { type StageProcess, startStageProcess } from '../stage.ts'
import { adminBodies } from './malformed/admin-bodies.ts'
import { bodies } from './malformed/bodies.ts'
import { headers, maxBodyBytes } from './malformed/headers.ts'
import type { Malformed } from './malformed/malformed.ts'
import { targets } from './malformed/targets.ts'

let stage: StageProcess
let before: unknown
beforeAll(async () => {
  stage = await startStageProcess({ env: { MAX_BODY_BYTES: String(maxBodyBytes) } })
  await stage.ready('acme')
  before = await state()
})
afterAll(() => stage.stop())

const state = async () => [
  (await stage.admin('GET', '/admin/tenants')).body,
  // The refused requests carried a good token, whose use is recorded.
  (await stage.admin('GET', '/admin/auth/acme')).body.tokens.map((token: object) => ({ ...token, last_used_at: '' })),
  (await stage.admin('GET', '/admin/tokens/acme/hubspot/main')).body,
]

/** The request as bytes: the usual headers, changed as the case says. */
const requestOf = ({ line = 'POST /api/v1/acme/hubspot', headers = {}, more = [], body = '' }: Malformed): Buffer => {
  const credential = line.includes(' /admin')
    ? { 'x-admin-key': stage.adminKey }
    : { Authorization: `Bearer ${tokenOf('acme')}` }
  const all = {
    Host: new URL(stage.url).host,
    ...credential,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  const head = [`${line} HTTP/1.1`, ...lines, ...more, '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)])
}

const groups: [string, readonly Malformed[]][] = [
  ['bodies', bodies],
  ['admin bodies', adminBodies],
  ['paths, ids and queries', targets],
  ['headers and methods', headers],
]

describe.each(groups)('malformed %s', (_, cases) => {
  test.each(cases)('$name: $status $code', async (wrong) => {
    const answer = await rawRequest(stage.url, requestOf(wrong))
    const body = JSON.parse(answer.text)
    expect([answer.status, body.code, body.status]).toEqual([wrong.status, wrong.code, wrong.status])
    expect(body.error).toMatch(/\S/)
    expect(answer.headers.get('x-request-id')).toBe(body.request_id)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('allow')).toBe(wrong.allow ?? null)
  })
})

/** Requests that Bun's parser refuses before they reach the app: the answer has no envelope, but it is an answer. */
const unparsable: Readonly<Record<string, string>> = {
  'two lengths': 'POST /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  'a length and chunks':
    'POST /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'a negative length': 'POST /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
  'a length that is not a number': 'POST /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: two\r\n\r\n{}',
  'a coding that it does not know': 'POST /health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n{}',
  'NUL in a header': 'GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: a\0b\r\n\r\n',
  'a folded header': 'GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: a\r\n b\r\n\r\n',
  'a blank in a name': 'GET /health HTTP/1.1\r\nHost: localhost\r\nX A: b\r\n\r\n',
  'no host': 'GET /health HTTP/1.1\r\n\r\n',
  'another protocol': 'GET /health HTTP/2.0\r\nHost: localhost\r\n\r\n',
  'a blank in the path': 'GET /hea lth HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'a header of 20,000 characters': `GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
}

test.each(Object.entries(unparsable))('what is not an HTTP (%s) is refused', async (_, text) => {
  const { status } = await rawRequest(stage.url, text)
  expect([400, 431, 505]).toContain(status)
})

test('a byte-order mark is passed over (RFC 8259, section 8.1)', async () => {
  const { status } = await stage.call('acme', 'hubspot', '\ufeff{"action":"list","object_type":"contacts"}')
  expect(status).toBe(200)
})

test('nothing of all this has changed anything, reached a provider or made an error inside', async () => {
  const reached = stage.hubspot.requests.filter(({ method }) => method !== 'GET').length + stage.stripe.requests.length
  expect(reached).toBe(0)
  expect(await state()).toEqual(before)
  const { body } = await stage.admin('GET', '/admin/audit?limit=1000')
  expect(body.entries.filter(({ status }: { status: number }) => status >= 500)).toEqual([])
  expect(stage.output.stderr).toBe('')
})
