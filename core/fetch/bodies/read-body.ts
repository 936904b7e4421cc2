import { FetchError } from '../fetch-error.ts'
import { beginsLikeGzip, decodeBody, readCodings, tooLarge, unpackUnnamed } from './decode-body.ts'

// A coding makes incompressible bytes a little larger. With this allowance the limit applies to the decoded bytes.
const codingOverhead = 4096

/** Reads and decodes a whole body. Rejects with FetchError `too-large` as soon as it exceeds `maxBytes`. */
export const readBody = (response: Response, maxBytes: number, host: string): Promise<Uint8Array> => {
  const codings = readCodings(response.headers)
  const length = declaredLength(response, host)
  return codings.length === 0
    ? readUncoded(response, length, maxBytes, host)
    : readCoded(response, codings, length, maxBytes, host)
}

/**
 * Transfer-Encoding overrides a declared length, and one that is declared several times counts once (RFC 9112, section 6.3). Throws
 * FetchError `garbled` for several lengths.
 */
const declaredLength = ({ headers }: Response, host: string): number | undefined => {
  const header = headers.get('content-length')
  if (header === null || headers.has('transfer-encoding')) return undefined
  const length = Number(header)
  if (!Number.isNaN(length)) return length
  const [first, ...others] = header.split(',').map((each) => each.trim())
  if (first !== undefined && /^\d+$/.test(first) && others.every((other) => other === first)) return Number(first)
  throw new FetchError('garbled', `${host} answered with several lengths`)
}

const readUncoded = async (
  response: Response,
  length: number | undefined,
  maxBytes: number,
  host: string,
): Promise<Uint8Array> => {
  const bytes = await readEncoded(response, length, maxBytes)
  if (!bytes) throw tooLarge(host, maxBytes)
  return beginsLikeGzip(bytes) ? unpackUnnamed(bytes, response.headers, maxBytes, host) : bytes
}

const readCoded = async (
  response: Response,
  codings: readonly string[],
  length: number | undefined,
  maxBytes: number,
  host: string,
): Promise<Uint8Array> => {
  const encoded = await readEncoded(response, length, maxBytes + codingOverhead)
  if (!encoded) throw tooLarge(host, maxBytes)
  return encoded.length > 0 ? decodeBody(encoded, codings, maxBytes, host) : encoded
}

/** The bytes as received; `undefined` if there are more than `maxBytes`. */
const readEncoded = (
  response: Response,
  length: number | undefined,
  maxBytes: number,
): Promise<Uint8Array | undefined> => {
  if (length === undefined) return readCounting(response, maxBytes)
  return length <= maxBytes ? response.bytes() : discardBody(response).then(() => undefined)
}

const readCounting = async (response: Response, maxBytes: number): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    // Leaving the loop cancels the stream, which closes the connection.
    if (size > maxBytes) return
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
}

/** Releases a body that nobody will read, and its connection. */
export const discardBody = async (response: Response): Promise<void> => {
  await response.body?.cancel().catch(() => {})
}

/** For `take`: leaves a body unread, such as a stream without an end. */
export const leaveBody = async (pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  await pieces[Symbol.asyncIterator]().return?.()
  return new Uint8Array()
}
