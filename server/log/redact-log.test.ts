import { describe, expect, test } from 'vitest'
import { redactLog } from './redact-log.ts'

describe('a log line', () => {
  test.each<[given: unknown, want: unknown]>([
    [{ access_token: 'abc' }, { access_token: '[redacted]' }],
    [{ a: [{ refresh_token: 'abc', ok: 1 }] }, { a: [{ refresh_token: '[redacted]', ok: 1 }] }],
    [
      { headers: { Authorization: 'x', Cookie: 'y' } },
      { headers: { Authorization: '[redacted]', Cookie: '[redacted]' } },
    ],
    [
      { client_secret: 'abc', clientSecret: 'abc' },
      { client_secret: '[redacted]', clientSecret: '[redacted]' },
    ],
    [
      { 'x-admin-key': 'abc', api_key: 'abc' },
      { 'x-admin-key': '[redacted]', api_key: '[redacted]' },
    ],
    [{ secrets: { app: 'abc' } }, { secrets: '[redacted]' }],
    [{ code: 'a-code-of-oauth' }, { code: '[redacted]' }],
    ['mongodb://user:password@db/patchbay is down', 'mongodb://[redacted]@db/patchbay is down'],
    ['sent Authorization: Bearer abcdefghijkl', 'sent Authorization: Bearer [redacted]'],
    ['the key pb_admin_abc-DEF was printed', 'the key [redacted] was printed'],
    ['pb_0123456789abcdefABCDEF-_0123456789abcdefABC is a token', '[redacted] is a token'],
  ])('%j is written without the secret', (given, want) => {
    expect(redactLog(given)).toEqual(want)
  })

  test.each<[given: unknown]>([
    [{ token_id: '0123456789ab', token_type: 'Bearer', tokens: { total: 1 } }],
    [{ code: 'UPSTREAM_ERROR', status: 502 }],
    [{ code: 11000, at: new Date(0) }],
    [{ key: 'hubspot/main', tenant: null, list: [1, true, 'http://localhost:3000/a@b'] }],
  ])('%j is written as it is', (given) => {
    expect(redactLog(given)).toEqual(given)
  })

  test('what is nested without end is cut off', () => {
    const circle: Record<string, unknown> = {}
    circle.again = circle
    expect(JSON.stringify(redactLog(circle))).toContain('[too deep]')
  })
})
