import { isUtf8 } from 'node:buffer'
import { readCharset } from './media-type.ts'

const utf8 = new TextDecoder()

/** The character set that the answer names, unless it is UTF-8. */
export const readOtherCharset = (headers: Headers): string | undefined => {
  const charset = readCharset(headers.get('content-type') ?? '')
  return charset === undefined || /^(?:utf-?8|utf8mb[34])$/i.test(charset) ? undefined : charset
}

/** The decoder of a character set; `undefined`: the set is unknown. */
export const findDecoder = (charset: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(charset as Bun.Encoding)
  } catch {
    return undefined
  }
}

export const decodeUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes)

/** The byte order of UTF-16, by the mark at its beginning. */
export const startsAsUtf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

const isPrintable = (byte = 0): boolean => byte >= 32 && byte < 127
/** The byte order of UTF-16 without a mark: JSON and most texts begin with two characters of ASCII (RFC 4627, section 3). */
const looksLikeUtf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (bytes[1] === 0 && bytes[3] === 0 && isPrintable(bytes[0]) && isPrintable(bytes[2])) return 'utf-16le'
  if (bytes[0] === 0 && bytes[2] === 0 && isPrintable(bytes[1]) && isPrintable(bytes[3])) return 'utf-16be'
  return undefined
}

const startsAsUtf8 = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/** ASCII, whose decoder is that of windows-1252: bytes that aren't ASCII are none of it. */
const isAscii = (charset: string): boolean => /^(?:us-?)?ascii$|^ansi_x3\.4/i.test(charset)

/**
 * True for text of one byte a character, though its character set isn't named, or is called UTF-8: nothing in it is UTF-8 but ASCII. A
 * vendor that cuts its texts in the middle of a letter has whole ones elsewhere.
 */
const isOfSingleBytes = (bytes: Uint8Array): boolean => !isUtf8(bytes) && !/[\u0080-\ufffc]/.test(utf8.decode(bytes))

/** The character set of a text: that of its first bytes, or the one that the answer names; `undefined`: UTF-8 (RFC 8259). */
const chooseCharset = (headers: Headers, bytes: Uint8Array): string | undefined => {
  const utf16 = startsAsUtf16(bytes) ?? looksLikeUtf16(bytes)
  if (utf16) return utf16
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
