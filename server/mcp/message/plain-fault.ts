import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import { isJsonObject } from '@patchbay/core/json-object'

/** One finding of the SDK's validator (zod). */
interface Issue {
  readonly code?: unknown
  readonly expected?: unknown
  readonly path?: readonly unknown[]
  readonly message?: unknown
}

const mostIssues = 10
const words: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

const describeIssue = ({ code, expected, path = [], message }: Issue): string => {
  const name = path.length > 0 ? path.join('.') : 'params'
  if (String(message).endsWith('received undefined')) return `${name} is missing`
  const wanted = code === 'invalid_type' ? words[String(expected)] : undefined
  return wanted ? `${name} must be ${wanted}` : `${name} is not valid`
}

/** The findings in an error's text; `undefined`: it is no list of them. */
const readIssues = (text: string): readonly Issue[] | undefined => {
  const start = text.indexOf('[')
  if (start < 0 || !text.endsWith(']')) return undefined
  try {
    const issues: unknown = JSON.parse(text.slice(start))
    return Array.isArray(issues) && issues.length > 0 && issues.every(isJsonObject) ? issues : undefined
  } catch {
    return undefined
  }
}

/**
 * An answer in JSON with a sentence in place of the validator's own words: the SDK tells malformed parameters as its validator's JSON, for
 * most methods as an internal error. Other answers stay as they are.
 */
export const inPlainWords = (answer: string): string => {
  // Looked at first, as few answers are errors.
  if (!answer.includes('"error":{"code":-3260')) return answer
  const parsed: unknown = JSON.parse(answer)
  const { error, ...others } = parsed as { readonly error?: { readonly message?: unknown } }
  const issues = typeof error?.message === 'string' ? readIssues(error.message) : undefined
  if (!issues) return answer
  const faults = issues.slice(0, mostIssues).map(describeIssue)
  const message = `The parameters are not valid: ${[...new Set(faults)].join('; ')}`
  return JSON.stringify({ ...others, error: { code: ProtocolErrorCode.InvalidParams, message } })
}
