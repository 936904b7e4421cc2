import { isJsonContentType, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { asGatewayError } from '@patchbay/core/errors'
import { hasExactNumbers, roundNumbers } from '@patchbay/core/exact-json'
import { isJsonObject } from '@patchbay/core/json-object'
import { type Exchange, json, type Reply } from '../http/exchange.ts'
import { readText } from '../http/read/bodies.ts'
import { parseStrictValue } from '../http/read/strict-json.ts'

/** Each message of a batch is a request, and its answer is made while others wait. */
const mostMessages = 5

/** An id is sent back, so a long one costs twice. */
const longestId = 256

const hasLongId = (message: unknown): boolean => {
  const { id } = Object(message) as { readonly id?: unknown }
  return (typeof id === 'string' && id.length > longestId) || (typeof id === 'object' && id !== null)
}

/** A protocol error for a request whose message can't be read (JSON-RPC 2.0, section 5.1). */
const fault = (status: number, code: number, message: string): Reply =>
  json({ jsonrpc: '2.0', error: { code, message }, id: null }, status)

/** The arguments of a call keep the value of their numbers. Nothing else of the protocol has any that a double doesn't hold. */
const roundAroundArguments = (message: unknown): unknown => {
  if (Array.isArray(message)) return message.map(roundAroundArguments)
  if (!hasExactNumbers(message)) return message
  const { params } = Object(message)
  const rounded = roundNumbers(message) as Record<string, unknown>
  return isJsonObject(params) && isJsonObject(rounded.params) && isJsonObject(params.arguments)
    ? { ...rounded, params: { ...rounded.params, arguments: params.arguments } }
    : rounded
}

/**
 * Reads the JSON-RPC message, or batch, of a POST: bounded, and as strictly as a REST body. The body is `undefined` when it
 * isn't sent as JSON. Returns a refusal when it can't be read. Throws PAYLOAD_TOO_LARGE.
 */
export const readMessage = async (
  exchange: Exchange,
  maxBytes: number,
): Promise<{ message: unknown } | { refusal: Reply }> => {
  const { headers } = exchange.request
  if (!isJsonContentType(headers.get('content-type'))) return { message: undefined }
  if (headers.has('content-encoding'))
    return { refusal: fault(415, -32_000, 'Send the body without a Content-Encoding') }
  try {
    const message = roundAroundArguments(parseStrictValue(await readText(exchange, maxBytes)))
    if (Array.isArray(message) && message.length > mostMessages)
      return {
        refusal: fault(400, ProtocolErrorCode.InvalidRequest, `A batch may have at most ${mostMessages} messages`),
      }
    if ([message].flat().some(hasLongId))
      return {
        refusal: fault(
          400,
          ProtocolErrorCode.InvalidRequest,
          `An id must be a number or a text of at most ${longestId} characters`,
        ),
      }
    return { message }
  } catch (thrown) {
    const error = asGatewayError(thrown)
    if (error.code !== 'VALIDATION_ERROR') throw error
    return { refusal: fault(400, ProtocolErrorCode.ParseError, `Parse error: ${error.message}`) }
  }
}
