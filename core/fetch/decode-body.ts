import { promisify } from 'node:util'
import zlib, { type InputType, type ZlibOptions } from 'node:zlib'
import { FetchError } from './fetch-error.ts'

/** The Accept-Encoding of requests: what `decode` understands. Without zstd, because Bun decodes a truncated body as an empty one. */
export const acceptEncoding = 'gzip, deflate, br'

/** The registered content codings (https://www.iana.org/assignments/http-parameters). Some servers write a character set or `none` there. */
const registered: ReadonlySet<string> = new Set(
  'aes128gcm br compress dcb dcz deflate exi gzip pack200-gzip x-compress x-gzip zstd'.split(' '),
)

/** The codings of a body. What names no coding is left out, `identity` and `aws-chunked` too: the body comes without them. */
export const readCodings = (headers: Headers): readonly string[] => {
  const given = headers.get('content-encoding')
  if (given === null) return []
  const names = given.split(',').map((name) => name.trim().toLowerCase())
  return names.filter((name) => registered.has(name))
}

interface Coding {
  sync(bytes: InputType, options: ZlibOptions): Buffer
  async(bytes: InputType, options: ZlibOptions): Promise<Buffer>
}

const gzip: Coding = { sync: zlib.gunzipSync, async: promisify(zlib.gunzip) }
const zlibbed: Coding = { sync: zlib.inflateSync, async: promisify(zlib.inflate) }
const rawDeflate: Coding = { sync: zlib.inflateRawSync, async: promisify(zlib.inflateRaw) }
const brotli: Coding = { sync: zlib.brotliDecompressSync, async: promisify(zlib.brotliDecompress) }

/** `deflate` means the zlib format, but some servers send raw deflate (RFC 9110, section 8.4.1.2). */
const deflate = (bytes: Uint8Array): Coding => (((bytes[0] ?? 0) & 0x0f) === 8 ? zlibbed : rawDeflate)

const findCoding = (name: string | undefined, bytes: Uint8Array): Coding | undefined => {
  if (name === 'gzip' || name === 'x-gzip') return gzip
  if (name === 'br') return brotli
  return name === 'deflate' ? deflate(bytes) : undefined
}

// Inflating in the thread pool costs 150 us a call; 2 KB take 10 us in this thread. Larger bodies would delay other calls here.
const smallBytes = 32 * 1024

/**
 * Decodes one content coding. Stops as soon as the output exceeds `maxBytes`, so a bomb takes that much memory at most. Rejects
 * with FetchError `too-large`, or `garbled`, which also stands for several codings on top of each other.
 */
export const decodeBody = async (bytes: Uint8Array, codings: readonly string[], maxBytes: number, host: string) => {
  const [coding, another] = codings
  const known = another === undefined ? findCoding(coding, bytes) : undefined
  if (!known) throw new FetchError('garbled', `${host} answered with a content coding that the request did not accept`)
  try {
    const options = { maxOutputLength: maxBytes }
    return bytes.length <= smallBytes ? known.sync(bytes, options) : await known.async(bytes, options)
  } catch (error) {
    if (Object(error).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(host, maxBytes)
    throw new FetchError('garbled', `${host} answered with a body that is not valid ${coding}`)
  }
}

export const tooLarge = (host: string, maxBytes: number): FetchError =>
  new FetchError('too-large', `the answer of ${host} is larger than ${maxBytes} bytes`)
