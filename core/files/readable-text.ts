import { findDecoder, startsAsUtf16 } from '../encoding/charset.ts'
import { readCharset } from '../encoding/media-type.ts'

/** Types of texts, whatever they are called. */
const textTypes =
  /^text\/|^application\/(?:.*[+.-])?(?:json|xml|yaml|javascript|typescript|graphql|ndjson|jsonl|json-seq|sql|toml|rtf|csv|x-sh|x-www-form-urlencoded)$|^message\/|\+(?:json|xml|yaml)$/

/** True for the media type of a text that people can read. */
export const isTextType = (mediaType: string): boolean =>
  textTypes.test(mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '')

/** The charset of a text: by its first bytes, by its media type, or UTF-8. */
export const findCharset = (mediaType: string, head: Uint8Array): string => {
  const marked = startsAsUtf16(head)
  if (marked) return marked
  return findDecoder(readCharset(mediaType) ?? 'utf-8')?.encoding ?? 'utf-8'
}

/** True if undeclared bytes are a text: UTF-8 without control characters. `head`: its first bytes. */
export const looksLikeText = (head: Uint8Array): boolean => {
  if (startsAsUtf16(head)) return true
  if (head.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)) return false
  try {
    // The head may end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
