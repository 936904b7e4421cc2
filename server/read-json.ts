import { GatewayError } from '@patchbay/core/errors'
import { parseStrictJson } from './strict-json.ts'

const tooLarge = (maxBytes: number): GatewayError =>
  new GatewayError('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes} bytes`)

/** Refuses a body by its `Content-Length`, before any of it is read. Throws PAYLOAD_TOO_LARGE. */
export const checkLength = (request: Request, maxBytes: number): void => {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) throw tooLarge(maxBytes)
}

const readBounded = async (request: Request, maxBytes: number): Promise<Uint8Array> => {
  // With a Content-Length, checked before, the HTTP parser reads no more than that.
  if (request.headers.has('content-length')) return request.bytes()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const decode = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new GatewayError('VALIDATION_ERROR', 'The body is not UTF-8', { cause })
  }
}

const isJson = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i

/** Reads a body as UTF-8 text. Throws VALIDATION_ERROR and PAYLOAD_TOO_LARGE. */
export const readText = async (request: Request, maxBytes: number): Promise<string> => {
  if (request.headers.has('content-encoding')) {
    throw new GatewayError('VALIDATION_ERROR', 'Send the body without a Content-Encoding')
  }
  checkLength(request, maxBytes)
  return decode(await readBounded(request, maxBytes))
}

/** Reads a body that must be a JSON object. Throws VALIDATION_ERROR and PAYLOAD_TOO_LARGE. */
export const readJson = async (request: Request, maxBytes: number): Promise<Record<string, unknown>> => {
  const type = request.headers.get('content-type')
  if (type === null || !isJson.test(type)) {
    throw new GatewayError(
      'VALIDATION_ERROR',
      'Send the body as JSON, with the header "Content-Type: application/json"',
    )
  }
  return parseStrictJson(await readText(request, maxBytes))
}
