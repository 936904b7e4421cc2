import { closest, distance } from 'fastest-levenshtein'

/** Names longer than this are no slip of the pen, and the distance to them is costly to find. */
const longest = 64

/** The known name that a caller most likely meant; `undefined` when none is near (more than two in five characters differ). */
const nearest = (name: string, known: readonly string[]): string | undefined => {
  if (known.length === 0 || name.length > longest) return undefined
  const best = closest(name.toLowerCase(), known)
  return distance(name.toLowerCase(), best) <= Math.max(1, Math.floor(best.length * 0.4)) ? best : undefined
}

/** ` did you mean "x"?`, or nothing. */
export const hint = (name: string, known: readonly string[]): string => {
  const best = nearest(name, known)
  return best === undefined ? '' : `; did you mean \`${best}\`?`
}
