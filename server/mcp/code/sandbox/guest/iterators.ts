/**
 * The helpers of iterators (ECMAScript 2025) in the sandbox: the source of a function. QuickJS's own fail where one is closed over an
 * iterator without a `return`, such as that of a list: `[1, 2].values().filter(test).take(1).toArray()`.
 */
export const guestIteratorsSource = `(function () {
  'use strict'
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))
  const helpers = {
    *map(work) {
      let at = 0
      for (const one of this) yield work(one, at++)
    },
    *filter(test) {
      let at = 0
      for (const one of this) if (test(one, at++)) yield one
    },
    *flatMap(work) {
      let at = 0
      for (const one of this) yield* work(one, at++)
    },
    *take(most) {
      let left = most
      if (left > 0) for (const one of this) {
        yield one
        if (--left <= 0) return
      }
    },
    *drop(count) {
      let left = count
      for (const one of this) if (left-- <= 0) yield one
    },
    toArray() {
      return [...this]
    },
    forEach(work) {
      let at = 0
      for (const one of this) work(one, at++)
    },
    some(test) {
      let at = 0
      for (const one of this) if (test(one, at++)) return true
      return false
    },
    every(test) {
      let at = 0
      for (const one of this) if (!test(one, at++)) return false
      return true
    },
    find(test) {
      let at = 0
      for (const one of this) if (test(one, at++)) return one
    },
    reduce(work, ...first) {
      return [...this].reduce(work, ...first)
    },
  }
  for (const [name, value] of Object.entries(helpers))
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true })
})`
