/** Whatever a terminal could obey or that hides in a text: control characters (C0, C1), marks of direction, invisible ones. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A text of somebody else's (a label, a vendor's message) on one line, without anything that a terminal would obey. */
export const plainText = (text: string): string => text.replace(/[\t\r\n]+/g, ' ').replace(unseen, '')

/** The same for a text of several lines. */
export const plainLines = (text: string): string => text.split('\n').map(plainText).join('\n')

const escaped = (match: string): string =>
  Array.from({ length: match.length }, (_, at) => `\\u${match.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

/** JSON of the same value in which such characters are escaped: `JSON.stringify` does that for C0 only. */
export const plainJson = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replace(/[^\n\P{C}]|[\u2028\u2029]/gu, escaped)
