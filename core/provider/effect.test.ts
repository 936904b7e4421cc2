import { describe, expect, it } from 'vitest'
import { type Duration, read, write } from './index.ts'

const rest = { description: 'An example', params: {} }

describe('an effect', () => {
  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['0s', 0],
  ] satisfies [Duration, number][])('a read with a TTL of %s is kept for %i milliseconds', (ttl, ttlMs) => {
    expect(read('GET /', { ...rest, ttl }).effect).toEqual({ kind: 'read', ttlMs })
  })

  it('a read without a TTL is not kept', () => {
    expect(read('GET /', rest).effect).toEqual({ kind: 'read', ttlMs: 0 })
  })

  it.each(['-1s', '', '30', '1.5s', '30 s', 's', '1d', '30S'])('a TTL of %j is refused', (ttl) => {
    expect(() => read('GET /', { ...rest, ttl: ttl as Duration })).toThrow('is not a duration')
  })

  it.each([
    [{}, { kind: 'write', idempotent: 'never' }],
    [{ idempotent: true }, { kind: 'write', idempotent: 'nature' }],
    [{ idempotencyKey: 'Idempotency-Key' }, { kind: 'write', idempotent: 'key', key: { header: 'Idempotency-Key' } }],
    [
      { idempotencyKey: { query: 'request_id', max: 50 } },
      { kind: 'write', idempotent: 'key', key: { query: 'request_id', max: 50 } },
    ],
    [
      { idempotencyKey: { header: 'Idempotency-Key', keptFor: '6m' } },
      { kind: 'write', idempotent: 'key', key: { header: 'Idempotency-Key', keptFor: '6m' }, keyMs: 360_000 },
    ],
    [{ additive: true }, { kind: 'write', idempotent: 'never', additive: true }],
    [{ repeatOn: [409] }, { kind: 'write', idempotent: 'never', repeatOn: [409] }],
  ] as const)('a write with %j says how it may be tried again', (options, want) => {
    expect(write('POST /', { ...rest, ...options }).effect).toEqual(want)
  })
})
