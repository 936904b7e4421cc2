import { distance } from 'fastest-levenshtein'

/** The longest name to compare: a longer one is no typing error, and takes long to compare. */
const longest = 64

/** The most by which a name may differ from the known name that was meant. */
interface Tolerance {
  /** The share of the known name's letters that may differ. */
  readonly letters: number
  /** The fewest letters of a known name that is guessed by its letters. */
  readonly shortest: number
  /** True if a name may have words that the known name lacks. */
  readonly extraWords: boolean
}

/** The tolerance for a name that should be one of the known names. */
const oneOfThem: Tolerance = { letters: 0.4, shortest: 1, extraWords: true }

/** The tolerance for a name that may belong to another program, like most environment variables: too many words are close to PORT. */
export const perhapsAnother: Tolerance = { letters: 0.25, shortest: 6, extraWords: false }

const words = (name: string): string[] => name.toLowerCase().split(/[_-]/)
const letters = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

/** The known names that differ by few letters, the nearest first. */
const listMisspelt = (name: string, names: readonly string[], tolerance: Tolerance): readonly string[] => {
  const typed = letters(name)
  const near = names.flatMap((candidate) => {
    const wanted = letters(candidate)
    const most = Math.max(1, Math.floor(wanted.length * tolerance.letters))
    if (wanted.length < tolerance.shortest || Math.abs(wanted.length - typed.length) > most) return []
    const away = distance(typed, wanted)
    return away <= most ? [{ candidate, away }] : []
  })
  return near.sort((one, other) => one.away - other.away).map(({ candidate }) => candidate)
}

/** True if a word is cut short or slightly misspelt: `min` for `minute`, `url` for `uri`. */
const isLike = (word: string, otherWord: string): boolean =>
  (word.length >= 3 && otherWord.startsWith(word)) || (otherWord.length >= 3 && distance(word, otherWord) <= 1)

/** The most words that are left out of a name: with more it is hardly the same name. */
const mostLeftOut = 2

/** True if `name` is `other` with words left out, cut short or slightly misspelt: `admin_key` for `admin_api_key`. */
const leavesWordsOut = (name: string, other: string): boolean => {
  const [first = '', ...others] = words(name)
  const [otherFirst = '', ...rest] = words(other)
  if (others.length === 0 || rest.length - others.length > mostLeftOut || !isLike(first, otherFirst)) return false
  let from = 0
  return others.every((word) => {
    const at = rest.findIndex((candidate, index) => index >= from && isLike(word, candidate))
    from = at + 1
    return at >= 0
  })
}

/** `chat.postMessage` in words. */
const splitName = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** The known name with the most words of `name` and no others: vendors prefix names with the things they belong to. */
const hasFewerWords = (name: string, names: readonly string[]): string | undefined => {
  const nameWords = new Set(splitName(name))
  if (nameWords.size < 2) return undefined
  const within = names
    .map((candidate) => ({ candidate, words: splitName(candidate) }))
    .filter(
      ({ words }) => words.length > 1 && words.length < nameWords.size && words.every((word) => nameWords.has(word)),
    )
    .sort((one, other) => other.words.length - one.words.length)
  const [first, second] = within
  return first && first.words.length > (second?.words.length ?? 0) ? first.candidate : undefined
}

/** True for a name that was misspelt in a letter or two. */
export const isMisspelt = (name: string, other: string): boolean =>
  name.length <= longest && listMisspelt(name, [other], { ...oneOfThem, letters: 0.15 }).length > 0

/** The most names to compare word by word: more would take the time of other requests. */
const mostSplit = 3000

/** The names that were most likely meant, the nearest first. One whose every word was given needs no others beside it. */
const listNear = (name: string, names: readonly string[], most: number, tolerance = oneOfThem): readonly string[] => {
  if (name.length > longest) return []
  const some = names.slice(0, mostSplit)
  const certain = tolerance.extraWords ? hasFewerWords(name, some) : undefined
  if (certain !== undefined) return [certain]
  const misspelt = listMisspelt(name, names, tolerance).slice(0, most)
  if (misspelt.length === most) return misspelt
  const shortened = some.filter((candidate) => !misspelt.includes(candidate) && leavesWordsOut(name, candidate))
  return [...misspelt, ...shortened].slice(0, most)
}

/** The known name that was most likely meant; `undefined` when none is near. */
export const findNearestName = (name: string, names: readonly string[], tolerance = oneOfThem): string | undefined =>
  listNear(name, names, 1, tolerance)[0]

/** `; did you mean "x", "y" or "z"?`, or nothing. */
export const formatLikely = (names: readonly string[]): string => {
  const quoted = names.map((name) => `\`${name}\``)
  const last = quoted.length > 1 ? ` or ${quoted.pop()}` : ''
  return quoted.length === 0 ? '' : `; did you mean ${quoted.join(', ')}${last}?`
}

export const formatHint = (name: string, names: readonly string[]): string => {
  const nearest = findNearestName(name, names)
  return formatLikely(nearest === undefined ? [] : [nearest])
}

/** The most near names, and the most names where none is near: as many as a reader looks through. */
const mostNear = 3
const mostListed = 30

/** The names, or as many as a reader looks through. */
export const formatNames = (names: readonly string[]): string => {
  const more = names.length - mostListed
  return more > 0 ? `${names.slice(0, mostListed).join(', ')} and ${more} more` : names.join(', ')
}

/**
 * The names to choose from for somebody who wrote another one: those that were most likely meant, or else all of them. `near`: the names
 * among which they are looked for.
 * @example formatChoice('serach', ['search', 'get'], 'the actions are') // '; did you mean `search`?'
 */
export const formatChoice = (
  name: string,
  names: readonly string[],
  heading: string,
  near: readonly string[] = names,
): string => formatLikely(listNear(name, near, mostNear)) || `; ${heading} ${formatNames(names)}`
