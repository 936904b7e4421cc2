import { distance } from 'fastest-levenshtein'

const words = (name: string): string[] => name.split('_')

/** Whether one word stands for the other: `MIN` for `MINUTE`, `URL` for `URI`. */
const isLike = (word: string, known: string): boolean =>
  (word.length >= 3 && known.startsWith(word)) || (known.length >= 3 && distance(word, known) <= 1)

/** Whether `name` is `known` with words left out, cut short or slightly misspelt: `ADMIN_KEY` for `ADMIN_API_KEY`. */
const leavesWordsOut = (name: string, known: string): boolean => {
  const [first = '', ...others] = words(name)
  const [knownFirst = '', ...rest] = words(known)
  if (others.length === 0 || !isLike(first, knownFirst)) return false
  let from = 0
  return others.every((word) => {
    const at = rest.findIndex((candidate, index) => index >= from && isLike(word, candidate))
    from = at + 1
    return at >= 0
  })
}

const squash = (name: string): string => name.replaceAll('_', '')

/** Whether the names differ by a few letters. Names as short as PORT don't count: too many words (PATH, POST) are close. */
const isMisspelt = (name: string, known: string): boolean => {
  const wanted = squash(known)
  return wanted.length >= 6 && distance(squash(name), wanted) <= Math.round(wanted.length / 5)
}

/** The known variable that an unknown name was most likely meant to be; `undefined` when none is close. */
export const nearMiss = (name: string, known: readonly string[]): string | undefined => {
  if (known.includes(name) || name.length > 64) return undefined
  const upper = name.toUpperCase()
  const bare = upper.replace(/^PATCHBAY_/, '')
  if (bare !== upper && known.includes(bare)) return bare
  const find = (isNear: (given: string, known: string) => boolean) =>
    known.find((variable) => isNear(upper, variable) || isNear(bare, variable))
  return find(isMisspelt) ?? find(leavesWordsOut)
}
