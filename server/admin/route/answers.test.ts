import { expect, test } from 'vitest'
import { checkAnswer } from '../testing/check-answer.ts'

const key = {
  key_id: '0123456789ab',
  name: 'a',
  role: 'viewer',
  tenants: null,
  rights: null,
  created_at: '2026-11-20T12:00:00.000Z',
  expires_at: null,
}
const keys = (...list: object[]) => ({ status: 200, body: { keys: list } })

test.each([
  ['a status', 'GET', '/admin/keys', { status: 201, body: { keys: [] } }, "201 which it doesn't declare"],
  ['a member that is missing', 'GET', '/admin/keys', keys({}), '/keys/0 must have required properties key_id'],
  ['a member of another type', 'GET', '/admin/keys', keys({ ...key, expires_at: 'soon' }), '/keys/0/expires_at'],
  ['a moment in another form', 'GET', '/admin/keys', keys({ ...key, created_at: 'today' }), '/keys/0/created_at'],
  ['a member more', 'GET', '/admin/keys', keys({ ...key, hash: '00' }), "members that it doesn't declare"],
  ['a body', 'DELETE', '/admin/keys/0123456789ab', { status: 204, body: {} }, 'declares none'],
  ['an error code', 'GET', '/admin/keys', { status: 404, body: { code: 'NOT_FOUND' } }, 'the error NOT_FOUND'],
  ['an error without a code', 'GET', '/admin/keys', { status: 500, body: null }, 'the error undefined'],
  ['a media type', 'GET', '/admin/audit/export', { status: 200, type: 'text/html', body: '' }, 'as text/html'],
  ['a line', 'GET', '/admin/audit/export', { status: 200, type: 'application/x-ndjson', body: '{}\n' }, "doesn't fit"],
])('%s that a route does not declare fails the tests', (_what, method, path, answer, message) => {
  expect(() => checkAnswer(method, path, answer)).toThrow(message)
})

test('what a route declares passes', () => {
  expect(() => checkAnswer('GET', '/admin/keys', keys(key))).not.toThrow()
  expect(() => checkAnswer('DELETE', '/admin/keys/0123456789ab', { status: 204, body: null })).not.toThrow()
  expect(() =>
    checkAnswer('DELETE', '/admin/keys/0123456789ab', { status: 404, body: { code: 'NOT_FOUND' } }),
  ).not.toThrow()
})
