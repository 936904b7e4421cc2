/** Characters that a terminal could obey or that are invisible: control characters (C0, C1), direction marks and the like. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Text from elsewhere (a label, a vendor's message) on one line, without characters that a terminal would obey. */
export const printableText = (text: string): string => text.replace(/[\t\r\n]+/g, ' ').replace(unseen, '')

/** The same for text with several lines. */
export const plainLines = (text: string): string => text.split('\n').map(printableText).join('\n')

const escaped = (match: string): string =>
  Array.from({ length: match.length }, (_, at) => `\\u${match.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

/** JSON with these characters escaped; `JSON.stringify` escapes only C0. */
export const plainJson = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replace(/[^\n\P{C}]|[\u2028\u2029]/gu, escaped)
