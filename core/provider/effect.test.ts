import { describe, expect, it } from 'vitest'
import { type Duration, read, write } from './index.ts'

describe('an effect', () => {
  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['0s', 0],
  ] satisfies [Duration, number][])('a read with a TTL of %s is kept for %i milliseconds', (ttl, ttlMs) => {
    expect(read({ ttl })).toEqual({ kind: 'read', ttlMs })
  })

  it('a read without a TTL is not kept', () => {
    expect(read()).toEqual({ kind: 'read', ttlMs: 0 })
  })

  it.each(['-1s', '', '30', '1.5s', '30 s', 's', '1d', '30S'])('a TTL of %j is refused', (ttl) => {
    expect(() => read({ ttl: ttl as Duration })).toThrow('is no duration')
  })

  it.each([
    [write(), { kind: 'write', idempotent: 'never' }],
    [write({ idempotent: true }), { kind: 'write', idempotent: 'nature' }],
    [write({ idempotencyKey: 'Idempotency-Key' }), { kind: 'write', idempotent: 'key', keyHeader: 'Idempotency-Key' }],
  ])('a write says how it may be tried again: %j', (given, want) => {
    expect(given).toEqual(want)
  })
})
