/** Numbers of calls by latency bucket. A bucket is named by its lower end in tenths of a millisecond; at most 95 buckets. */
export type Latencies = Readonly<Record<string, number>>

/**
 * The bucket of a duration: two significant digits, in tenths of a millisecond. The MongoDB driver has the same rule as an
 * aggregation.
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
const storedDigits = [10, 11, 12, 13, 15, 16, 18, 20, 22, 25, 28, 32, 36, 40, 45, 50, 56, 63, 71, 80, 90]

const storedDigitsFor = Array.from(
  { length: 100 },
  (_, digits) => storedDigits.findLast((each) => each <= digits) ?? digits,
)

/** The coarser bucket of stored roll-ups that a bucket belongs to. It is at most 13 % below any of its values. */
export const coarsenBucket = (bucket: number): number => {
  let power = 1
  while (bucket / power >= 100) power *= 10
  return (storedDigitsFor[Math.floor(bucket / power)] ?? 0) * power
}

/** The end of a bucket, which is the beginning of the next. */
const endOf = (bucket: number): number => {
  let power = 1
  while (bucket / power >= 100) power *= 10
  const digits = Math.floor(bucket / power)
  if (digits < 10 || !storedDigits.includes(digits)) return (digits + 1) * power
  return (storedDigits.find((each) => each > digits) ?? 100) * power
}

/** The percentile in milliseconds, as if the calls of a bucket were spread evenly over it; 0 without calls. `share`: e.g. 0.95. */
export const percentile = (latencies: Latencies, share: number): number => {
  const buckets = Object.entries(latencies)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b)
  const rank = share * buckets.reduce((sum, [, count]) => sum + count, 0)
  let passed = 0
  for (const [bucket, count] of buckets) {
    if (passed + count >= rank) return Math.round(bucket + ((rank - passed) / count) * (endOf(bucket) - bucket)) / 10
    passed += count
  }
  return 0
}
