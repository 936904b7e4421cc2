import { isPlainLatin } from './hidden-characters.ts'
import { joinPieces, type ShownPiece, splitWith } from './split-text.ts'

/** JSON's own escape, so that what is shown is still the same value. */
const escapeUnits = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/** The escapes that `JSON.stringify` itself writes. */
const writtenEscape = /(\\u[0-9a-f]{4}|\\[bf])|(\\.)/g

/** `\n` and the like are seen as they are. A word doesn't begin with their letter. */
const splitWritten = (json: string): ShownPiece[] => {
  const pieces: ShownPiece[] = []
  let end = 0
  for (const { 0: match, 1: isHidden, index } of json.matchAll(writtenEscape)) {
    pieces.push(...splitWith(json.slice(end, index), 'lines', escapeUnits))
    pieces.push({ kind: isHidden === undefined ? 'plain' : 'hidden', text: match })
    end = index + match.length
  }
  return [...pieces, ...splitWith(json.slice(end), 'lines', escapeUnits)]
}

/** The JSON text of a value with the escapes of `splitText` in JSON's form: parsed as JSON, it is the same value. */
export const splitJson = (value: unknown, indent?: number): readonly ShownPiece[] =>
  splitWritten(JSON.stringify(value, null, indent) ?? 'null')

/** A text that is JSON already, such as a line of the log. */
export const showJsonText = (json: string): string =>
  isPlainLatin(json.trimEnd()) ? json : joinPieces(splitWritten(json))

export const showJson = (value: unknown, indent?: number): string =>
  showJsonText(JSON.stringify(value, null, indent) ?? 'null')
