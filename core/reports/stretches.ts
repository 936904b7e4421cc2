const day = 86_400_000

/** The age of the oldest entries that a search or count covers if it names no beginning. */
export const longestMs = 7 * day

/**
 * The pace of a walk through the log: a stretch that took less than `fastMs` is followed by a longer one, one over
 * `slowMs` by a shorter.
 */
interface Pace {
  readonly leastStretchMs: number
  readonly fastMs: number
  readonly slowMs: number
}

/** The length of the next stretch, after one of `stretchMs` that took `tookMs`. */
export const nextStretch = ({ leastStretchMs, fastMs, slowMs }: Pace, stretchMs: number, tookMs: number): number => {
  if (tookMs < fastMs) return stretchMs * 3
  return tookMs > slowMs ? Math.max(leastStretchMs, stretchMs / 2) : stretchMs
}
