import { GatewayError, invalid } from '@patchbay/core/errors'
import { pointerToken } from '@patchbay/core/schema'
import { visit } from 'jsonc-parser'
import { malformedAt } from './malformed-json.ts'

const maxDepth = 64
/** The most members and items that one body may have: more than any vendor takes, and still checked within milliseconds. */
const mostValues = 20_000

const pointer = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${pointerToken(String(step))}`).join('')

const tooDeep = (): GatewayError => invalid('', `the body is nested deeper than ${maxDepth} levels`)

const tooMany = (): GatewayError =>
  invalid('', `the body holds more than ${mostValues} members and items; send it in several parts`)

/**
 * Refuses a body of too many members before it is parsed. In valid JSON each colon outside of a string is one member, and
 * there are at least as many members and items as commas and brackets. Throws VALIDATION_ERROR.
 */
const countMembers = (text: string): number => {
  let members = 0
  let values = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 58) members++
    else if (code === 44 || code === 91 || code === 123) values++
    else if (code === 34) {
      do {
        i = text.indexOf('"', i + 1)
        // The string has no end, which the parser will report.
        if (i < 0) return members
      } while (isEscaped(text, i))
    }
    if (values > mostValues) throw tooMany()
  }
  return members
}

const isEscaped = (text: string, quote: number): boolean => {
  let backslashes = 0
  while (text.charCodeAt(quote - 1 - backslashes) === 92) backslashes++
  return backslashes % 2 === 1
}

/** Counts the members that the parser kept, and refuses values that can't be sent to any provider. */
const countKept = (value: unknown, path: (string | number)[], checkText: boolean): number => {
  if (typeof value === 'string' && checkText && !value.isWellFormed()) {
    throw invalid(pointer(path), "holds half of a surrogate pair, which isn't Unicode text")
  }
  if (typeof value !== 'object' || value === null) return 0
  if (path.length >= maxDepth) throw tooDeep()
  let members = 0
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path.push(index)
      members += countKept(value[index], path, checkText)
      path.pop()
    }
    return members
  }
  for (const name of Object.keys(value)) {
    if (checkText && !name.isWellFormed()) throw invalid(pointer(path), "has a member whose name isn't Unicode text")
    path.push(name)
    members += countKept((value as Record<string, unknown>)[name], path, checkText) + 1
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
  const place = malformedAt(text, enter, leave)
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
    value = JSON.parse(text)
  } catch (cause) {
    throw malformed(text, cause)
  }
  if (countKept(value, [], /\\ud/i.test(text)) !== members) {
    throw invalid(repeatedMember(text), 'this member is there more than once')
  }
  return value
}

/** As `parseStrictValue`, for a JSON object. */
export const parseStrictJson = (text: string): Record<string, unknown> => {
  const value = parseStrictValue(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('', 'the body must be a JSON object')
  }
  return value as Record<string, unknown>
}
