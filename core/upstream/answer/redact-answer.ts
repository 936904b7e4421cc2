import { decodeText, decodeUtf8, toUtf8 } from '../../encoding/charset.ts'
import { bytesMayHoldInexact } from '../../encoding/inexact-bytes.ts'
import { mendJson } from '../../encoding/mend-json.ts'
import { createByteRedaction, createPieceRedaction, createRedaction, redactValue } from '../../fetch/redaction.ts'
import { isBlank, parseJson } from './answer-content.ts'

/** Removes the credential of the request from an answer in which the vendor repeats it. */
export interface AnswerRedaction {
  readonly bytes: (bytes: Uint8Array) => Uint8Array
  /** Redacts a text that isn't part of the body, e.g. a header. */
  readonly plain: (text: string) => string
  /** Redacts bytes that come piece by piece. */
  readonly pieces: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
  /** Redacts the body's text, in the character set that the answer names. */
  readonly text: (bytes: Uint8Array, headers: Headers) => string
  /** Redacts the text of JSON and its value; the value is `undefined` if the text is not JSON. */
  readonly json: (bytes: Uint8Array, headers: Headers) => { readonly text: string; readonly body: unknown }
}

/** Vendors escape characters that JSON doesn't require to be escaped, each vendor different ones. */
const hasEscapes = /\\[u/]/

const readEscapes = (text: string): string =>
  text.replaceAll(/\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/g, (code) => JSON.parse(`"${code}"`))

/** Builds the redaction of one credential. Most answers repeat nothing: they cost a search for each form that the credential may have. */
export const createAnswerRedaction = (secrets: readonly string[]): AnswerRedaction => {
  const redactBytes = createByteRedaction(secrets)
  const redact = createRedaction(secrets, 'answer')

  /** The text without a credential that escapes had hidden; `undefined`: escapes hide no credential. */
  const redactHidden = (text: string): string | undefined => {
    if (!hasEscapes.test(text)) return undefined
    const unescaped = readEscapes(text)
    const clean = redact(unescaped)
    return clean === unescaped ? undefined : clean
  }

  const readJson = (bytes: Uint8Array): { readonly text: string; readonly body: unknown } => {
    const clean = redactBytes(bytes)
    const text = decodeUtf8(clean)
    const body = parseJson(text, bytesMayHoldInexact(clean))
    const hidden = redactHidden(text)
    if (hidden === undefined && (clean === bytes || body !== undefined)) return { text, body }
    // Redact value by value: a credential of digits alone may be part of a number, and cutting it out of the text would break the
    // JSON.
    const value = redactValue(parseJson(decodeUtf8(bytes)), redact)
    return { text: JSON.stringify(value) ?? hidden ?? text, body: value }
  }

  return {
    bytes: redactBytes,
    plain: redact,
    pieces: createPieceRedaction(secrets),
    text(bytes, headers) {
      const text = redact(decodeText(headers, redactBytes(bytes)))
      return redactHidden(text) ?? text
    },
    json(received, headers) {
      if (isBlank(received)) return { text: '', body: null }
      const bytes = toUtf8(headers, received)
      if (!bytes) return { text: redact(decodeUtf8(received)), body: undefined }
      const answer = readJson(bytes)
      const mended = answer.body === undefined ? mendJson(decodeUtf8(bytes)) : undefined
      const other = mended === undefined ? answer : readJson(Buffer.from(mended))
      return other.body === undefined ? answer : other
    },
  }
}
