import { prepositions, toSingular } from '../../read/words.ts'

/** `issues`, `list for repo` -> `list issues for repo`; `issues`, `get comment` -> `get issue comment`. */
export const verbNoun = ([verb = '', ...rest]: readonly string[], about: readonly string[]): string[] => {
  const singulars = new Set(rest.map(toSingular))
  const missing = about.filter((word) => !singulars.has(toSingular(word)))
  const parents = missing.slice(0, -1).map(toSingular)
  const noun = missing.at(-1)
  if (noun === undefined) return [verb, ...rest]
  if (rest.length === 0 || prepositions.has(rest[0] ?? '')) {
    const many = /^(?:list|search|find|query|batch|bulk)$/.test(verb)
    return [verb, ...parents, many ? noun : toSingular(noun), ...rest]
  }
  return [verb, ...parents, toSingular(noun), ...rest]
}
