import Big from 'big.js'

/** Numbers beyond any amount or id: to calculate with them could take long. */
const mostDigits = 400
const mostExponent = 400

/**
 * A number with all its digits, from JSON or from a text; `undefined`: it is none, or has so many digits that nobody means it.
 * @example parseDecimal('50.00') // 50
 */
export const parseDecimal = (value: unknown): Big | undefined => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === undefined || text.length > mostDigits || !/^-?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,9})?$/.test(text))
    return undefined
  const decimal = new Big(text)
  return Math.abs(decimal.e) > mostExponent ? undefined : decimal
}

/** True for each value that is a number of JSON, also for one that a double doesn't hold (`core/encoding/exact-json`). */
export const isJsonNumber = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'bigint' || JSON.isRawJSON(value)

/** Compares two numbers of JSON exactly; `undefined`: one has too many digits. */
export const compareNumbers = (one: unknown, other: unknown): number | undefined => {
  // Doubles are ordered as the decimals that JSON writes for them.
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [a, b] = [parseDecimal(one), parseDecimal(other)]
  return a && b ? a.cmp(b) : undefined
}
