/** Words that say nothing about an action. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be been but by can could did do does for from had has have how i if in into is it its let me my ' +
    'of off on or our out over please so some that the their them then there these they this those to up us was we were will ' +
    'with would you your am not no want need more what which whose whom when where why does did many much another other'
  ).split(' '),
)

/** Words of times and amounts, which say little of an action: any list may be of today. */
const faintWords: ReadonlySet<string> = new Set(
  (
    'today tomorrow yesterday now recently latest recent last next current currently week month year day morning afternoon evening hour ' +
    'minute monday tuesday wednesday thursday friday saturday sunday first one two three all every everything each only just own whole ' +
    'dollar dollars euro euros usd eur percent piece pieces existing certain specific given name named id exist show between again already still done via using use'
  ).split(' '),
)

/** The main names of things that people and vendors name in several ways. */
const namesOfThings: Readonly<Record<string, string>> = {
  repo: 'repository',
  org: 'organization organisation',
  mail: 'email emailed emailing',
  image: 'picture photo screenshot',
  doc: 'document documentation',
  directory: 'folder',
  statistics: 'stats stat metrics metric analytics',
  setup: 'configure',
  config: 'configuration setting settings preference preferences',
  info: 'information details detail',
  auth: 'authentication',
  admin: 'administrator',
  app: 'application',
  env: 'environment',
  var: 'variable',
}

const withoutPlural = (word: string): string => {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word
}

/** A word without its ending, be it a plural, `-ed`, `-ing`, `-ion` or a last `e`: close enough for all forms to meet. */
const withoutEnding = (whole: string): string => {
  const word = withoutPlural(whole)
  const ending = word.length > 7 ? /(?:ed|ing|ion)$/ : /(?:ed|ing)$/
  const base = word.length > 5 ? word.replace(ending, '') : word
  const bare = base !== word && /[aeiouy]/.test(base) ? base.replace(/([^aeiouylsz])\1$/, '$1') : word
  return bare.length > 4 ? bare.replace(/e$/, '') : bare
}

/** The main names by stems, so that `emailed` is the same thing as `email`. */
const sameThings: ReadonlyMap<string, string> = new Map(
  Object.entries(namesOfThings).flatMap(([name, others]) =>
    others.split(' ').map((other) => [withoutEnding(other), withoutEnding(name)] as const),
  ),
)

const stem = (word: string): string => {
  const base = withoutEnding(word)
  return sameThings.get(base) ?? base
}

/** The phrases about the caller, who is always authenticated: they distinguish no actions. */
const weightless = /\b(?:for|of|as|by)?[\s_]*(?:the[\s_]+)?(?:currently[\s_]+)?authenticated[\s_]+user(?:'s)?\b/g

/** True for text that needs more than ASCII's rules. */
const isForeign = (text: string): boolean => /[^\p{ASCII}]/u.test(text)

/** The places where a Latin word or number touches letters of another script, which is written without spaces: `用slack发消息`. */
const scriptChange =
  /(?<=[\p{Script=Latin}\p{N}])(?=(?!\p{Script=Latin})\p{L})|(?<=(?!\p{Script=Latin})\p{L})(?=[\p{Script=Latin}\p{N}])/gu

/** Text without accents and full-width forms, as the index has none, with other scripts apart from Latin words. */
export const foldText = (text: string): string =>
  isForeign(text)
    ? text
        .normalize('NFKD')
        .replaceAll(/\p{M}+/gu, '')
        .normalize('NFC')
        .replaceAll(scriptChange, ' ')
    : text

export const splitWords = (text: string): string[] =>
  foldText(text)
    .toLowerCase()
    .replace(/\be-mail/g, 'email')
    .replaceAll(weightless, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** `chat.postMessage` in words. */
export const splitCamelWords = (name: string): string[] => splitWords(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2'))

/** True for a word that says nothing about an action. */
export const isStopWord = (word: string): boolean => stopWords.has(word)

/** A word in the form of the index; `undefined`: the word is ignored. */
export const toTerm = (word: string): string | undefined => (stopWords.has(word) ? undefined : stem(word))

export const isFaint = (word: string): boolean => faintWords.has(word) || /^\p{N}+$/u.test(word)

/** True for parts of names that distinguish no actions. */
export const isWeightless = (word: string): boolean =>
  /^(?:ids?|api|json|xml|rest|public|v\d+(?:\d+)?|url|uri)$/.test(word)

/** The prepositions: the words after them name a thing's owner, as in `create_repo_in_org`. */
const prepositions: ReadonlySet<string> = new Set(
  'for in by of from to with on at into about inside within as'.split(' '),
)

export const isPreposition = (word: string): boolean => prepositions.has(word)

/** The words before the first preposition that isn't at the beginning, and those from there on. */
export const splitAtPreposition = (words: readonly string[]): readonly [main: string[], behind: string[]] => {
  const end = words.findIndex((word, index) => index > 0 && prepositions.has(word))
  const without = (some: readonly string[]) => some.filter((word) => !prepositions.has(word))
  return end < 0 ? [without(words), []] : [without(words.slice(0, end)), without(words.slice(end))]
}
