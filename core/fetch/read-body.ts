import { decode, tooLarge } from './decode.ts'

// What a coding may add to bytes that can't be made smaller, so that the limit stays one of decoded bytes.
const codingOverhead = 4096

/** Reads a body whole and decoded; rejects with FetchError `too-large` as soon as it passes `maxBytes`. */
export const readBody = (response: Response, maxBytes: number, host: string): Promise<Uint8Array> => {
  const coding = response.headers.get('content-encoding')?.trim().toLowerCase() || 'identity'
  const length = declaredLength(response)
  if (coding === 'identity' && length !== undefined && length <= maxBytes) return response.bytes()
  return readOther(response, coding, length, maxBytes, host)
}

/** With Transfer-Encoding a declared length means nothing (RFC 9112, section 6.3). */
const declaredLength = ({ headers }: Response): number | undefined => {
  const length = headers.get('content-length')
  return length === null || headers.has('transfer-encoding') ? undefined : Number(length)
}

const readOther = async (
  response: Response,
  coding: string,
  length: number | undefined,
  maxBytes: number,
  host: string,
): Promise<Uint8Array> => {
  const most = coding === 'identity' ? maxBytes : maxBytes + codingOverhead
  const encoded = await readEncoded(response, length, most)
  if (!encoded) throw tooLarge(host, maxBytes)
  return coding === 'identity' || encoded.length === 0 ? encoded : decode(encoded, coding, maxBytes, host)
}

/** The bytes as they came, or `undefined` when there are more than `maxBytes`. */
const readEncoded = async (
  response: Response,
  length: number | undefined,
  maxBytes: number,
): Promise<Uint8Array | undefined> => {
  if (length === undefined) return readCounting(response, maxBytes)
  if (length <= maxBytes) return response.bytes()
  await discard(response)
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

/** Lets go of a body that nobody will read, and of its connection. */
export const discard = async (response: Response): Promise<void> => {
  await response.body?.cancel().catch(() => {})
}
