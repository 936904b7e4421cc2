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

/** The decoder of a character set; `undefined`: the set is unknown. */
const findDecoder = (charset: string): TextDecoder | undefined => {
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

/**
 * True for text of one byte a character, though its character set isn't named, or is called UTF-8: nothing in it is UTF-8 but ASCII. A
 * vendor that cuts its texts in the middle of a letter has whole ones elsewhere.
 */
const isOfSingleBytes = (bytes: Uint8Array): boolean => !isUtf8(bytes) && !/[\u0080-\ufffc]/.test(utf8.decode(bytes))

/** The character set of a text: that of its byte order mark, or the one that the answer names; `undefined`: UTF-8 (RFC 8259). */
const chooseCharset = (headers: Headers, bytes: Uint8Array): string | undefined => {
  const marked = startsAsUtf16(bytes)
  if (marked) return marked
  const named = readOtherCharset(headers)
  if (named === undefined) return isOfSingleBytes(bytes) ? 'windows-1252' : undefined
  const isNameOfUtf8 = isAscii(named) || !findDecoder(named)
  return startsAsUtf8(bytes) || (isNameOfUtf8 && isUtf8(bytes)) ? undefined : named
}

/** The text, decoded by its character set, or as UTF-8 if that is unknown. */
export const decodeText = (headers: Headers, bytes: Uint8Array): string => {
  const charset = chooseCharset(headers, bytes)
  return charset === undefined ? decodeUtf8(bytes) : (findDecoder(charset) ?? utf8).decode(bytes)
}

/** JSON in UTF-8; `undefined`: it can't be decoded. */
export const toUtf8 = (headers: Headers, bytes: Uint8Array): Uint8Array | undefined => {
  const charset = chooseCharset(headers, bytes)
  if (charset === undefined) return bytes
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
  if (!isText(media)) return 'bytes'
  const charset = readOtherCharset(headers)
  return charset === undefined || findDecoder(charset) ? 'text' : 'bytes'
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
