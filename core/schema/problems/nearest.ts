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
const letters = (name: string): string => words(name).join('')

/** The known name that differs by the fewest letters. */
const leastMisspelt = (name: string, known: readonly string[], tolerance: Tolerance): string | undefined => {
  const given = letters(name)
  const near = known.flatMap((candidate) => {
    const wanted = letters(candidate)
    const most = Math.max(1, Math.floor(wanted.length * tolerance.letters))
    const away = wanted.length < tolerance.shortest ? Number.POSITIVE_INFINITY : distance(given, wanted)
    return away <= most ? [{ candidate, away }] : []
  })
  return near.sort((one, other) => one.away - other.away)[0]?.candidate
}

/** True if a word is cut short or slightly misspelt: `min` for `minute`, `url` for `uri`. */
const isLike = (word: string, known: string): boolean =>
  (word.length >= 3 && known.startsWith(word)) || (known.length >= 3 && distance(word, known) <= 1)

/** The most words that are left out of a name: with more it is hardly the same name. */
const mostLeftOut = 2

/** True if `name` is `known` with words left out, cut short or slightly misspelt: `admin_key` for `admin_api_key`. */
const leavesWordsOut = (name: string, known: string): boolean => {
  const [first = '', ...others] = words(name)
  const [knownFirst = '', ...rest] = words(known)
  if (others.length === 0 || rest.length - others.length > mostLeftOut || !isLike(first, knownFirst)) return false
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
const hasFewerWords = (name: string, known: readonly string[]): string | undefined => {
  const given = new Set(splitName(name))
  if (given.size < 2) return undefined
  const within = known
    .map((candidate) => ({ candidate, words: splitName(candidate) }))
    .filter(({ words }) => words.length > 1 && words.length < given.size && words.every((word) => given.has(word)))
    .sort((one, other) => other.words.length - one.words.length)
  const [first, second] = within
  return first && first.words.length > (second?.words.length ?? 0) ? first.candidate : undefined
}

/** The known name that was most likely meant; `undefined` when none is near. */
export const findNearestName = (name: string, known: readonly string[], tolerance = oneOfThem): string | undefined => {
  if (name.length > longest) return undefined
  return (
    (tolerance.extraWords ? hasFewerWords(name, known) : undefined) ??
    leastMisspelt(name, known, tolerance) ??
    known.find((candidate) => leavesWordsOut(name, candidate))
  )
}

/** `; did you mean "x"?`, or nothing. */
const formatNearest = (best: string | undefined): string => (best === undefined ? '' : `; did you mean \`${best}\`?`)

/** `; did you mean "x"? (or "y", "z")`, or nothing: the likeliest name first. */
export const formatLikely = ([best, ...others]: readonly string[]): string => {
  const more = others.length > 0 ? ` (or ${others.map((name) => `\`${name}\``).join(', ')})` : ''
  return `${formatNearest(best)}${more}`
}

export const formatHint = (name: string, known: readonly string[]): string =>
  formatNearest(findNearestName(name, known))

/** The most near names, and the most names where none is near: as many as a reader looks through. */
const mostNear = 3
const mostListed = 30

/** The names that were most likely meant, the nearest first. One whose every word was given needs no others beside it. */
const listNear = (name: string, known: readonly string[], most = mostNear): readonly string[] => {
  const certain = hasFewerWords(name, known)
  if (certain !== undefined) return [certain]
  const nearest = most > 0 ? findNearestName(name, known) : undefined
  if (nearest === undefined) return []
  const others = known.filter((each) => each !== nearest)
  return [nearest, ...listNear(name, others, most - 1)]
}

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
  known: readonly string[],
  heading: string,
  near: readonly string[] = known,
): string => {
  const meant = listNear(name, near).map((each) => `\`${each}\``)
  if (meant.length === 0) return `; ${heading} ${formatNames(known)}`
  const last = meant.length > 1 ? ` or ${meant.at(-1)}` : ''
  return `; did you mean ${meant.slice(0, Math.max(1, meant.length - 1)).join(', ')}${last}?`
}
