import { callerHungUp, GatewayError } from '@patchbay/core/errors'
import { parseStrictJson } from './strict-json.ts'

const tooLarge = (maxBytes: number): GatewayError =>
  new GatewayError(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than the ${maxBytes} bytes of MAX_BODY_BYTES, which the operator sets`,
  )

const checkDeclared = (length: string | null, maxBytes: number): void => {
  if (length !== null && Number(length) > maxBytes) throw tooLarge(maxBytes)
}

/** Refuses a body by its `Content-Length`, before any of it is read. Throws PAYLOAD_TOO_LARGE. */
export const checkLength = (request: Request, maxBytes: number): void =>
  checkDeclared(request.headers.get('content-length'), maxBytes)

/** Whether a body follows the head (RFC 9112, section 6.3). */
export const announcesBody = ({ headers }: Request): boolean =>
  headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0

const readBounded = async (request: Request, maxBytes: number): Promise<Uint8Array> => {
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

/** Media types of JSON, as they are written in a header, and as a pattern with the parameters that they may have. */
export interface JsonTypes {
  readonly names: readonly string[]
  readonly pattern: RegExp
}

export const jsonTypes: JsonTypes = {
  names: ['application/json'],
  pattern: /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i,
}

/** The types of a JSON merge patch (RFC 7396, section 4). */
export const patchTypes: JsonTypes = {
  names: ['application/merge-patch+json', 'application/json'],
  pattern: /^application\/(merge-patch\+)?json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i,
}

/** Reads a body as UTF-8 text. Throws VALIDATION_ERROR, PAYLOAD_TOO_LARGE, and CLIENT_CLOSED when the body breaks off. */
export const readText = async (request: Request, maxBytes: number): Promise<string> => {
  const { headers } = request
  if (headers.has('content-encoding')) {
    throw new GatewayError('VALIDATION_ERROR', 'Send the body without a Content-Encoding')
  }
  const length = headers.get('content-length')
  checkDeclared(length, maxBytes)
  let bytes: Uint8Array
  try {
    // With a declared length the HTTP parser reads no more than that.
    bytes = length === null ? await readBounded(request, maxBytes) : await request.bytes()
  } catch (cause) {
    throw request.signal.aborted ? callerHungUp(cause) : cause
  }
  return decode(bytes)
}

/** Reads the text of a body whose `Content-Type` is JSON. Throws VALIDATION_ERROR and PAYLOAD_TOO_LARGE. */
export const readJsonText = (request: Request, maxBytes: number, { names, pattern } = jsonTypes): Promise<string> => {
  const type = request.headers.get('content-type')
  if (type === 'application/json' || (type !== null && pattern.test(type))) return readText(request, maxBytes)
  const wanted = names.map((name) => `"Content-Type: ${name}"`).join(' or ')
  throw new GatewayError('VALIDATION_ERROR', `Send the body as JSON, with the header ${wanted}`)
}

/** Reads a body that must be a JSON object. Throws VALIDATION_ERROR and PAYLOAD_TOO_LARGE. */
export const readJson = async (
  request: Request,
  maxBytes: number,
  types = jsonTypes,
): Promise<Record<string, unknown>> => parseStrictJson(await readJsonText(request, maxBytes, types))
