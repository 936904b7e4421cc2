import { isJsonContentType, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { asGatewayError } from '@patchbay/core/errors'
import { hasExactNumbers, roundNumbers } from '@patchbay/core/exact-json'
import { isJsonObject } from '@patchbay/core/json-object'
import { type Exchange, json, type Reply } from '../../http/exchange.ts'
import { readPlainText } from '../../http/read/bodies.ts'
import { parseStrictValue } from '../../http/read/strict-json.ts'
import { type ExactIds, keepIds, noIds } from './exact-ids.ts'
import { findFaultyParams, findMalformed, type MessageFault } from './message-fault.ts'
import { hasContentCoding } from './message-headers.ts'
import { tidyMessage } from './tidy-message.ts'

/** Each message of a batch is a request, and its answer is made while others wait. */
const mostMessages = 5

/** A protocol error for a request whose message can't be read (JSON-RPC 2.0, section 5.1). */
const refuse = (status: number, { code, message }: MessageFault, headers?: Readonly<Record<string, string>>): Reply =>
  json({ jsonrpc: '2.0', error: { code, message }, id: null }, status, headers)

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

/** The refusal of a value that is no message, or of one with faulty parameters; `undefined`: none. */
const refuseMessage = (message: unknown): Reply | undefined => {
  const malformed = findMalformed(message)
  if (malformed) return refuse(400, malformed)
  const error = findFaultyParams(message)
  return error && json({ jsonrpc: '2.0', id: Object(message).id ?? null, error })
}

/** The same of a batch, which is refused as a whole. */
const refuseBatch = (messages: readonly unknown[]): Reply | undefined => {
  if (messages.length > mostMessages) {
    const text = `A batch may have at most ${mostMessages} messages`
    return refuse(400, { code: ProtocolErrorCode.InvalidRequest, message: text })
  }
  const faults = [...messages.map(findMalformed), ...messages.map(findFaultyParams)]
  const fault = faults.find((each) => each !== undefined)
  return fault && refuse(400, fault)
}

/** A message, or a batch of them, and what is needed to answer it as it was sent. */
export interface ReceivedMessage {
  readonly message: unknown
  readonly ids: ExactIds
  /** The answer to a message that can't be served. */
  readonly refusal?: Reply | undefined
}

const refused = (refusal: Reply): ReceivedMessage => ({ message: undefined, ids: noIds, refusal })

/**
 * Reads the JSON-RPC message, or batch, of a POST: bounded, and as strictly as a REST body, but without what clients send beside the
 * protocol. Throws PAYLOAD_TOO_LARGE.
 */
export const readMessage = async (
  exchange: Exchange,
  headers: Headers,
  { maxBytes, takesProgress }: { readonly maxBytes: number; readonly takesProgress: boolean },
): Promise<ReceivedMessage> => {
  if (!isJsonContentType(headers.get('content-type'))) {
    const fault = { code: -32_000, message: 'Send the body as JSON, with the header "Content-Type: application/json"' }
    return refused(refuse(415, fault, { accept: 'application/json' }))
  }
  if (hasContentCoding(headers)) {
    const fault = { code: -32_000, message: 'Send the body without a Content-Encoding' }
    return refused(refuse(415, fault, { 'accept-encoding': 'identity' }))
  }
  try {
    const text = await readPlainText(exchange, maxBytes)
    const { message: read, ids } = keepIds(parseStrictValue(text), text)
    const tidied = Array.isArray(read)
      ? read.map((each) => tidyMessage(each, takesProgress))
      : tidyMessage(read, takesProgress)
    const message = roundAroundArguments(tidied)
    return { message, ids, refusal: Array.isArray(message) ? refuseBatch(message) : refuseMessage(message) }
  } catch (thrown) {
    const error = asGatewayError(thrown)
    if (error.code !== 'VALIDATION_ERROR') throw error
    return refused(refuse(400, { code: ProtocolErrorCode.ParseError, message: `Parse error: ${error.message}` }))
  }
}
