/**
 * One way to read JSON whose numbers keep their value, and to write it. A whole number that a double doesn't hold (ids of nineteen
 * digits) is read as a bigint, another such number as what `JSON.rawJSON` makes. `JSON.stringify` writes both digit by digit.
 */
declare global {
  interface BigInt {
    toJSON(): object
  }
  /** ES2026, which TypeScript 5.9 doesn't declare: https://tc39.es/proposal-json-parse-with-source/ */
  interface JSON {
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
  }
}

// Without this, JSON.stringify throws for a bigint: each writer of the gateway, and of a library, would have to know of them.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  configurable: true,
  writable: true,
  value(this: bigint) {
    return JSON.rawJSON(this.toString())
  },
})

/** Sixteen digits in a row. */
const manyDigits = /[\d.]{16}/
/** An exponent that a double may not reach: three digits, or a sign and two. */
const largeExponent = /\d[eE][-+\d]\d\d/

/** True if a text may have a number that a double doesn't hold. Two patterns of fixed length: one of variable length takes eighty times as long. */
export const mayHoldInexact = (text: string): boolean => manyDigits.test(text) || largeExponent.test(text)

/** A whole number in its only form. */
const wholeNumber = /^-?(?:0|[1-9]\d*)$/
/** The longest number that becomes a bigint: reading one takes quadratic time. */
const longestWhole = 100

/** Sign, digits and exponent, without zeros at either end: equal for texts of the same value. */
const toValue = (text: string): string => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

/** True if a double holds the value of a number's text, so that it is written with the same value again. */
const isHeld = (text: string, value: number): boolean => {
  // A double holds any fifteen digits, but where it has fewer bits for them or overflows.
  const size = Math.abs(value)
  const exponentAt = text.search(/[eE]/)
  if ((exponentAt < 0 ? text.length : exponentAt) < 16 && size > 1e-290 && size < 1e290) return true
  const written = String(value)
  if (written === text) return true
  // The common case: ids of the same length whose last digits differ.
  if (written.length === text.length && wholeNumber.test(text)) return false
  return Number.isFinite(value) && toValue(written) === toValue(text)
}

const readNumber = (text: string, value: number): unknown => {
  if (isHeld(text, value)) return value
  return text.length <= longestWhole && wholeNumber.test(text) ? BigInt(text) : JSON.rawJSON(text)
}

/** The number that a text of a whole number stands for, with every digit; `undefined`: it is no such text. */
export const readWholeNumber = (text: string): number | bigint | undefined =>
  text.length <= longestWhole && wholeNumber.test(text)
    ? (readNumber(text, Number(text)) as number | bigint)
    : undefined

/** Parses JSON so that its numbers keep their value. `mayHold`: what `mayHoldInexact` says of the text, where it is known. Throws SyntaxError. */
export const parseExact = (text: string, mayHold: boolean = mayHoldInexact(text)): unknown => {
  if (!mayHold) return JSON.parse(text)
  return JSON.parse(text, (_name, value, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? readNumber(context.source, value) : value,
  )
}

const isExact = (value: unknown): boolean => typeof value === 'bigint' || JSON.isRawJSON(value)

/** True if a value is or has a number that a double doesn't hold. */
export const hasExactNumbers = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint'
  if (Array.isArray(value)) return value.some(hasExactNumbers)
  if (JSON.isRawJSON(value)) return true
  for (const name in value) if (hasExactNumbers((value as Record<string, unknown>)[name])) return true
  return false
}

const toDouble = (value: unknown): unknown => {
  if (isExact(value)) return Number(JSON.stringify(value))
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(toDouble)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toDouble(member)]))
}

/** The value with doubles for all numbers, for schemas and for code that takes no other. The same value if it has no others. */
export const roundNumbers = <T>(value: T): T => (hasExactNumbers(value) ? (toDouble(value) as T) : value)

/** The pointer to a number that isn't whole and that a double doesn't hold; `undefined`: there is none. */
export const findInexact = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  if (JSON.isRawJSON(value)) return ''
  for (const name in value) {
    const pathWithin = findInexact((value as Record<string, unknown>)[name])
    if (pathWithin !== undefined) return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}${pathWithin}`
  }
  return undefined
}

/** The strings and the numbers of JSON. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** JSON with strings in place of the numbers that a double doesn't hold: `mark` and the number's text. */
export const markNumbers = (text: string, mark: string): string =>
  mayHoldInexact(text)
    ? text.replaceAll(tokens, (token) =>
        token[0] === '"' || isHeld(token, Number(token)) ? token : `"${mark}${token}"`,
      )
    : text

/** The JSON that `markNumbers` was given. A marked string that isn't a number stays. */
export const unmarkNumbers = (text: string, mark: string): string =>
  text.includes(mark)
    ? text.replaceAll(new RegExp(`"${mark}(-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)"`, 'g'), '$1')
    : text

/** The response whose `json()` keeps every digit. It always has a length: libraries (openapi-fetch) read one without it by `JSON.parse`. */
export const withExactJson = async (response: Response): Promise<Response> => {
  if (!response.ok || response.status === 204 || !/\bjson\b/.test(response.headers.get('content-type') ?? ''))
    return response
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.set('content-length', String(new TextEncoder().encode(text).length))
  const { status, statusText } = response
  return Object.defineProperty(new Response(text, { status, statusText, headers }), 'json', {
    value: async () => parseExact(text),
  })
}
