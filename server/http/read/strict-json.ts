import { GatewayError, invalid } from '@patchbay/core/errors'
import { findInexact, parseExact } from '@patchbay/core/exact-json'
import { pointerToken } from '@patchbay/core/schema'
import { visit } from 'jsonc-parser'
import { malformedAt } from './malformed-json.ts'

const maxDepth = 64
/** The most members and items that one body may have: more than any vendor takes, and still checked within milliseconds. */
const mostValues = 20_000
/** The most members among them: the engine keeps each name. */
const mostNames = 10_000
/** The most members of one object: with more, each look at them takes the engine several times as long. */
const mostMembers = 1000
/** A fault's place is looked for in texts of this length at most, as that takes up to 100 times as long as parsing. */
const longestExplained = 100_000

const pointer = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${pointerToken(String(step))}`).join('')

const tooDeep = (): GatewayError => invalid('', `the body is nested deeper than ${maxDepth} levels`)

const tooMany = (): GatewayError =>
  invalid('', `the body holds more than ${mostValues} members and items; send it in several parts`)

const tooManyNames = (): GatewayError =>
  invalid('', `the body holds more than ${mostNames} members; send it in several parts`)

const tooManyInOne = (): GatewayError => invalid('', `an object in the body has more than ${mostMembers} members`)

/** Counts one more member of the innermost open object. Throws VALIDATION_ERROR. */
const countInObject = (open: number[]): void => {
  const own = (open.pop() ?? 0) + 1
  if (own > mostMembers) throw tooManyInOne()
  open.push(own)
}

/**
 * Refuses a body of too many members before it is parsed. In valid JSON each colon outside of a string is one member, and
 * there are at least as many members and items as commas and brackets. Throws VALIDATION_ERROR.
 */
const countMembers = (text: string): number => {
  let members = 0
  let values = 0
  /** The members of each open object so far. */
  const open = [0]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 58) {
      if (++members > mostNames) throw tooManyNames()
      countInObject(open)
    } else if (code === 44) values++
    else if (code === 91 || code === 123) {
      values++
      open.push(0)
    } else if (code === 93 || code === 125) open.pop()
    else if (code === 34) {
      i = endOfString(text, i + 1)
      // The string has no end, which the parser will report.
      if (i < 0) return members
    }
    if (values > mostValues) throw tooMany()
  }
  return members
}

/** The position of the quote that ends a string; -1: there is none. */
const endOfString = (text: string, start: number): number => {
  const quote = text.indexOf('"', start)
  if (quote < 0 || text.charCodeAt(quote - 1) !== 92) return quote
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 34) return i
    if (code === 92) i++
  }
  return -1
}

/** Counts the members that the parser kept, and refuses values that can't be sent to any provider. */
const countParsedMembers = (value: unknown, path: (string | number)[], checkText: boolean): number => {
  if (typeof value === 'string' && checkText && !value.isWellFormed()) {
    throw invalid(pointer(path), "holds half of a surrogate pair, which isn't Unicode text")
  }
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return 0
  if (path.length >= maxDepth) throw tooDeep()
  let members = 0
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path.push(index)
      members += countParsedMembers(value[index], path, checkText)
      path.pop()
    }
    return members
  }
  for (const name of Object.keys(value)) {
    if (checkText && !name.isWellFormed()) throw invalid(pointer(path), "has a member whose name isn't Unicode text")
    path.push(name)
    members += countParsedMembers((value as Record<string, unknown>)[name], path, checkText) + 1
    path.pop()
  }
  return members
}

/** Counts open objects and lists while a text is visited. `enter` throws VALIDATION_ERROR for one that lies too deep. */
const depthCheck = () => {
  let depth = 0
  return {
    enter: (): void => {
      depth++
      if (depth > maxDepth) throw tooDeep()
    },
    leave: (): void => {
      depth--
    },
  }
}

/** Finds a repeated member. The parser dropped the value of the first one, so the depth of that value is checked here. */
const repeatedMember = (text: string): string => {
  /** The names in each open object. Paths would copy a long name into each of its members. */
  const seen: Set<string>[] = []
  let repeated = ''
  const { enter, leave } = depthCheck()
  visit(text, {
    onObjectBegin() {
      enter()
      seen.push(new Set())
    },
    onArrayBegin: enter,
    onObjectProperty(name, _offset, _length, _line, _character, pathSupplier) {
      const names = seen.at(-1)
      if (names?.has(name)) repeated ||= pointer([...pathSupplier(), name])
      names?.add(name)
    },
    onObjectEnd() {
      leave()
      seen.pop()
    },
    onArrayEnd: leave,
  })
  return repeated
}

const malformed = (text: string, cause: unknown): GatewayError => {
  if (text.trim() === '') {
    const details = [{ path: '', message: 'is empty' }]
    return new GatewayError('VALIDATION_ERROR', 'The body is empty; send a JSON object', { details, cause })
  }
  const { enter, leave } = depthCheck()
  const place = text.length > longestExplained ? undefined : malformedAt(text, enter, leave)
  const message = place === undefined ? 'is not valid JSON' : `is not valid JSON at ${place}`
  return new GatewayError('VALIDATION_ERROR', `The body ${message}`, { details: [{ path: '', message }], cause })
}

/**
 * Parses JSON (RFC 8259) and refuses what parsers disagree on (I-JSON, RFC 7493): a repeated member, text that isn't
 * Unicode, very deep nesting and very many members. Throws VALIDATION_ERROR.
 */
export const parseStrictValue = (text: string): unknown => {
  const members = countMembers(text)
  let value: unknown
  try {
    value = parseExact(text)
  } catch (cause) {
    throw malformed(text, cause)
  }
  // A loop, because a pattern takes twice as long on a text of backslashes.
  const mayHoldHalves = text.includes('\\ud') || text.includes('\\uD')
  if (countParsedMembers(value, [], mayHoldHalves) !== members) {
    if (text.length > longestExplained) throw invalid('', 'one of the members is repeated; send each member once')
    throw invalid(repeatedMember(text), 'this member is repeated; send it once')
  }
  return value
}

/** Like `parseStrictValue`, for a JSON object. */
export const parseStrictJson = (text: string): Record<string, unknown> => {
  const value = parseStrictValue(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('', 'the body must be a JSON object')
  }
  return value as Record<string, unknown>
}

/** Throws VALIDATION_ERROR for a number that would lose its value on the way to a provider, like 1e400. */
export const refuseInexact = <T>(value: T): T => {
  const path = findInexact(value)
  if (path === undefined) return value
  throw invalid(path, 'is a number that can’t be sent with all of its digits; send it as a text')
}
