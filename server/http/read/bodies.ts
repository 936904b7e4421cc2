import { callerHungUp, GatewayError } from '@patchbay/core/errors'
import type { Exchange } from '../exchange.ts'
import { parseStrictJson } from './strict-json.ts'

/** The most bytes of a body: a number is the operator's MAX_BODY_BYTES, other routes have a limit of their own. */
export type BodyLimit = number | { readonly ownBytes: number }

const countBytes = (limit: BodyLimit): number => (typeof limit === 'number' ? limit : limit.ownBytes)

const tooLarge = (limit: BodyLimit): GatewayError =>
  new GatewayError(
    'PAYLOAD_TOO_LARGE',
    typeof limit === 'number'
      ? `The body is larger than the ${limit} bytes of MAX_BODY_BYTES, which the operator sets`
      : `The body is larger than ${limit.ownBytes} bytes, the limit of this route`,
  )

const checkDeclared = (length: string | null, limit: BodyLimit): void => {
  if (length !== null && Number(length) > countBytes(limit)) throw tooLarge(limit)
}

/** Refuses a body by its `Content-Length`, before any of it is read. Throws PAYLOAD_TOO_LARGE. */
export const checkLength = (request: Request, limit: BodyLimit): void =>
  checkDeclared(request.headers.get('content-length'), limit)

/** True if a body follows the head (RFC 9112, section 6.3). */
const announcesBody = ({ headers }: Request): boolean =>
  headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0

/** The bounds, in bytes and time, of taking a body that nobody reads: as much as most clients send at once. */
const mostDiscardedBytes = 8 * 2 ** 20
const longestDiscardMs = 1000

/** Takes what arrives of a body until its end or a bound. `false`: more may come. */
const discardBody = async ({ body }: Request): Promise<boolean> => {
  // Bun gives no access to the body of a GET, or to a body whose earlier reader stopped before its end.
  if (!body || body.locked) return false
  const reader = body.getReader()
  let isCut = false
  const cut = (): void => {
    isCut = true
    reader.cancel().catch(() => undefined)
  }
  const timer = setTimeout(cut, longestDiscardMs)
  try {
    for (let size = 0; !isCut; ) {
      const { done, value } = await reader.read()
      if (done) return !isCut
      size += value.length
      if (size > mostDiscardedBytes) cut()
    }
  } catch {
    // The client has hung up.
  } finally {
    clearTimeout(timer)
  }
  return false
}

/**
 * True if a part of an announced body may still arrive when the answer leaves: its client could send that as slowly as it likes, so the
 * connection must be closed. First takes what is on its way, because a client that is still sending then may not see the answer.
 */
export const leavesBody = async ({ request, hasReadBody }: Exchange): Promise<boolean> =>
  !hasReadBody && announcesBody(request) && !(await discardBody(request))

const readBounded = async (request: Request, limit: BodyLimit): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  // Without `preventCancel`, the rest of a body that is too large couldn't be taken.
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.length
    if (size > countBytes(limit)) throw tooLarge(limit)
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

/**
 * Reads a body as UTF-8 text, whatever its headers say of it. Throws VALIDATION_ERROR, PAYLOAD_TOO_LARGE, and CLIENT_CLOSED when the
 * body breaks off.
 */
export const readPlainText = async (exchange: Exchange, limit: BodyLimit): Promise<string> => {
  const { request } = exchange
  const length = request.headers.get('content-length')
  checkDeclared(length, limit)
  let bytes: Uint8Array
  try {
    // With a declared length the HTTP parser reads no more than that.
    bytes = length === null ? await readBounded(request, limit) : await request.bytes()
  } catch (cause) {
    throw request.signal.aborted ? callerHungUp(cause) : cause
  }
  exchange.hasReadBody = true
  return decode(bytes)
}

/** Reads a body as UTF-8 text. Throws VALIDATION_ERROR, also for a coded body, PAYLOAD_TOO_LARGE, and CLIENT_CLOSED. */
export const readText = (exchange: Exchange, limit: BodyLimit): Promise<string> =>
  exchange.request.headers.has('content-encoding')
    ? Promise.reject(new GatewayError('VALIDATION_ERROR', 'Send the body without a Content-Encoding'))
    : readPlainText(exchange, limit)

/** Reads the text of a body whose `Content-Type` is JSON. Throws VALIDATION_ERROR and PAYLOAD_TOO_LARGE. */
export const readJsonText = (exchange: Exchange, limit: BodyLimit, { names, pattern } = jsonTypes): Promise<string> => {
  const type = exchange.request.headers.get('content-type')
  if (type === 'application/json' || (type !== null && pattern.test(type))) return readText(exchange, limit)
  const wanted = names.map((name) => `"Content-Type: ${name}"`).join(' or ')
  throw new GatewayError('VALIDATION_ERROR', `Send the body as JSON, with the header ${wanted}`)
}

/** Reads a body that must be a JSON object. Throws VALIDATION_ERROR and PAYLOAD_TOO_LARGE. */
export const readJson = async (
  exchange: Exchange,
  limit: BodyLimit,
  types = jsonTypes,
): Promise<Record<string, unknown>> => parseStrictJson(await readJsonText(exchange, limit, types))
