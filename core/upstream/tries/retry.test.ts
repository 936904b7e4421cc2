import { describe, expect, test } from 'vitest'
import { GatewayError } from '../../errors.ts'
import { Failed } from '../interpret-answer.ts'
import { mayRetry, type RetryBudget, waitAfter } from './send.ts'

const failed = (retryable: boolean, wait?: number) =>
  new Failed(new GatewayError('UPSTREAM_ERROR', 'The provider failed'), retryable, wait)

/** The first of three tries has failed, a second before the deadline. */
const budget: RetryBudget = { tries: 1, most: 3, now: 1000, until: 2000 }

test.each<[what: string, retryable: boolean, waitMs: number, changes: Partial<RetryBudget>, may: boolean]>([
  ['the first try failed', true, 100, {}, true],
  ['the second of three failed', true, 100, { tries: 2 }, true],
  ['the last one failed', true, 100, { tries: 3 }, false],
  ['more failed than there may be', true, 100, { tries: 4 }, false],
  ['the provider takes one try', true, 100, { most: 1 }, false],
  ['a repeat might do it twice', false, 0, {}, false],
  ['no wait is needed', true, 0, {}, true],
  ['the wait ends right before the end', true, 999, {}, true],
  ['the wait ends at the end', true, 1000, {}, false],
  ['the wait would pass the end', true, 1001, {}, false],
  ['the time is over', true, 0, { now: 2000 }, false],
  ['the time is long over', true, 0, { now: 5000 }, false],
  ['there is no end', true, 3_600_000, { until: Number.POSITIVE_INFINITY }, true],
])('%s: a repeat is allowed, or not', (_what, retryable, waitMs, changes, may) => {
  expect(mayRetry(failed(retryable), waitMs, { ...budget, ...changes })).toBe(may)
})

describe('the wait before a repeat', () => {
  test.each([
    [0, 0],
    [2, 2000],
    [90, 90_000],
  ])('is what the provider says: %i s', (seconds, ms) => {
    for (const tries of [1, 2, 3]) expect(waitAfter(failed(true, seconds), { tries })).toBe(ms)
  })

  test.each([
    [1, 300],
    [2, 600],
    [3, 1200],
  ])('after try %i is anything below %i ms', (tries, most) => {
    const waits = Array.from({ length: 500 }, () => waitAfter(failed(true), { tries }))
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(0)
    expect(Math.max(...waits)).toBeLessThan(most)
    // Callers who wait together don't come back together.
    expect(Math.max(...waits)).toBeGreaterThan(most / 2)
    expect(Math.min(...waits)).toBeLessThan(most / 2)
  })
})
