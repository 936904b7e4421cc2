import { keepName, trackName } from '../shape-code.ts'

/**
 * What becomes of promises, so that a run doesn't end while something that it began still goes on: the source of a
 * function that replaces what takes callbacks, and tells which promises nobody waited for.
 */
export const guestPromisesSource = `(function () {
  'use strict'
  const { defineProperty, apply } = Reflect
  const [RealArray, RealPromise, RealTypeError] = [Array, Promise, TypeError]
  const { then } = RealPromise.prototype

  /** The promises of calls, and of what the code began without keeping it: the end of the code looks at them. */
  const pending = []
  const rejected = []
  let lost
  /** The promise of a call. Whoever waits for it, by await as well, comes by its then. */
  class CallPromise extends RealPromise {
    static get [Symbol.species]() {
      return RealPromise
    }
    then(...given) {
      if (this.entry !== undefined) this.entry.isKept = true
      return apply(then, this, given)
    }
  }
  const forget = (entry) => {
    const at = pending.indexOf(entry)
    if (at >= 0) pending.splice(at, 1)
  }
  const track = (value) => {
    if (value instanceof CallPromise) return value
    if (value instanceof RealArray) for (const one of value) if (one instanceof RealPromise) track(one)
    if (!(value instanceof RealPromise)) return value
    const entry = { name: 'what it began', isKept: true, mayBeLeft: false }
    pending.push(entry)
    const fails = (error) => {
      forget(entry)
      lost ??= { error }
    }
    apply(then, value, [() => forget(entry), fails])
    return value
  }
  for (const { prototype } of [RealArray, Map, Set]) {
    const { forEach } = prototype
    defineProperty(prototype, 'forEach', {
      value(work, self) {
        apply(forEach, this, [typeof work === 'function' ? (...given) => track(apply(work, self, given)) : work, self])
      },
      writable: true,
      configurable: true,
    })
  }
  defineProperty(globalThis, '${trackName}', { value: track })
  /** A promise that the code keeps in a variable, in a form whose then says that somebody waits for it. */
  const watch = (promise) => {
    const entry = { name: 'what it began', isKept: false, mayBeLeft: false }
    pending.push(entry)
    const ends = (error) => {
      forget(entry)
      rejected.push({ entry, error })
    }
    apply(then, promise, [() => forget(entry), ends])
    const watched = new CallPromise((resolve) => resolve(promise))
    watched.entry = entry
    return watched
  }
  const keep = (value) => {
    if (value instanceof RealPromise) return value instanceof CallPromise ? value : watch(value)
    if (value instanceof RealArray && value[0] instanceof RealPromise)
      for (let at = 0; at < value.length; at++) if (value[at] instanceof RealPromise) value[at] = keep(value[at])
    return value
  }
  defineProperty(globalThis, '${keepName}', { value: keep })
  /** Methods that take a promise for true: what an async function finds would be wrong. */
  for (const name of ['filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'some', 'every', 'sort', 'toSorted']) {
    const real = RealArray.prototype[name]
    const look = (answer) => {
      if (answer instanceof RealPromise)
        throw new RealTypeError(name + ' takes no async function: await Promise.all(list.map(async (one) => ...)) first, then ' + name + ' what it gives')
      return answer
    }
    defineProperty(RealArray.prototype, name, {
      value(work, self) {
        return apply(real, this, [typeof work === 'function' ? function (...given) { return look(apply(work, this, given)) } : work, self])
      },
      writable: true,
      configurable: true,
    })
  }
  for (const name of ['race', 'any']) {
    const real = RealPromise[name]
    defineProperty(RealPromise, name, {
      value(given) {
        const all = [...given]
        for (const one of all) if (one instanceof CallPromise && one.entry) one.entry.mayBeLeft = true
        return apply(real, this, [all])
      },
      writable: true,
      configurable: true,
    })
  }

  /** What failed without anybody waiting for it; 'undefined': nothing. */
  const findLost = () => lost ?? rejected.find(({ entry }) => !entry.isKept)
  /** The names of what goes on still, a few of them. */
  const nameLeft = () => {
    const left = pending.filter(({ mayBeLeft }) => !mayBeLeft)
    return [...new Set(left.map(({ name }) => name))].slice(0, 5).join(', ')
  }
  return { CallPromise, pending, rejected, forget, track, findLost, nameLeft }
})`
