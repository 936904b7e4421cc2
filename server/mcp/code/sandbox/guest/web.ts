import { guestEncodingsSource } from './encodings.ts'
import { guestRandomSource } from './random.ts'
import { guestUrlsSource } from './urls.ts'

/**
 * The parts of browsers and Node that models use without thinking, for the sandbox: the source of a function that gets
 * the host's parser of URLs and sixteen random bytes as hex. It depends on nothing but its arguments, so that a run can
 * be repeated.
 */
export const guestWebSource = `(function (parseUrl, entropy) {
  'use strict'
  const hidden = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
  delete globalThis.SharedArrayBuffer
  delete globalThis.Atomics
  ;${guestRandomSource}(hidden, entropy)
  ;${guestEncodingsSource}(hidden)
  ;${guestUrlsSource}(hidden, parseUrl)

  const copy = (value, seen) => {
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('structuredClone can not copy a ' + typeof value)
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return seen.get(value)
    const keep = (made) => {
      seen.set(value, made)
      return made
    }
    if (value instanceof Date) return keep(new Date(value.getTime()))
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags))
    if (value instanceof ArrayBuffer) return keep(value.slice(0))
    if (ArrayBuffer.isView(value)) return keep(new value.constructor(value))
    if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet)
      throw new TypeError('structuredClone can not copy a ' + value.constructor.name)
    if (value instanceof Map) {
      const made = keep(new Map())
      for (const [key, one] of value) made.set(copy(key, seen), copy(one, seen))
      return made
    }
    if (value instanceof Set) {
      const made = keep(new Set())
      for (const one of value) made.add(copy(one, seen))
      return made
    }
    const made = keep(Array.isArray(value) ? [] : value instanceof Error ? new value.constructor(value.message) : {})
    for (const name of Object.keys(value)) made[name] = copy(value[name], seen)
    return made
  }
  hidden('structuredClone', (value) => copy(value, new Map()))
  hidden('queueMicrotask', (work) => {
    Promise.resolve().then(work)
  })
})`
