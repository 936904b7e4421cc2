/** `createdAt`, `created-at` and `Created At` as one: letters and digits, with marks only where they begin or end a name. */
const normalise = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/(?<=[a-z0-9])[\s_-]+(?=[a-z0-9])/g, '')

/** The longest name; a longer text is none. */
const longest = 100

/**
 * The only one of some names that differs from the given one in its case alone, or else in case, spaces, hyphens and underscores.
 * `undefined`: there is none, there are several, or the given name is one of them.
 */
export const findLookalike = (calledName: string, names: Iterable<string>): string | undefined => {
  if (calledName === '' || calledName.length > longest) return undefined
  const all = [...names]
  if (all.includes(calledName)) return undefined
  for (const form of [(name: string) => name.toLowerCase(), normalise]) {
    const wanted = form(calledName)
    const [first, ...others] = all.filter((name) => form(name) === wanted)
    if (first !== undefined) return others.length === 0 ? first : undefined
  }
  return undefined
}
