/**
 * How many calls took how long, in buckets of two significant digits: at most 391 of them, each within 10 % of what is
 * in it. Keys are tenths of a millisecond.
 */
export type Latencies = Readonly<Record<string, number>>

/** The bucket of a duration, told by its lower end in tenths of a millisecond. The stores count by the same rule. */
export const latencyBucket = (ms: number): number => {
  if (ms < 10) return Math.floor(ms * 10)
  if (ms < 100) return Math.floor(ms) * 10
  if (ms < 1000) return Math.floor(ms / 10) * 100
  if (ms < 10_000) return Math.floor(ms / 100) * 1000
  if (ms < 100_000) return Math.floor(ms / 1000) * 10_000
  return 990_000
}

/** The milliseconds that this share of all calls stayed under, rounded down to a bucket; 0 without calls. */
export const percentile = (latencies: Latencies, share: number): number => {
  const buckets = Object.entries(latencies)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b)
  const rank = share * buckets.reduce((sum, [, count]) => sum + count, 0)
  let passed = 0
  for (const [bucket, count] of buckets) {
    passed += count
    if (passed >= rank) return bucket / 10
  }
  return 0
}
