/**
 * The clock and the random numbers of the sandbox: the source of a function that replaces `Date` and `Math.random`, so that a run can be done
 * again. The clock stands still until `set`.
 */
export const guestClockSource = `(function (seed, startedAt) {
  'use strict'
  const { construct, defineProperty } = Reflect
  const RealDate = Date
  let now = startedAt

  function Clock(...given) {
    if (new.target === undefined) return new RealDate(now).toString()
    return construct(RealDate, given.length === 0 ? [now] : given, new.target)
  }
  Clock.prototype = RealDate.prototype
  Clock.now = () => now
  Clock.parse = RealDate.parse
  Clock.UTC = RealDate.UTC
  defineProperty(RealDate.prototype, 'constructor', { value: Clock, writable: true, configurable: true })
  defineProperty(globalThis, 'Date', { value: Clock, writable: true, configurable: true })

  let state = seed
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  const set = (at) => {
    now = at
  }
  return { read: () => now, set }
})`
