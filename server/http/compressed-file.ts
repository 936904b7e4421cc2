import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Exchange, Reply } from './exchange.ts'

/** A file that is served from memory: reading, hashing or compressing it for each request would let anybody hold the thread. */
export interface CompressedFile {
  readonly type: string
  readonly bytes: Uint8Array
  readonly gzipped: Uint8Array
  readonly etag: string
}

const compress = promisify(gzip)

/** Compresses on another thread, as well as it can: a file is compressed once. */
export const compressFile = async (type: string, bytes: Uint8Array): Promise<CompressedFile> => ({
  type,
  bytes,
  gzipped: await compress(bytes, { level: 9 }),
  etag: Bun.hash(bytes).toString(16),
})

/** True if the client has these bytes (RFC 9110, section 13.1.2: proxies that compress weaken the tag). */
const isUnchanged = (headers: Headers, etag: string): boolean =>
  (headers.get('if-none-match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** Answers with the file, compressed where the client takes that, or says that the client has it. */
export const fileReply = (
  { type, bytes, gzipped, etag }: CompressedFile,
  { request }: Exchange,
  headers: Readonly<Record<string, string>>,
): Reply => {
  const isGzipped = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  // Each coding is a representation of its own, so each has an ETag of its own (RFC 9110, section 8.8.3).
  const tag = `"${etag}${isGzipped ? '-gzip' : ''}"`
  const common = { ...headers, etag: tag, vary: 'Accept-Encoding' }
  if (isUnchanged(request.headers, tag)) return { status: 304, body: null, headers: common }
  return {
    status: 200,
    body: isGzipped ? gzipped : bytes,
    headers: { ...common, 'content-type': type, ...(isGzipped && { 'content-encoding': 'gzip' }) },
  }
}
