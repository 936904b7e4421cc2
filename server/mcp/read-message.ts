import { isJsonContentType, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { asGatewayError } from '@patchbay/core/errors'
import { readText } from '../http/bodies.ts'
import { json, type Reply } from '../http/exchange.ts'
import { parseStrictValue } from '../http/strict-json.ts'

/** A protocol error for a request whose message can't be read (JSON-RPC 2.0, section 5.1). */
const fault = (status: number, code: number, message: string): Reply =>
  json({ jsonrpc: '2.0', error: { code, message }, id: null }, status)

/**
 * Reads the JSON-RPC message, or batch, of a POST: bounded, and as strictly as a REST body. The body is `undefined` when it
 * isn't sent as JSON. Returns a refusal when it can't be read. Throws PAYLOAD_TOO_LARGE.
 */
export const readMessage = async (
  request: Request,
  maxBytes: number,
): Promise<{ message: unknown } | { refusal: Reply }> => {
  if (!isJsonContentType(request.headers.get('content-type'))) return { message: undefined }
  if (request.headers.has('content-encoding'))
    return { refusal: fault(415, -32_000, 'Send the body without a Content-Encoding') }
  try {
    return { message: parseStrictValue(await readText(request, maxBytes)) }
  } catch (thrown) {
    const error = asGatewayError(thrown)
    if (error.code !== 'VALIDATION_ERROR') throw error
    return { refusal: fault(400, ProtocolErrorCode.ParseError, `Parse error: ${error.message}`) }
  }
}
