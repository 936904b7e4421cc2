import { callerHungUp, invalid } from '@patchbay/core/errors'
import { freeing, isFileName, type NewFile, readMediaType, withProgress } from '@patchbay/core/files'
import type { Exchange } from '../http/exchange.ts'

/** A file that a request brings as its body. */
export interface ReceivedFile {
  readonly about: NewFile
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The name from `X-File-Name`, percent-encoded where it has characters that headers can't have. Throws VALIDATION_ERROR. */
const readName = (headers: Headers): string | null => {
  const header = headers.get('x-file-name')
  if (header === null) return null
  let name = header
  try {
    name = decodeURIComponent(header)
  } catch {
    // A name with a percent sign of its own.
  }
  if (isFileName(name)) return name
  throw invalid(
    '',
    'the header X-File-Name must be a name of at most 255 characters, without slashes and control characters',
  )
}

/** The media type without its parameters. Throws VALIDATION_ERROR. */
const checkMediaType = (headers: Headers): string => {
  const type = readMediaType(headers.get('content-type') ?? 'application/octet-stream')
  if (type !== undefined) return type
  throw invalid('', 'the header Content-Type must name the media type of the file, e.g. image/png')
}

const readLength = (headers: Headers): number | undefined => {
  const length = headers.get('content-length')
  return length === null ? undefined : Number(length)
}

/** The bytes of a request. Throws CLIENT_CLOSED when they break off, and TIMEOUT when none come. */
async function* readBytes(exchange: Exchange, stalledMs: number): AsyncGenerator<Uint8Array> {
  const { request } = exchange
  try {
    // Without `preventCancel`, the rest of a body that is too large couldn't be taken.
    const body = request.body?.values({ preventCancel: true })
    if (body) yield* freeing(withProgress(body, stalledMs))
  } catch (cause) {
    throw request.signal.aborted ? callerHungUp(cause) : cause
  }
  exchange.hasReadBody = true
}

/** `stalledMs`: without a byte for so long, the transfer is given up. Throws VALIDATION_ERROR for what its headers say. */
export const receiveFile = (exchange: Exchange, stalledMs: number): ReceivedFile => {
  const { headers } = exchange.request
  if (headers.has('content-encoding')) throw invalid('', 'send the file without a Content-Encoding')
  return {
    about: { name: readName(headers), mediaType: checkMediaType(headers), length: readLength(headers) },
    bytes: readBytes(exchange, stalledMs),
  }
}
