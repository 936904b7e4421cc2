import { GatewayError } from '@patchbay/core/errors'
import { describe, expect, test } from 'vitest'
import { checkPreconditions, readPreconditions } from './preconditions.ts'

/** `200`: the request goes on. */
const statusOf = (headers: Record<string, string>, version: string | undefined): number => {
  try {
    checkPreconditions(readPreconditions(new Headers(headers)), version, 'The record')
    return 200
  } catch (error) {
    if (error instanceof GatewayError) return error.status
    throw error
  }
}

describe('If-Match', () => {
  test.each<[header: string, version: string | undefined, status: number]>([
    ['"v1"', 'v1', 200],
    ['"v1"', 'v2', 412],
    ['"v1"', undefined, 412],
    ['"v0", "v1" ,"v2"', 'v1', 200],
    ['"v0", "v2"', 'v1', 412],
    ['"a,b"', 'a,b', 200],
    ['*', 'v1', 200],
    ['*', undefined, 412],
    // RFC 9110, section 13.1.1: the comparison is the strong one.
    ['W/"v1"', 'v1', 412],
  ])('%s with the version %s is %i', (header, version, status) => {
    expect(statusOf({ 'if-match': header }, version)).toBe(status)
  })
})

describe('If-None-Match', () => {
  test.each<[header: string, version: string | undefined, status: number]>([
    ['*', undefined, 200],
    ['*', 'v1', 412],
    ['"v1"', 'v1', 412],
    ['"v1"', 'v2', 200],
    ['W/"v1"', 'v1', 412],
    ['"v1"', undefined, 200],
  ])('%s with the version %s is %i', (header, version, status) => {
    expect(statusOf({ 'if-none-match': header }, version)).toBe(status)
  })
})

test.each(['', 'v1', '"v1', 'v1"', '"a" "b"', '"a",', 'w/"a"', '*, "a"', '**'])(
  'a header that can not be read is refused rather than ignored: %j',
  (header) => {
    for (const name of ['if-match', 'if-none-match']) expect(statusOf({ [name]: header }, 'v1')).toBe(400)
  },
)

test('a request without preconditions goes on', () => {
  expect([statusOf({}, 'v1'), statusOf({}, undefined)]).toEqual([200, 200])
})
