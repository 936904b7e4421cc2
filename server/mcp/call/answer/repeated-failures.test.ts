import { GatewayError } from '@patchbay/core/errors'
import { expect, test } from 'vitest'
import type { McpScope } from '../../mcp-scope.ts'
import { createRepeatedFailures } from './repeated-failures.ts'

const access = {}
const tenant = { id: 'acme' }
const scopeOf = (more: object = {}, tokenId = 'token'): McpScope =>
  ({ tenant, caller: { access, tokenId }, ...more }) as unknown as McpScope
const call = { tool: 'fixture', args: { action: 'get', id: '1' } }
const missing = new GatewayError('UPSTREAM_ERROR', 'no such thing', { status: 404, details: { words: 'none' } })

const start = () => {
  let now = 0
  const failures = createRepeatedFailures(() => now)
  return {
    failures,
    fail: (times: number, error = missing, everyMs = 1000) => {
      for (let n = 0; n < times; n++, now += everyMs) failures.failed(scopeOf(), call, error)
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('the fifth failure within a minute is the answer to the same call for a minute', () => {
  const { failures, fail, pass } = start()
  fail(4)
  expect(failures.refusal(scopeOf(), call)).toBeUndefined()
  fail(1)
  expect(failures.refusal(scopeOf(), call)).toMatchObject({
    code: 'UPSTREAM_ERROR',
    status: 404,
    message: expect.stringMatching(/^no such thing \(not sent again: .*5 times/),
    extras: { details: { words: 'none' } },
  })
  pass(58_000)
  expect(failures.refusal(scopeOf(), call)).toBeDefined()
  pass(2_001)
  expect(failures.refusal(scopeOf(), call)).toBeUndefined()
})

test('failures that are further apart are not counted', () => {
  const { failures, fail } = start()
  fail(20, missing, 15_001)
  expect(failures.refusal(scopeOf(), call)).toBeUndefined()
})

test.each([
  [new GatewayError('UPSTREAM_ERROR', 'no', { status: 401 })],
  [new GatewayError('UPSTREAM_ERROR', 'no', { status: 429 })],
  [new GatewayError('UPSTREAM_ERROR', 'no', { status: 500 })],
  [new GatewayError('UPSTREAM_ERROR', 'no')],
  [new GatewayError('RATE_LIMITED', 'no')],
  [new GatewayError('TIMEOUT', 'no')],
  [new GatewayError('TOKEN_MISSING', 'no')],
])('a failure that may pass by itself is never remembered: $code $status', (error) => {
  const { failures, fail } = start()
  fail(9, error)
  expect(failures.refusal(scopeOf(), call)).toBeUndefined()
})

test('another token, tool or argument, a changed tenant and a changed policy make another call of it', () => {
  const { failures, fail } = start()
  fail(5)
  expect(failures.refusal(scopeOf({}, 'other'), call)).toBeUndefined()
  expect(failures.refusal(scopeOf(), { ...call, tool: 'other' })).toBeUndefined()
  expect(failures.refusal(scopeOf(), { ...call, args: { action: 'get', id: '2' } })).toBeUndefined()
  expect(failures.refusal(scopeOf({ tenant: { ...tenant } }), call)).toBeUndefined()
  expect(failures.refusal(scopeOf({ caller: { access: {}, tokenId: 'token' } }), call)).toBeUndefined()
  expect(failures.refusal(scopeOf(), call)).toBeDefined()
})

test('a call that works begins anew', () => {
  const { failures, fail } = start()
  fail(4)
  failures.worked(scopeOf(), call)
  fail(4)
  expect(failures.refusal(scopeOf(), call)).toBeUndefined()
})

test('the last 10,000 failing calls are remembered', () => {
  const { failures, fail } = start()
  fail(5)
  for (let n = 0; n < 9_999; n++) failures.failed(scopeOf(), { tool: 'fixture', args: { n } }, missing)
  expect(failures.refusal(scopeOf(), call)).toBeDefined()
  for (let n = 0; n < 10_000; n++) failures.failed(scopeOf(), { tool: 'other', args: { n } }, missing)
  expect(failures.refusal(scopeOf(), call)).toBeUndefined()
})
