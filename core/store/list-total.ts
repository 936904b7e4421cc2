/** The number of items of a list, counted without reading them. */
export interface ListTotal {
  /** At most `mostCounted`. */
  readonly items: number
  /** True if there are more: counting stops at `mostCounted`. */
  readonly more: boolean
}

/** Nobody turns more pages than this, and a count takes the time of what it counts. */
export const mostCounted = 10_000

/** The total of a list by a count of its items, which ended at `mostCounted` and one more. */
export const toListTotal = (count: number): ListTotal => ({
  items: Math.min(count, mostCounted),
  more: count > mostCounted,
})
