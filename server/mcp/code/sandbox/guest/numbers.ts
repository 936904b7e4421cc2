/**
 * The numbers in answers that no number of JavaScript holds, in the sandbox: the source of a function that returns the code's `JSON.parse` for
 * texts in which the host has marked such numbers. Whole ones are bigints, and both kinds leave the code with their mark.
 */
export const guestNumbersSource = `(function (mark) {
  'use strict'
  const { parse: parseJson } = JSON
  const { defineProperty, apply } = Reflect
  const RealString = String
  const { includes, slice, startsWith } = RealString.prototype
  const RealBigInt = BigInt
  const isWhole = /^-?[0-9]+$/
  const { test } = RegExp.prototype
  /** A number with a fraction that no number of JavaScript holds. It counts like the nearest one, and leaves the code as it came. */
  class ExactNumber {
    constructor(text) {
      defineProperty(this, 'text', { value: text })
    }
    valueOf() {
      return +this.text
    }
    toString() {
      return this.text
    }
    toJSON() {
      return mark + this.text
    }
  }
  defineProperty(RealBigInt.prototype, 'toJSON', {
    value() {
      return mark + RealString(this)
    },
  })
  const reviveNumber = (_name, value) => {
    if (typeof value !== 'string' || !apply(startsWith, value, [mark])) return value
    const text = apply(slice, value, [mark.length])
    return apply(test, isWhole, [text]) ? RealBigInt(text) : new ExactNumber(text)
  }
  return (text) => (apply(includes, text, [mark]) ? parseJson(text, reviveNumber) : parseJson(text))
})`
