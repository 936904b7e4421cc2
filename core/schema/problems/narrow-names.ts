import { snakeCase } from '../../snake-case.ts'

/** The number of names that can be compared within a millisecond. */
const mostCompared = 500

const fragmentLength = 4

/** The beginnings and ends of a name's words: a misspelt word has one of them right. */
const listFragments = (name: string): readonly string[] => {
  const words = snakeCase(name)
    .split('_')
    .filter((word) => word.length > 2)
  return [...new Set(words.flatMap((word) => [word.slice(0, fragmentLength), word.slice(-fragmentLength)]))]
}

/**
 * The names, out of thousands, that were probably meant: those with the most parts of the name's words, and then those
 * of about its length. Comparing all of them word by word would take the time of other requests.
 */
export const narrowNames = (name: string, names: readonly string[]): readonly string[] => {
  if (names.length <= mostCompared) return names
  const fragments = listFragments(name)
  const byScore: string[][] = Array.from({ length: fragments.length + 1 }, () => [])
  for (const candidate of names) {
    const text = candidate.toLowerCase()
    let score = 0
    for (const fragment of fragments) if (text.includes(fragment)) score++
    byScore[score]?.push(candidate)
  }
  const [others = [], ...scored] = byScore
  const near = others.filter(({ length }) => Math.abs(length - name.length) <= 2)
  return [...scored.toReversed().flat(), ...near].slice(0, mostCompared)
}
