/*
 * Words of letters of several alphabets, in which one looks like another's (UTS 39, "Mixed-Script Detection"), and other forms of ASCII's
 * letters, digits and signs within them. Scripts that are written without spaces between words (Han, Kana, Hangul, Thai and its like)
 * aren't told apart: Latin letters among them are nothing unusual.
 * https://www.unicode.org/reports/tr39/#Mixed_Script_Detection
 */

const names =
  'Latin Cyrillic Greek Armenian Cherokee Coptic Lisu Deseret Georgian Hebrew Arabic Syriac Thaana Nko Vai Tifinagh Runic Ogham Canadian_Aboriginal Osage Warang_Citi Gothic Old_Italic Glagolitic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Ethiopic Bamum Adlam'.split(
    ' ',
  )

const alphabets = names.map((name) => ({
  name,
  letter: new RegExp(`^\\p{Script=${name}}$`, 'u'),
  whole: new RegExp(`^[\\p{Script=${name}}\\p{M}]+$`, 'u'),
}))

/** Letters of other alphabets that look like Latin ones. A word of these alone, joined to a Latin one, passes for Latin. */
const likeLatin = /^[аеёорсухіїјѕһԁԛԝѵӏьАВЕЁЅІЇЈКМНОРСТУХԀԚԜӀαινορυχηκϲΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+$/u

const isForeign = new RegExp(
  `[${names
    .slice(1)
    .map((name) => `\\p{Script=${name}}`)
    .join('')}]`,
  'u',
)

const otherDigit = /[\p{Nd}--[0-9]]/v
/** Dots, slashes and `@` of another width, within what reads as an address. */
const otherSigns = /(?<=[A-Za-z0-9])[․。．｡／⁄∕＠﹫](?=[A-Za-z])/gu
/** Latin letters of whole languages, and what stands above or below the line, are themselves. */
const usual = /[\0-\u024f\u2070-\u209c]/u

/** True for another form of a letter or digit of ASCII: full width, mathematical, a Roman numeral, another system's digit. */
const isOtherForm = (character: string, hasDigits: boolean): boolean => {
  if (usual.test(character)) return false
  if (hasDigits && otherDigit.test(character)) return true
  return /[\p{L}\p{N}]/u.test(character) && /^[0-9A-Za-z]+$/.test(character.normalize('NFKC'))
}

/** The units of such forms in a text that has letters or digits of ASCII too. */
const findOtherForms = (whole: string): readonly number[] => {
  if (!/[0-9A-Za-z]/.test(whole)) return []
  const hasDigits = /[0-9]/.test(whole)
  return [...whole.matchAll(/./gsu)].flatMap(({ 0: character, index }) =>
    isOtherForm(character, hasDigits) ? index : [],
  )
}

/** A text that reads as one: an address, a host name, a file name, a word. */
const joined = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}]|[.@_'’-](?=[\p{L}\p{M}\p{N}]))*/gu
const word = /[\p{L}\p{M}]+/gu

const findAlphabet = (letter: string): string | undefined => alphabets.find((each) => each.letter.test(letter))?.name

/** The alphabet of most letters; of Latin and another with as many letters, Latin. */
const findMain = (names: readonly string[]): string | undefined => {
  const counts = Map.groupBy(names, (name) => name)
  const rank = (name: string): number => (counts.get(name)?.length ?? 0) * 2 + Number(name === 'Latin')
  return [...counts.keys()].toSorted((a, b) => rank(b) - rank(a))[0]
}

/** The units of the letters of a word that aren't of its main alphabet. */
const findOthers = (letters: string): readonly number[] => {
  let unit = 0
  // A word may have a million letters, and no more than a few different ones.
  const alphabets = new Map([...new Set(letters)].map((letter) => [letter, findAlphabet(letter)]))
  const named = Array.from(letters, (letter) => {
    const at = unit
    unit += letter.length
    return { at, alphabet: alphabets.get(letter) }
  })
  const main = findMain(named.flatMap(({ alphabet }) => alphabet ?? []))
  return named.flatMap(({ at, alphabet }) => (alphabet === undefined || alphabet === main ? [] : at))
}

const everyUnit = ({ length }: string): readonly number[] => Array.from({ length }, (_, unit) => unit)

/** The indexes, in UTF-16 units, of the letters of a text that belong to another alphabet than the word in which they stand. */
export const findForeignLetters = (text: string): ReadonlySet<number> => {
  const positions = new Set<number>()
  for (const { index } of text.matchAll(otherSigns)) positions.add(index)
  if (!isForeign.test(text) && !otherDigit.test(text) && text.normalize('NFKC') === text) return positions
  for (const { 0: whole, index: start } of text.matchAll(joined)) {
    for (const unit of findOtherForms(whole)) positions.add(start + unit)
    if (!isForeign.test(whole)) continue
    const hasLatin = /\p{Script=Latin}/u.test(whole)
    for (const { 0: letters, index } of whole.matchAll(word)) {
      const passesForLatin = hasLatin && likeLatin.test(letters)
      // Most words are of one alphabet.
      if (!passesForLatin && alphabets.some((each) => each.whole.test(letters))) continue
      for (const unit of passesForLatin ? everyUnit(letters) : findOthers(letters)) positions.add(start + index + unit)
    }
  }
  return positions
}
