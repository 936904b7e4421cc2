import { emojiOrHidden, hasHidden, isPlainLatin } from './hidden-characters.ts'
import { findForeignLetters } from './look-alikes.ts'

/** A part of a text as people see it. All but `plain` are escapes, which a page marks. */
export interface ShownPiece {
  readonly text: string
  /** `hidden`: a character that shows nothing. `foreign`: a letter of another alphabet than its word. `backslash`: no escape, but looks like one. */
  readonly kind: 'plain' | 'hidden' | 'foreign' | 'backslash'
}

/** In `lines`, line breaks and tabs are layout; on a `line`, they would begin another one. */
export type Layout = 'line' | 'lines'

type Escape = (character: string) => string

/** `\u{202e}`: as code has it. */
export const escapeCodePoint: Escape = (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

const isLayout = (character: string, layout: Layout): boolean =>
  layout === 'lines' && (character === '\n' || character === '\t')

/** Like `splitText` without the backslashes, with escapes of any form. */
export const splitWith = (text: string, layout: Layout, write: Escape): ShownPiece[] => {
  const foreign = findForeignLetters(text)
  if (foreign.size === 0 && !hasHidden(text)) return text === '' ? [] : [{ kind: 'plain', text }]
  const pieces: ShownPiece[] = []
  let plain = ''
  const add = (kind: 'hidden' | 'foreign', character: string): void => {
    if (plain !== '') pieces.push({ kind: 'plain', text: plain })
    plain = ''
    pieces.push({ kind, text: write(character) })
  }
  const addOthers = (others: string, start: number): void => {
    if (foreign.size === 0) {
      plain += others
      return
    }
    let unit = start
    for (const character of others) {
      if (foreign.has(unit)) add('foreign', character)
      else plain += character
      unit += character.length
    }
  }
  let end = 0
  for (const { 0: match, index, groups } of text.matchAll(emojiOrHidden)) {
    addOthers(text.slice(end, index), end)
    if (groups?.hidden === undefined || isLayout(match, layout)) plain += match
    else add('hidden', match)
    end = index + match.length
  }
  addOthers(text.slice(end), end)
  if (plain !== '') pieces.push({ kind: 'plain', text: plain })
  return pieces
}

/** A backslash that would begin an escape is one itself. So two texts are never shown alike. */
const escapeBackslashes = (text: string): ShownPiece[] =>
  text
    .split(/(\\)(?=u\{)/)
    .filter((part) => part !== '')
    .map((part) => (part === '\\' ? { kind: 'backslash', text: escapeCodePoint(part) } : { kind: 'plain', text: part }))

/**
 * A text of somebody else as people may see it: what shows nothing, and letters that pass for others, are escapes.
 * @example splitText('\u202eab') // [{ kind: 'hidden', text: '\\u{202e}' }, { kind: 'plain', text: 'ab' }]
 */
export const splitText = (text: string, layout: Layout = 'line'): readonly ShownPiece[] => {
  if (isPlainLatin(text) && !text.includes('\\u{')) return text === '' ? [] : [{ kind: 'plain', text }]
  const pieces = splitWith(text, layout, escapeCodePoint)
  return pieces.flatMap((piece) =>
    piece.kind === 'plain' && piece.text.includes('\\u{') ? escapeBackslashes(piece.text) : piece,
  )
}

export const joinPieces = (pieces: readonly ShownPiece[]): string => pieces.map(({ text }) => text).join('')

/** A text for where nothing can be marked: a terminal, a log, the title of a page. */
export const showText = (text: string, layout: Layout = 'line'): string => joinPieces(splitText(text, layout))
