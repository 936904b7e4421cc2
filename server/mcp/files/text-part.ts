import { findCharset } from '@patchbay/core/files'

/** A part of a text. */
export interface TextPart {
  readonly text: string
  readonly part: number
  readonly parts: number
}

/** True for a byte within a character of UTF-8. */
const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Control characters that aren't part of a text; JSON writes each with six characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant
const controls = /[\0-\x08\x0b\x0e-\x1f]/g

/** The longest rest of a character of UTF-8. */
const longestRest = 3

/** The bytes of a stream between two positions, and the first ones. The rest of the stream isn't read. */
const readBetween = async (
  bytes: AsyncIterable<Uint8Array>,
  from: number,
  to: number,
): Promise<{ readonly head: Uint8Array; readonly slice: Uint8Array }> => {
  const pieces: Uint8Array[] = []
  let head = new Uint8Array()
  let passed = 0
  for await (const piece of bytes) {
    if (passed === 0) head = piece.slice(0, 16)
    const [start, end] = [Math.max(from - passed, 0), Math.min(to - passed, piece.length)]
    // A copy, as the source may free the pieces.
    if (start < end) pieces.push(piece.slice(start, end))
    passed += piece.length
    if (passed >= to) break
  }
  return { head, slice: Buffer.concat(pieces) }
}

/** Part number `part` of a text of `length` bytes, each of `partBytes` bytes and no character cut. `undefined`: the text has no such part. */
export const readTextPart = async (
  bytes: AsyncIterable<Uint8Array>,
  {
    length,
    mediaType,
    part,
    partBytes,
  }: { readonly length: number; readonly mediaType: string; readonly part: number; readonly partBytes: number },
): Promise<TextPart | undefined> => {
  // Even, as characters of UTF-16 have two bytes.
  const size = partBytes - (partBytes % 2)
  const parts = Math.max(1, Math.ceil(length / size))
  if (part > parts) return undefined
  const from = (part - 1) * size
  const { head, slice } = await readBetween(bytes, from, from + size + longestRest)
  const charset = findCharset(mediaType, head)
  const isUtf8 = charset === 'utf-8'
  let [start, end] = [0, Math.min(size, slice.length)]
  if (isUtf8) {
    while (part > 1 && start < longestRest && isInside(slice[start])) start++
    while (end < slice.length && isInside(slice[end])) end++
  }
  const text = new TextDecoder(charset as Bun.Encoding).decode(slice.subarray(start, end))
  return { text: text.replaceAll(controls, '\ufffd'), part, parts }
}
