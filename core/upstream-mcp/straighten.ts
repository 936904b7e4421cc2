import { isJsonObject } from '../provider/json-object.ts'
import { forLibrary, readAnswerId } from './messages.ts'

type Members = Readonly<Record<string, unknown>>

/** The request that a message may answer. */
export interface AskedRequest {
  readonly id: unknown
  readonly method: string
}

/** JSON-RPC 2.0, section 5.1: errors that a server defines itself. */
const serverError = -32000
/** The revision of servers that name none, as the specification has it for requests without one. */
const unnamedRevision = '2025-03-26'
const longestName = 200

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** An error with a code and a message. A code that is no number stands in the data. */
const toError = (value: unknown): Members => {
  const { code, message, data } = Object(value) as Members
  const isNumbered = Number.isInteger(code)
  const reason = isPresent(data) || isNumbered || !isPresent(code) ? data : { code }
  return {
    code: isNumbered ? code : serverError,
    message: text(message) ?? text(value) ?? JSON.stringify(value),
    ...(isPresent(reason) && { data: reason }),
  }
}

/** A server's answer to the handshake, with the members that it must have and left out. */
const toHandshake = (result: unknown): Members => {
  const { protocolVersion, capabilities, serverInfo, ...others } = Object(result) as Members
  const { name, version, title } = Object(serverInfo) as Members
  const about = { name: text(name)?.slice(0, longestName) ?? '', version: text(version)?.slice(0, longestName) ?? '' }
  return {
    ...others,
    protocolVersion: text(protocolVersion) || unnamedRevision,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    serverInfo: { ...about, ...(text(title) !== undefined && { title }) },
  }
}

/** True for an answer that is as it should be, the usual case: its text is passed on as it is. */
const isStraight = ({ jsonrpc, id, result, error }: Members, request: AskedRequest): boolean =>
  jsonrpc === '2.0' &&
  id === request.id &&
  error === undefined &&
  isJsonObject(result) &&
  request.method !== 'initialize'

const toResult = (method: string, result: unknown): Members => {
  if (method === 'initialize') return toHandshake(result)
  // A tool's result that is only its content, or only a text.
  return isJsonObject(result) ? result : { content: result }
}

/**
 * A message of a server in the form that the protocol gives it; `undefined`: it is none. An answer that names no request is that of the
 * request in whose answer it stands.
 */
const straighten = (value: unknown, request: AskedRequest): Members | undefined => {
  if (!isJsonObject(value)) return undefined
  const { method, id, result, error } = value
  if (isStraight(value, request)) return value
  if (typeof method === 'string') return { ...value, jsonrpc: '2.0' }
  const answered = isPresent(id) ? readAnswerId(id) : request.id
  if (isPresent(error)) return { jsonrpc: '2.0', id: answered, error: toError(error) }
  if (!Object.hasOwn(value, 'result')) return undefined
  return { jsonrpc: '2.0', id: answered, result: toResult(request.method, result) }
}

/** A message for the library, as JSON in one line. */
export interface StraightMessage {
  readonly json: string
  /** True for the answer to the request. */
  readonly isAnswer: boolean
}

/** The messages in a text of JSON: one, or a batch. Throws SyntaxError, and RangeError for a text that nobody should walk. */
export const readMessages = (text: string, request: AskedRequest): readonly StraightMessage[] => {
  const json = forLibrary(text)
  const value: unknown = JSON.parse(json)
  return [value].flat().flatMap((one) => {
    const message = straighten(one, request)
    if (!message) return []
    const isSame = message === value && !text.includes('\n') && !text.includes('\r')
    const isAnswer = message.method === undefined && message.id === request.id
    return [{ json: isSame ? json : JSON.stringify(message), isAnswer }]
  })
}
