import { decodeText, findDecoder, readOtherCharset, startsAsUtf16 } from '../../encoding/charset.ts'
import { parseExact } from '../../encoding/exact-json.ts'
import { readMediaType } from '../../encoding/media-type.ts'
import type { FetchAnswer } from '../../fetch/index.ts'
import type { AnswerKind } from '../../provider/index.ts'

/** The kinds of content that an answer may have. */
export type ContentKind = Exclude<AnswerKind, 'any'>

/** The media type that an answer names, in lower case; the first one if it names several. `undefined`: it names none. */
const findMediaType = (headers: Headers): string | undefined =>
  readMediaType((headers.get('content-type') ?? '').split(',', 1)[0] ?? '')

/** True for several JSON values one after the other (RFC 7464, section 4), which are no JSON: `application/stream+json` is one, too. */
const isSequence = (media: string): boolean =>
  /^application\/(?:(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|json-stream)|json-seq|stream\+json|.+\+json-seq)$/.test(
    media,
  )
const isJson = (media: string): boolean =>
  /^(?:application|text)\/(?:x-)?json$|\+json$/.test(media) && !isSequence(media)
/** True for media types of readable text, whatever they are called. */
const isText = (media: string): boolean =>
  isSequence(media) ||
  /^text\/|^application\/(?:(?:x-)?(?:yaml|javascript|csv|sql|toml|pem-file)|xml|ecmascript|graphql|jwt|pem-certificate-chain|x-www-form-urlencoded)$|\+(?:xml|yaml|jwt)$/.test(
    media,
  )

/** The value of a JSON text; `undefined`: the text is not JSON. `mayHold`: see `parseExact`. */
export const parseJson = (text: string, mayHold?: boolean): unknown => {
  try {
    return parseExact(text, mayHold)
  } catch {
    return undefined
  }
}

/** True if a body has nothing but white space, which counts as no body. */
export const isBlank = (bytes: Uint8Array): boolean => {
  for (const byte of bytes) if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return false
  return true
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
