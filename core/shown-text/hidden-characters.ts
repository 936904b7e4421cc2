/*
 * Characters that show nothing of their own: they are blank, or turn, join or hide what stands beside them.
 * https://www.unicode.org/reports/tr36/#visual_spoofing
 */

/**
 * In the order of the class: controls, formats (direction marks, tags, zero width), lone surrogates, private use, unassigned, separators of
 * lines and paragraphs, every space but the usual one, what Unicode says is ignored (fillers, variation selectors), and letters and signs that are blank.
 */
const hidden =
  '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}[\\p{Zs}--\\x20]\\p{Default_Ignorable_Code_Point}\\u2800\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}]'

/** Marks that stand on nothing, strike through what is before them, or are so many that they cover other lines. */
const unfitMark = '(?<![\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}])\\p{M}|[\\u0334-\\u0338]|(?<=\\p{M}{4})\\p{M}'

const anyHidden = new RegExp(`${hidden}|${unfitMark}`, 'v')

/** True if a text has characters that can't be seen, the joiners and selectors of emoji included. */
export const hasHidden = (text: string): boolean => anyHidden.test(text)

/** An emoji, or a hidden character (`hidden`): a joiner or selector that makes an emoji the picture that it is isn't hidden. */
export const emojiOrHidden = new RegExp(`\\p{RGI_Emoji}|(?<hidden>${hidden}|${unfitMark})`, 'gv')

/** Latin letters, signs and currencies, all of which can be seen: most texts, told at once. */
const plainLatin =
  /^[\x20-\x7e\xa1-\xac\xae-\u024f\u2010-\u2023\u2025-\u2027\u2030-\u2043\u2045-\u205e\u20a0-\u20bf\u2190-\u21ff]*$/

export const isPlainLatin = (text: string): boolean => plainLatin.test(text)
