/** Calls `report` for the first of many calls, and then once a minute at most. */
export const onceAMinute = <A extends readonly unknown[]>(report: (...args: A) => void): ((...args: A) => void) => {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (...args) => {
    if (performance.now() - reportedAt < 60_000) return
    reportedAt = performance.now()
    report(...args)
  }
}
