import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { times } from '../../test/times.ts'
import { describeMarks, showJson, showText, splitJson, splitText } from './index.ts'

/** Everything of the class that one of the tests needs, named. */
const invisible: readonly (readonly [name: string, character: string])[] = [
  ['a direction override', '\u202e'],
  ['its end', '\u202c'],
  ['a direction isolate', '\u2066'],
  ['a left-to-right mark', '\u200e'],
  ['an Arabic letter mark', '\u061c'],
  ['a zero width space', '\u200b'],
  ['a zero width joiner alone', '\u200d'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a grapheme joiner', '\u034f'],
  ['a variation selector', '\ufe0f'],
  ['a further variation selector', '\u{e0100}'],
  ['a tag', '\u{e0061}'],
  ['a Hangul filler', '\u3164'],
  ['a halfwidth Hangul filler', '\uffa0'],
  ['a Hangul choseong filler', '\u115f'],
  ['a Hangul jungseong filler', '\u1160'],
  ['a blank of Braille', '\u2800'],
  ['a blank of hieroglyphs', '\u{13441}'],
  ['a note without a head', '\u{1d159}'],
  ['a no-break space', '\u00a0'],
  ['an ideographic space', '\u3000'],
  ['a hair space', '\u200a'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['an escape', '\u001b'],
  ['a null', '\u0000'],
  ['a delete', '\u007f'],
  ['a control of C1', '\u009b'],
  ['a line break', '\n'],
  ['a carriage return', '\r'],
  ['a tab', '\t'],
  ['private use', '\ue000'],
  ['further private use', '\u{f0000}'],
  ['no character', '\uffff'],
  ['an unassigned one', '\u0378'],
  ['half a surrogate pair', '\ud800'],
]

const code = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`

test.each(invisible)('%s is shown as its code, in a name and in JSON', (_name, character) => {
  expect(showText(`a${character}b`)).toBe(`a${code(character)}b`)
  expect(splitText(character)).toEqual([{ kind: 'hidden', text: code(character) }])
  const json = showJson({ [`x${character}`]: `a${character}b` })
  expect(json).not.toContain(character)
  expect(JSON.parse(json)).toEqual({ [`x${character}`]: `a${character}b` })
})

test.each([
  'alice@example.com',
  'Zoë, Łukasz & Ångström: 10 €',
  '株式会社パッチ Patch ソフト',
  '한국어 patch 日本語',
  'Привет, мир. Отчёт.pdf',
  'Γειά σου Κόσμε',
  'שלום עולם',
  'مرحبا بالعالم',
  'नमस्ते',
  'ＡＢＣ株式会社 １００ 12：30 1／2 10 m² H₂O 1½ № 5 ™',
  'ใช้APIได้ ၁၀၀ ١٠٠ ১০০',
  'e\u0301 a\u0323\u0302 \u0915\u094d\u0937',
  '👍 👩‍💻 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 🇩🇪',
  'C:\\users\\u and \\n',
])('%s is shown as it is', (text) => {
  expect(splitText(text)).toEqual([{ kind: 'plain', text }])
  expect(describeMarks(splitText(text))).toBeUndefined()
})

test.each([
  ['p\u0430yp\u0430l', 'p\\u{430}yp\\u{430}l'],
  ['\u0440aypal.com', '\\u{440}aypal.com'],
  // Every letter of the word is Cyrillic, and the address is not.
  ['bob@\u0430\u0440\u0440\u04cf\u0435.com', 'bob@\\u{430}\\u{440}\\u{440}\\u{4cf}\\u{435}.com'],
  ['M\u043e\u0441\u043a\u0432\u0430', '\\u{4d}\u043e\u0441\u043a\u0432\u0430'],
  ['g\u03bf\u03bfgle', 'g\\u{3bf}\\u{3bf}gle'],
  // Further alphabets, and other forms of ASCII's own letters, digits and signs.
  ['\u05e1k', '\\u{5e1}k'],
  ['\u10ffk', '\\u{10ff}k'],
  ['\u2d4fl', '\\u{2d4f}l'],
  ['\u{104b7}oz', '\\u{104b7}oz'],
  ['\uff50aypal', '\\u{ff50}aypal'],
  ['\u{1d429}aypal', '\\u{1d429}aypal'],
  ['\u210aoogle', '\\u{210a}oogle'],
  ['1\u09ea0 EUR', '1\\u{9ea}0 EUR'],
  ['\u{1d7cf}00', '\\u{1d7cf}00'],
  ['bob\uff20evil.example', 'bob\\u{ff20}evil.example'],
  ['acme\u3002com', 'acme\\u{3002}com'],
  ['acme.example\u2044x', 'acme.example\\u{2044}x'],
])('letters of another alphabet are marked: %s', (text, shown) => {
  expect(showText(text)).toBe(shown)
  expect(JSON.parse(showJson(text))).toBe(text)
})

test('the letter of an escape in JSON is no part of the word behind it', () => {
  expect(splitJson('\n\u043f\u0440\u0438\u0432\u0435\u0442').map(({ kind }) => kind)).not.toContain('foreign')
})

test('a text with an escape written out is shown otherwise than one with the character', () => {
  expect(showText('\\u{202e}')).not.toBe(showText('\u202e'))
  expect(showText('\\u{202e}')).toBe('\\u{5c}u{202e}')
})

test.each([
  [' \u0301a', ' \\u{301}a'],
  ['1\u03360', '1\\u{336}0'],
  ['a\u0316\u0317\u0318\u0319\u031a', 'a\u0316\u0317\u0318\u0319\\u{31a}'],
])('marks that fit nothing are shown as their code: %s', (text, shown) => {
  expect(showText(text)).toBe(shown)
})

test('line breaks and tabs are layout where a text has lines, and nothing else is', () => {
  expect(showText('a\n\tb\r\u2028', 'lines')).toBe('a\n\tb\\u{d}\\u{2028}')
})

test('how many there are is said in a sentence', () => {
  expect(describeMarks(splitText('\u202ea'))).toMatch(
    /^1 invisible character is shown as an escape, such as \\u\{202e\}:/,
  )
  expect(describeMarks(splitJson(['\u202e\u200b', 'p\u0430y']))).toMatch(
    /^2 invisible characters and 1 letter of another alphabet than its word are shown as escapes, such as \\u202e:/,
  )
})

describe('whatever a text is', () => {
  const characters = fc.oneof(
    fc.constantFrom(...invisible.map(([, character]) => character)),
    fc.constantFrom('a', 'b', '\u0430', '\u03bf', '\\', 'u', '{', '}', '2', '0', 'e', ' ', '@', '.', '👩‍💻', '❤️', '日'),
    fc.string({ unit: 'binary', maxLength: 2 }),
  )
  const text = fc.array(characters, { maxLength: 12 }).map((parts) => parts.join(''))
  const read = (shown: string): string =>
    shown.replace(/\\u\{([0-9a-f]+)\}/g, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 16)))
  const left = /[\p{C}\p{Zl}\p{Zp}[\p{Zs}--\x20]\p{Default_Ignorable_Code_Point}\u2800]/v

  test('what is shown has no invisible character, and tells the text: no two are shown alike', () => {
    fc.assert(
      fc.property(text, (original) => {
        const shown = showText(original)
        expect(read(shown)).toBe(original)
        expect(shown.replaceAll(/\p{RGI_Emoji}/gv, '')).not.toMatch(left)
      }),
      { numRuns: times(5000) },
    )
  })

  test('as JSON, what is shown is the same value', () => {
    fc.assert(
      fc.property(fc.dictionary(text, text), (original) => {
        const shown = showJson(original, 2)
        expect(JSON.parse(shown)).toEqual(original)
        expect(shown.replaceAll(/\p{RGI_Emoji}|\n/gv, '')).not.toMatch(left)
      }),
      { numRuns: times(2000) },
    )
  })
})
