import type { ShownPiece } from './split-text.ts'

const count = (pieces: readonly ShownPiece[], kind: ShownPiece['kind']): number =>
  pieces.filter((piece) => piece.kind === kind).length

const amount = (many: number, one: string, more: string): string[] =>
  many === 0 ? [] : [`${many} ${many === 1 ? one : more}`]

/** Says how many characters of a text are shown as escapes; `undefined`: none. */
export const describeMarks = (pieces: readonly ShownPiece[]): string | undefined => {
  const [hidden, foreign] = [count(pieces, 'hidden'), count(pieces, 'foreign')]
  const first = pieces.find(({ kind }) => kind === 'hidden' || kind === 'foreign')
  if (!first) return undefined
  const what = [
    ...amount(hidden, 'invisible character', 'invisible characters'),
    ...amount(foreign, 'letter of another alphabet than its word', 'letters of another alphabet than their words'),
  ].join(' and ')
  return `${what} ${hidden + foreign === 1 ? 'is' : 'are'} shown as ${hidden + foreign === 1 ? 'an escape' : 'escapes'}, such as ${first.text}: the text may look like another one.`
}
