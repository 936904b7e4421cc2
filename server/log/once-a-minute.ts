/** Tells of the first of what comes again and again, and then of one a minute. */
export const onceAMinute = <A extends readonly unknown[]>(tell: (...args: A) => void): ((...args: A) => void) => {
  let toldAt = Number.NEGATIVE_INFINITY
  return (...args) => {
    if (performance.now() - toldAt < 60_000) return
    toldAt = performance.now()
    tell(...args)
  }
}
