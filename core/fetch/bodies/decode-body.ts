import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import zlib, { type InputType, type ZlibOptions } from 'node:zlib'
import { FetchError } from '../fetch-error.ts'

/** The Accept-Encoding of requests: what `decode` understands. Without zstd, because Bun decodes a truncated body as an empty one. */
export const acceptEncoding = 'gzip, deflate, br'

/** The registered content codings (https://www.iana.org/assignments/http-parameters). Some servers write a character set or `none` there. */
const registered: ReadonlySet<string> = new Set(
  'aes128gcm br compress dcb dcz deflate exi gzip pack200-gzip x-compress x-gzip zstd'.split(' '),
)

const noCodings: readonly string[] = []

/** The codings of a body. What names no coding is left out, `identity` and `aws-chunked` too: the body comes without them. */
export const readCodings = (headers: Headers): readonly string[] => {
  const header = headers.get('content-encoding')
  if (header === null) return noCodings
  // Some servers write a quality, as in `Accept-Encoding`, or quotes.
  const names = header.split(',').map((name) => name.replace(/;.*$/, '').replaceAll('"', '').trim().toLowerCase())
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

interface Inflated {
  readonly buffer: Buffer
  readonly engine: { readonly bytesWritten: number }
}

const inflateWithInfo = promisify(
  (bytes: InputType, options: ZlibOptions, done: (error: Error | null, result: Inflated) => void) =>
    zlib.inflateRaw(bytes, { ...options, info: true }, done as never),
)

/** The shortest header of gzip (RFC 1952, section 2.3), which servers write: it has no flags. */
const gzipHeaderBytes = 10
const gzipTrailerBytes = 8

/**
 * The content of a gzip body with trailing bytes, which browsers ignore (nodejs/node#7502). Rejects if the checksum
 * isn't that of the content, as in a body that was cut off.
 */
const gunzipBegin = async (bytes: Uint8Array, options: ZlibOptions): Promise<Buffer> => {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const hasPlainHeader = whole.length > gzipHeaderBytes && whole.readUInt32BE(0) === 0x1f8b0800
  if (!hasPlainHeader) throw new TypeError('no gzip')
  const { buffer, engine } = await inflateWithInfo(whole.subarray(gzipHeaderBytes), options)
  const end = gzipHeaderBytes + engine.bytesWritten
  if (whole.length <= end + gzipTrailerBytes || whole.readUInt32LE(end) !== zlib.crc32(buffer))
    throw new TypeError('no gzip')
  return buffer
}

/**
 * True for text: no coding makes bytes without a control character. Proxies unpack a body and leave the header as it was
 * (curl/curl#2368).
 */
const isText = (bytes: Uint8Array): boolean =>
  isUtf8(bytes) &&
  !bytes.some((byte) => byte === 0x7f || (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d))

/** `deflate` means the zlib format, but some servers send raw deflate (RFC 9110, section 8.4.1.2). */
const deflate = (bytes: Uint8Array): Coding => (((bytes[0] ?? 0) & 0x0f) === 8 ? zlibbed : rawDeflate)

const findCoding = (name: string | undefined, bytes: Uint8Array): Coding | undefined => {
  if (name === 'gzip' || name === 'x-gzip') return gzip
  if (name === 'br') return brotli
  return name === 'deflate' ? deflate(bytes) : undefined
}

// Inflating in the thread pool costs 150 us a call; 2 KB take 10 us in this thread. Larger bodies would delay other calls here.
const smallBytes = 32 * 1024

/** Decodes one content coding, or leaves the text that came without it. */
const decodeOne = async (bytes: Uint8Array, coding: string | undefined, maxBytes: number, host: string) => {
  const decoder = findCoding(coding, bytes)
  if (!decoder)
    throw new FetchError('garbled', `${host} answered with a content coding that the request did not accept`)
  const options = { maxOutputLength: maxBytes }
  const readPlain = (error: unknown): Uint8Array => {
    if (Object(error).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(host, maxBytes)
    if (bytes.length > 0 && isText(bytes)) {
      if (bytes.length > maxBytes) throw tooLarge(host, maxBytes)
      return bytes
    }
    throw new FetchError('garbled', `${host} answered with a body that is not valid ${coding}`)
  }
  try {
    return bytes.length <= smallBytes ? decoder.sync(bytes, options) : await decoder.async(bytes, options)
  } catch (error) {
    return decoder === gzip && Object(error).code !== 'ERR_BUFFER_TOO_LARGE'
      ? gunzipBegin(bytes, options).catch(readPlain)
      : readPlain(error)
  }
}

/** A server and a proxy may each pack a body, or name the same coding twice. */
const mostCodings = 3

/**
 * Decodes the content codings of a body, the last one first (RFC 9110, section 8.4). Stops as soon as the output exceeds `maxBytes`, so a
 * bomb takes that much memory at most. Rejects with FetchError `too-large` or `garbled`.
 */
export const decodeBody = async (bytes: Uint8Array, codings: readonly string[], maxBytes: number, host: string) => {
  if (codings.length > mostCodings) throw new FetchError('garbled', `${host} answered with too many content codings`)
  let decoded = bytes
  for (const coding of codings.toReversed()) decoded = await decodeOne(decoded, coding, maxBytes, host)
  return decoded
}

/** True for JSON, by the first letter of it that isn't white space. */
const beginsLikeJson = (bytes: Uint8Array): boolean =>
  /^\s*[{[]/.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'))

/** True where a packed body can't be what was meant: no text begins like gzip. An answer without a type may be a packed file. */
const isMeant = (unpacked: Uint8Array, type: string): boolean =>
  /^(?:text\/|application\/\S*(?:json|xml))/i.test(type) || (type === '' && beginsLikeJson(unpacked))

/**
 * Unpacks text that a server has packed without saying so, as some do with errors alone (apache/trafficcontrol#1737). Rejects with
 * FetchError `too-large`.
 */
export const unpackUnnamed = async (
  bytes: Uint8Array,
  headers: Headers,
  maxBytes: number,
  host: string,
): Promise<Uint8Array> => {
  try {
    const unpacked = await decodeBody(bytes, ['gzip'], maxBytes, host)
    return isMeant(unpacked, headers.get('content-type') ?? '') ? unpacked : bytes
  } catch (error) {
    if (error instanceof FetchError && error.kind === 'garbled') return bytes
    throw error
  }
}

/** True for the first bytes of gzip (RFC 1952, section 2.3.1). */
export const beginsLikeGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

export const tooLarge = (host: string, maxBytes: number): FetchError =>
  new FetchError('too-large', `the answer of ${host} is larger than ${maxBytes} bytes`)
