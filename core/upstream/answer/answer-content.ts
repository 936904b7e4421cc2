import { parseExact } from '../../encoding/exact-json.ts'
import type { FetchAnswer } from '../../fetch/index.ts'
import type { AnswerKind } from '../../provider/index.ts'

/** What the content of an answer is taken for. */
export type ContentKind = Exclude<AnswerKind, 'any'>

/** What vendors send as an answer's `Content-Type`, in lower case; empty: nothing. */
const readMediaType = (headers: Headers): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

const isJson = (media: string): boolean => /^(?:application|text)\/json$|\+json$/.test(media)
/** What people read, whatever it is called. */
const isText = (media: string): boolean =>
  /^text\/|^application\/(?:xml|yaml|x-yaml|javascript|graphql|x-ndjson|jsonl|x-www-form-urlencoded)$|\+(?:xml|yaml)$/.test(
    media,
  )

/** `undefined` for what is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder()

const readCharset = (headers: Headers): string | undefined => {
  const [, charset] = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(headers.get('content-type') ?? '') ?? []
  return charset === undefined || /^(?:utf-?8|utf8mb[34])$/i.test(charset) ? undefined : charset
}

/** `undefined` for a character set that isn't known. */
const chooseDecoder = (headers: Headers): TextDecoder | undefined => {
  const charset = readCharset(headers)
  if (charset === undefined) return utf8
  try {
    return new TextDecoder(charset as Bun.Encoding)
  } catch {
    return undefined
  }
}

export const decodeUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes)

/** The text in the character set that the answer names; in UTF-8 where it names none, or one that isn't known. */
export const decodeText = (headers: Headers, bytes: Uint8Array): string =>
  (chooseDecoder(headers) ?? utf8).decode(bytes)

/** Whether a body has nothing but white space, which is no body. */
export const isBlank = (bytes: Uint8Array): boolean => {
  for (const byte of bytes) if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return false
  return true
}

/** The mark with which UTF-16 begins, of either order. */
const startsAsUtf16 = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** JSON in the character set that the answer names, as UTF-8; `undefined`: it can't be decoded by it. What isn't named is UTF-8 (RFC 8259). */
export const toUtf8 = (headers: Headers, bytes: Uint8Array): Uint8Array | undefined => {
  const charset = startsAsUtf16(bytes) ?? readCharset(headers)
  if (charset === undefined) return bytes
  try {
    return Buffer.from(new TextDecoder(charset as Bun.Encoding, { fatal: true }).decode(bytes))
  } catch {
    // Every set that vendors name so has ASCII in common.
    return bytes.every((byte) => byte < 128) ? bytes : undefined
  }
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Without a `Content-Type`, as some vendors send it. */
const kindOfUnnamed = (bytes: Uint8Array): ContentKind => {
  if (!isUtf8(bytes)) return 'bytes'
  return parseJson(utf8.decode(bytes)) === undefined ? 'text' : 'json'
}

/** What an answer is by its own `Content-Type`, where the action doesn't say it. Nothing at all is taken for JSON's `null`. */
export const kindByContent = ({ headers, bytes }: Pick<FetchAnswer, 'headers' | 'bytes'>): ContentKind => {
  const media = readMediaType(headers)
  if (isBlank(bytes) || isJson(media)) return 'json'
  if (media === '') return kindOfUnnamed(bytes)
  return isText(media) && chooseDecoder(headers) ? 'text' : 'bytes'
}
