const day = 86_400_000

/** How far back a search or count of the log goes that names no beginning. */
export const longestMs = 7 * day

/** How a walk through the log paces itself: a stretch that took less than `fastMs` is followed by a longer one, one over `slowMs` by a shorter. */
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
