import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import { isJsonObject } from '@patchbay/core/json-object'

/** A fault of a message, as JSON-RPC tells it. */
export interface MessageFault {
  readonly code: number
  readonly message: string
}

/** An id is sent back, so a long one costs twice. */
const longestId = 256

const isId = (id: unknown): boolean => typeof id === 'number' || (typeof id === 'string' && id.length <= longestId)

const malformed = (message: string): MessageFault => ({ code: ProtocolErrorCode.InvalidRequest, message })

/** The fault that makes a value no message (JSON-RPC 2.0, section 4); `undefined`: it is one. */
export const findMalformed = (message: unknown): MessageFault | undefined => {
  if (!isJsonObject(message)) return malformed('The body must be a JSON-RPC message: an object with jsonrpc and method')
  const { jsonrpc, id, method } = message
  if (jsonrpc !== '2.0') return malformed('The member jsonrpc of the message must be "2.0"')
  if (Object.hasOwn(message, 'id') && !isId(id))
    return malformed(
      `The member id of the message must be a number or a text of at most ${longestId} characters; a notification has none`,
    )
  if (Object.hasOwn(message, 'method') ? typeof method !== 'string' : !('result' in message || 'error' in message))
    return malformed('The member method of the message must be a text')
  return undefined
}

const isToken = (token: unknown): boolean =>
  token === undefined || typeof token === 'string' || typeof token === 'number'

const wrong = (name: string, wanted: string): MessageFault => ({
  code: ProtocolErrorCode.InvalidParams,
  message: `The member ${name} of the message must be ${wanted}`,
})

/** The fault of parameters that every method may have; `undefined`: none. The SDK checks those of each method. */
export const findFaultyParams = (message: unknown): MessageFault | undefined => {
  const { params } = Object(message) as { readonly params?: unknown }
  if (params === undefined) return undefined
  if (!isJsonObject(params)) return wrong('params', 'an object')
  const { _meta: meta } = params
  if (meta === undefined) return undefined
  if (!isJsonObject(meta)) return wrong('params._meta', 'an object')
  return isToken(meta.progressToken) ? undefined : wrong('params._meta.progressToken', 'a text or a number')
}
