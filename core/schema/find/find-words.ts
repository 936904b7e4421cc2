/** Words that say nothing about an action. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be been but by can could did do does for from had has have how i if in into is it its let me my ' +
    'of off on or our out over please so some that the their them then there these they this those to up us was we were will ' +
    'with would you your'
  ).split(' '),
)

/** Synonyms of the few verbs in names of actions. They count less than the noun of the query. */
const verbs: Readonly<Record<string, string>> = {
  get: 'show see view read look open fetch display check what which who how',
  list: 'show see view read browse fetch display all every latest recent what which who',
  search: 'find look lookup query filter where',
  find: 'search look lookup',
  create: 'make add new open start file raise write save leave register',
  add: 'create new put attach',
  post: 'send tell write say publish',
  send: 'post',
  update: 'change edit modify set move assign close rename adjust',
  delete: 'remove drop erase cancel',
  remove: 'delete take',
  cancel: 'stop abort void',
}

/** Things that people and vendors name in several ways, by the shortest name. */
const namesOfThings: Readonly<Record<string, string>> = {
  repo: 'repository',
  org: 'organization organisation',
  mail: 'email',
  image: 'picture photo',
  doc: 'document',
  directory: 'folder',
  review: 'reviewer',
}

const sameThings: ReadonlyMap<string, string> = new Map(
  Object.entries(namesOfThings).flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)),
)

const withoutPlural = (word: string): string => {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word
}

/** A word without its ending, be it a plural, `-ed`, `-ing`, `-ion` or a last `e`: close enough for all forms to meet. */
const stem = (given: string): string => {
  const word = withoutPlural(given)
  const same = sameThings.get(word)
  if (same !== undefined) return same
  const base =
    word.length > 7 ? word.replace(/(?:ed|ing|ion)$/, '') : word.length > 5 ? word.replace(/(?:ed|ing)$/, '') : word
  const bare = base !== word && /[aeiouy]/.test(base) ? base.replace(/([^aeiouylsz])\1$/, '$1') : word
  return bare.length > 4 ? bare.replace(/e$/, '') : bare
}

export const splitWords = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** A word in the form of the index; `undefined`: the word is ignored. */
export const toTerm = (word: string): string | undefined =>
  word === '' || stopWords.has(word) ? undefined : stem(word)

const verbStems: ReadonlySet<string> = new Set(Object.keys(verbs).map(stem))

const impliedBy: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...Map.groupBy(
      Object.entries(verbs).flatMap(([verb, others]) =>
        others.split(' ').map((other) => ({ other: stem(other), verb: stem(verb) })),
      ),
      ({ other }) => other,
    ),
  ].map(([other, all]) => [other, all.map(({ verb }) => verb)]),
)

/** The verbs of actions that a term may mean. */
export const findImpliedVerbs = (term: string): readonly string[] => impliedBy.get(term) ?? []

/** Whether a term says what is done: many actions have the same verb, so it tells less than the thing that it is done to. */
export const isVerb = (term: string): boolean => impliedBy.has(term) || verbStems.has(term)

/** Prepositions: the words after them in a name say to whom a thing belongs, as in `create_repo_in_org`. */
const prepositions: ReadonlySet<string> = new Set('for in by of from to with on at'.split(' '))

/** The terms of an action's name: those of the thing and its verb, and those behind a preposition. */
export const termsOfName = (name: string): readonly [main: readonly string[], behind: readonly string[]] => {
  const all = splitWords(name)
  const end = all.findIndex((word) => prepositions.has(word))
  const terms = (some: readonly string[]): string[] => some.filter((word) => !prepositions.has(word)).map(stem)
  return end < 1 ? [terms(all), []] : [terms(all.slice(0, end)), terms(all.slice(end))]
}
