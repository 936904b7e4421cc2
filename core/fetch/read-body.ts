import { decodeBody, tooLarge } from './decode-body.ts'

// A coding makes incompressible bytes a little larger. With this allowance the limit applies to the decoded bytes.
const codingOverhead = 4096

/** Reads and decodes a whole body. Rejects with FetchError `too-large` as soon as it exceeds `maxBytes`. */
export const readBody = (response: Response, maxBytes: number, host: string): Promise<Uint8Array> => {
  const coding = response.headers.get('content-encoding')?.trim().toLowerCase() || 'identity'
  const length = declaredLength(response)
  if (coding === 'identity' && length !== undefined && length <= maxBytes) return response.bytes()
  return readOther(response, coding, length, maxBytes, host)
}

/** Transfer-Encoding overrides a declared length (RFC 9112, section 6.3). */
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
  return coding === 'identity' || encoded.length === 0 ? encoded : decodeBody(encoded, coding, maxBytes, host)
}

/** The bytes as received; `undefined` if there are more than `maxBytes`. */
const readEncoded = async (
  response: Response,
  length: number | undefined,
  maxBytes: number,
): Promise<Uint8Array | undefined> => {
  if (length === undefined) return readCounting(response, maxBytes)
  if (length <= maxBytes) return response.bytes()
  await discardBody(response)
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
