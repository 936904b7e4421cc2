import { describe, expect, it } from 'vitest'
import { coarsenBucket, latencyBucket, percentile } from './latency.ts'

describe('a duration in its bucket', () => {
  // The widest bucket is from 13 to 15.
  it('is rounded down by at most two fifteenths, and never up', () => {
    for (let ms = 1; ms < 100_000; ms *= 1.003) {
      const shown = coarsenBucket(latencyBucket(ms)) / 10
      expect([ms, shown <= ms && shown >= (ms * 13) / 15]).toEqual([ms, true])
    }
  })

  it('is never in a lower one than a shorter one', () => {
    let before = 0
    for (let ms = 0; ms < 200_000; ms = ms * 1.001 + 0.01) {
      const bucket = coarsenBucket(latencyBucket(ms))
      expect([ms, bucket >= before]).toEqual([ms, true])
      before = bucket
    }
  })
})

describe('a percentile', () => {
  it.each([
    ['of nothing', {}, 0.5, 0],
    ['of one call', { 120: 1 }, 0.95, 13],
    ['of two calls', { 100: 1, 5000: 1 }, 0.5, 11],
    ['of twenty calls, one of them slow', { 100: 19, 5000: 1 }, 0.95, 11],
    ['of twenty calls, two of them slow', { 100: 18, 5000: 2 }, 0.95, 530],
    ['of a hundred calls from 10 to 11 ms', { 100: 100 }, 0.5, 10.5],
    ['of calls that took no time', { 0: 10 }, 0.5, 0.1],
    ['of calls of the widest bucket', { 1300: 4 }, 0.75, 145],
  ])('%s is between the ends of its bucket', (_, latencies, share, want) => {
    expect(percentile(latencies, share)).toBe(want)
  })
})
