import { isUtf8 } from 'node:buffer'
import { parseExact } from '../../encoding/exact-json.ts'
import { readCharset, readMediaType } from '../../encoding/media-type.ts'
import type { FetchAnswer } from '../../fetch/index.ts'
import type { AnswerKind } from '../../provider/index.ts'

/** The kinds of content that an answer may have. */
export type ContentKind = Exclude<AnswerKind, 'any'>

/** The media type that an answer names, in lower case; the first one if it names several. `undefined`: it names none. */
const findMediaType = (headers: Headers): string | undefined =>
  readMediaType((headers.get('content-type') ?? '').split(',', 1)[0] ?? '')

const isJson = (media: string): boolean => /^(?:application|text)\/(?:x-)?json$|\+json$/.test(media)
/** True for media types of readable text, whatever they are called. */
const isText = (media: string): boolean =>
  /^text\/|^application\/(?:xml|yaml|x-yaml|javascript|graphql|x-ndjson|jsonl|x-www-form-urlencoded)$|\+(?:xml|yaml)$/.test(
    media,
  )

/** The value of a JSON text; `undefined`: the text is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder()

/** The character set that the answer names, unless it is UTF-8. */
const readOtherCharset = (headers: Headers): string | undefined => {
  const charset = readCharset(headers.get('content-type') ?? '')
  return charset === undefined || /^(?:utf-?8|utf8mb[34])$/i.test(charset) ? undefined : charset
}

/** A decoder for the answer's character set; `undefined`: the set is unknown. */
const chooseDecoder = (headers: Headers): TextDecoder | undefined => {
  const charset = readOtherCharset(headers)
  if (charset === undefined) return utf8
  try {
    return new TextDecoder(charset as Bun.Encoding)
  } catch {
    return undefined
  }
}

export const decodeUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes)

/** True if a body has nothing but white space, which counts as no body. */
export const isBlank = (bytes: Uint8Array): boolean => {
  for (const byte of bytes) if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return false
  return true
}

/** The byte order of UTF-16, by the mark at its beginning. */
const startsAsUtf16 = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

const startsAsUtf8 = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf

/** ASCII, whose decoder is that of windows-1252: bytes that aren't ASCII are none of it. */
const isAscii = (charset: string): boolean => /^(?:us-?)?ascii$|^ansi_x3\.4/i.test(charset)

/** True for bytes of UTF-8 that are marked as such, or whose character set has a name that nothing else can be decoded by. */
const isPlainlyUtf8 = (headers: Headers, bytes: Uint8Array): boolean => {
  const charset = readOtherCharset(headers)
  if (charset === undefined || startsAsUtf8(bytes)) return true
  return (isAscii(charset) || chooseDecoder(headers) === undefined) && isUtf8(bytes)
}

/** The text, decoded by its byte order mark, by the character set that the answer names, or as UTF-8 if it names none or an unknown one. */
export const decodeText = (headers: Headers, bytes: Uint8Array): string => {
  const marked = startsAsUtf16(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  return isPlainlyUtf8(headers, bytes) ? decodeUtf8(bytes) : (chooseDecoder(headers) ?? utf8).decode(bytes)
}

/** JSON, converted to UTF-8 from the character set that the answer names; `undefined`: it can't be decoded. The default is UTF-8 (RFC 8259). */
export const toUtf8 = (headers: Headers, bytes: Uint8Array): Uint8Array | undefined => {
  const marked = startsAsUtf16(bytes)
  const charset = marked ?? readOtherCharset(headers)
  if (charset === undefined || (marked === undefined && isPlainlyUtf8(headers, bytes))) return bytes
  try {
    return Buffer.from(new TextDecoder(charset as Bun.Encoding, { fatal: true }).decode(bytes))
  } catch {
    // Every character set that vendors name, even an unknown one, contains ASCII.
    return bytes.every((byte) => byte < 128) ? bytes : undefined
  }
}

const isReadable = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder(startsAsUtf16(bytes) ?? 'utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The kind of content without a `Content-Type`, which some vendors leave out. */
const kindOfUnnamed = (headers: Headers, bytes: Uint8Array): ContentKind => {
  if (!isReadable(bytes)) return 'bytes'
  return parseJson(decodeText(headers, bytes)) === undefined ? 'text' : 'json'
}

/** The kind of content that an answer's `Content-Type` names; `undefined`: it names none. */
export const kindByType = (headers: Headers): ContentKind | undefined => {
  const media = findMediaType(headers)
  if (media === undefined) return undefined
  if (isJson(media)) return 'json'
  return isText(media) && chooseDecoder(headers) ? 'text' : 'bytes'
}

/**
 * The kind of content by the answer itself, if nobody knows it before. An empty body counts as JSON's `null`. `usual`: the kind of an
 * answer that names no type.
 */
export const kindByContent = (
  { headers, bytes }: Pick<FetchAnswer, 'headers' | 'bytes'>,
  usual?: ContentKind,
): ContentKind => {
  if (isBlank(bytes) && (usual === undefined || bytes.length === 0)) return 'json'
  return kindByType(headers) ?? usual ?? kindOfUnnamed(headers, bytes)
}
