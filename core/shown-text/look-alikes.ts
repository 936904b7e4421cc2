/*
 * Words of letters of several alphabets, in which one looks like another's (UTS 39, "Mixed-Script Detection"). Only alphabets with such
 * letters are told apart: Japanese or Korean words with Latin letters in them are nothing unusual.
 * https://www.unicode.org/reports/tr39/#Mixed_Script_Detection
 */

const alphabets = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu', 'Deseret'].map((name) => ({
  name,
  letter: new RegExp(`^\\p{Script=${name}}$`, 'u'),
  whole: new RegExp(`^[\\p{Script=${name}}\\p{M}]+$`, 'u'),
}))

/** Letters of other alphabets that look like Latin ones. A word of these alone, joined to a Latin one, passes for Latin. */
const likeLatin = /^[аеёорсухіїјѕһԁԛԝѵӏьАВЕЁЅІЇЈКМНОРСТУХԀԚԜӀαινορυχηκϲΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+$/u

const isForeign =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Deseret}]/u

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
  const named = Array.from(letters, (letter) => {
    const at = unit
    unit += letter.length
    return { at, alphabet: findAlphabet(letter) }
  })
  const main = findMain(named.flatMap(({ alphabet }) => alphabet ?? []))
  return named.flatMap(({ at, alphabet }) => (alphabet === undefined || alphabet === main ? [] : at))
}

const everyUnit = ({ length }: string): readonly number[] => Array.from({ length }, (_, unit) => unit)

/** The indexes, in UTF-16 units, of the letters of a text that belong to another alphabet than the word in which they stand. */
export const findForeignLetters = (text: string): ReadonlySet<number> => {
  const found = new Set<number>()
  if (!isForeign.test(text)) return found
  for (const { 0: whole, index: start } of text.matchAll(joined)) {
    if (!isForeign.test(whole)) continue
    const hasLatin = /\p{Script=Latin}/u.test(whole)
    for (const { 0: letters, index } of whole.matchAll(word)) {
      const passesForLatin = hasLatin && likeLatin.test(letters)
      // Most words are of one alphabet.
      if (!passesForLatin && alphabets.some((each) => each.whole.test(letters))) continue
      for (const unit of passesForLatin ? everyUnit(letters) : findOthers(letters)) found.add(start + index + unit)
    }
  }
  return found
}
