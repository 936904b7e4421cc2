/** How many calls took how long, by the lower end of a bucket in tenths of a millisecond; at most 95 buckets. */
export type Latencies = Readonly<Record<string, number>>

/**
 * A duration to two significant digits, as its bucket's lower end in tenths of a millisecond. MongoDB counts by the same
 * rule by itself.
 */
export const latencyBucket = (ms: number): number => {
  if (ms < 10) return Math.floor(ms * 10)
  if (ms < 100) return Math.floor(ms) * 10
  if (ms < 1000) return Math.floor(ms / 10) * 100
  if (ms < 10_000) return Math.floor(ms / 100) * 1000
  if (ms < 100_000) return Math.floor(ms / 1000) * 10_000
  return 990_000
}

/** Leading digits of the buckets that are kept: about twenty for each power of ten. */
const kept = [10, 11, 12, 13, 15, 16, 18, 20, 22, 25, 28, 32, 36, 40, 45, 50, 56, 63, 71, 80, 90]

const keptFor = Array.from({ length: 100 }, (_, digits) => kept.findLast((each) => each <= digits) ?? digits)

/** Stored roll-ups have coarser buckets: the one that a finer bucket is counted in, within 13 % of each of its values. */
export const keptBucket = (bucket: number): number => {
  let power = 1
  while (bucket / power >= 100) power *= 10
  return (keptFor[Math.floor(bucket / power)] ?? 0) * power
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
