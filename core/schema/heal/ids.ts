import type { ProviderFacts } from '../domain.ts'
import type { JsonSchema } from '../json-schema/json-schema.ts'

const idNames = /(?:^|[_-])g?ids?$|[a-z]I[dD]s?$|[a-z]_key$/
const idWords = /^(?:(?:the|a|an|unique|globally|internal) )*(?:key or )?(?:[a-z]+ )?(?:id|identifier)\b/i

/** True if a parameter holds ids, by its name or by how its description begins: `Conversation id, e.g. C012AB3CD`. */
export const isIdPlace = (name: string, { description }: JsonSchema): boolean =>
  idNames.test(name) || (typeof description === 'string' && idWords.test(description))

/** Characters that no id has: white space, non-ASCII, backticks, quotes, angle brackets, the start of a URL, and a bracket in front. */
const oddCharacters = /[^\x21-\x7e]|[`"'<>]|:\/\/|^\[/

/** True for a text that has more in it than an id. */
export const isOddId = (text: string): boolean => oddCharacters.test(text)

const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
/** Spaces and marks that have no width, around or within a text. */
const invisible = /[\u00a0\u00ad\u200b-\u200f\u202f\u2060\ufeff]/g

/** A mention in Slack: `<#C012AB3CD|general>`, `<@U012AB3CD>`, `<!subteam^S012AB3CD>`. */
const mention = /^<(?:[#@]|!subteam\^)([A-Za-z0-9]+)(?:\|[^<>|]*)?>$/
const link = /^<(https?:\/\/[^<>|\s]+)(?:\|[^<>|]*)?>$/
const quotes = /^(?:`([^`]+)`|"([^"]+)"|'([^']+)')$/
/** A link in Markdown, of which the address counts. */
const markdownLink = /^\[[^[\]]*\]\((https?:\/\/[^()\s]+)\)$/
/** The key of an issue in brackets, or in front of its title, as people name issues: `[WEB-12]`, `WEB-12: Log-in fails`, `#12 Log-in fails`. */
const keyInBrackets = /^\[([A-Z][A-Z0-9]*-\d+|#?\d+)\]$/
const keyBeforeTitle = /^\[?([A-Z][A-Z0-9]*-\d+|#\d+)\]?(?::\s*|\s+(?:[-–—:]\s+)?)\p{L}/u
const anotherKey = /[A-Z][A-Z0-9]*-\d|#\d/
const plainId = /^[\w.:@=+/-]+$/
/** An address that some clients make of an id: `collection://59833787...`. */
const idAddress = /^(?!https?:|ftp:)[a-z][a-z0-9+.-]*:\/\/([\w-]+)$/

/** A text without what people put around ids: white space, backticks, quotes, and the marks of a mention. */
const unwrap = (id: string): string => {
  const text = id.replaceAll(invisible, '').replaceAll(dashes, '-').trim()
  const key = keyInBrackets.exec(text)?.[1] ?? readKeyBeforeTitle(text)
  if (key !== undefined) return key.replace('#', '')
  const [, ...quoted] = quotes.exec(text) ?? []
  const [inside] = quoted.filter((one) => one !== undefined)
  if (inside !== undefined) return unwrap(inside)
  return mention.exec(text)?.[1] ?? link.exec(text)?.[1] ?? markdownLink.exec(text)?.[1] ?? text
}

/** A title that names another issue has two readings. */
const readKeyBeforeTitle = (text: string): string | undefined => {
  const key = keyBeforeTitle.exec(text)?.[1]
  return key === undefined || anotherKey.test(text.slice(text.indexOf(key) + key.length)) ? undefined : key
}

const parseUrl = (text: string): URL | undefined =>
  /^https?:\/\/\S+$/i.test(text) ? (URL.parse(text) ?? undefined) : undefined

/** The shortest id behind the hyphens of a title, as in `Meeting-notes-59833787...`. The number of `WEB-12` is none. */
const shortestBehindTitle = 16

/** True for several words in base64, as the `eid` of Google Calendar is an event's id and a calendar's. */
const isEncodedText = (part: string): boolean => {
  try {
    return /^[\x21-\x7e]+(?: [\x21-\x7e]+)+$/.test(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return false
  }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The parts of a URL that may be ids: of its path, its query and its fragment, and what follows the last hyphen of a title. */
const listParts = ({ pathname, searchParams, hash }: URL): readonly string[] => {
  const inPath = pathname.split('/').map(decode)
  const inQuery = [...searchParams.values()].filter((part) => !isEncodedText(part))
  const all = [...inPath, ...inQuery, ...hash.slice(1).split(/[&=/]/)].filter((part) => part !== '')
  const behind = all.map((part) => part.slice(part.lastIndexOf('-') + 1))
  return [...new Set([...all, ...behind.filter((part) => part.length >= shortestBehindTitle)])]
}

/** True for a title in a URL, `Notes-about-2026`: two of its words or more are no more than letters. */
const isTitle = (part: string): boolean => part.split('-').filter((word) => /^[A-Za-z]+$/.test(word)).length > 1

/** True for a part of a URL that has digits, and is hardly a title, a version, or the number of a signed-in person. */
const isLikeId = (part: string): boolean =>
  /^[A-Z][A-Z0-9]*-\d+$/.test(part) || (part.length > 4 && /\d/.test(part) && /^[\w.-]+$/.test(part) && !isTitle(part))

/** The facts about a place that decide which part of a text is its id. */
export interface IdPlace {
  /** True if the schema takes the value. */
  readonly fits: (value: string) => boolean
  /** True if the schema says how ids look. */
  readonly isStrict: boolean
  /** True for a host of the provider. */
  readonly isOwnHost: (host: string) => boolean
  /** The name of the parameter, and the descriptions around it. */
  readonly name: string
  readonly about: string
  /** The texts that say with the number which thing is meant, as a repository beside an issue's: a URL with others is about another thing. */
  readonly beside: readonly string[]
}

/** The words of a name that say only that it is an id. */
const idWord = /^(?:g?ids?|keys?|numbers?|slugs?|sids?)$/

/** The things that a parameter is the id of: the `task` of `task_gid`. */
const listThings = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]+/)
    .filter((word) => word !== '' && !idWord.test(word))

const isNamed = (part: string, things: readonly string[]): boolean => {
  const [thing = ''] = things.slice(-1)
  const word = part.toLowerCase()
  return thing.length > 2 && (word === thing || word === `${thing}s`)
}

/** The parts of a URL right behind the name of the thing: `456` of `/project/123/task/456` for a `task_gid`. */
const listNamedParts = ({ pathname }: URL, name: string): readonly string[] => {
  const parts = pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decode)
  const things = listThings(name)
  return parts.filter((_part, at) => at > 0 && isNamed(parts[at - 1] ?? '', things))
}

/** The ids that a description gives as examples, as `C012AB3CD` in "Conversation id, e.g. C012AB3CD". */
const exampleIds = /\be\.g\. ([\w.-]+)/g

/** True for a part in the characters of an example: capitals and digits, or digits alone, and the first one of a kind. */
const isShapedLike = (example: string, part: string): boolean => {
  const shapes = [/^\d+$/, /^[A-Z][A-Z0-9]+$/, /^[a-z]+_[A-Za-z0-9]+$/]
  const shape = shapes.find((one) => one.test(example))
  return shape?.test(part) ?? false
}

const readUrl = (url: URL, place: IdPlace): string | undefined => {
  const { fits, isStrict, isOwnHost, beside } = place
  if (!isOwnHost(url.hostname) || url.username !== '') return undefined
  const all = listParts(url)
  const isIn = (text: string): boolean => all.some((part) => part.toLowerCase() === text.toLowerCase())
  if (!beside.every(isIn)) return undefined
  const parts = all.filter(fits)
  // A form may also fit words of a path, but of several numbers nobody knows which.
  const isSure = isStrict && (parts.length === 1 || parts.every((part) => /^\d+$/.test(part)))
  const likely = isSure ? parts : parts.filter(isLikeId)
  return likely.length > 1 || likely[0] === undefined ? chooseBySurroundings(url, place, likely) : likely[0]
}

/** The only part of several that a URL names as the thing, or that is written like the example of the description. */
const chooseBySurroundings = (
  url: URL,
  { fits, name, about }: IdPlace,
  likely: readonly string[],
): string | undefined => {
  const examples = [...about.matchAll(exampleIds)].map(([, example = '']) => example)
  const named = listNamedParts(url, name).filter((part) => fits(part) && /\d/.test(part))
  const shaped = likely.filter((part) => examples.some((example) => isShapedLike(example, part)))
  const [id, ...others] = named.length > 0 ? named : shaped
  return others.length === 0 ? id : undefined
}

/** A number whose digits are in groups, as `812 3456 7890`, without the spaces. Groups that are ids themselves are several ids. */
const joinDigits = (text: string, { fits }: IdPlace): string => {
  const groups = /^\d{2,6}(?:[ -]\d{2,6}){1,4}$/.test(text) ? text.split(/[ -]/) : []
  const whole = groups.join('')
  return groups.length > 1 && fits(whole) && !groups.some(fits) ? whole : text
}

/** The only id in a text that has more in it; `undefined`: there is none, or there are several. */
export const readId = (text: string, place: IdPlace): string | undefined => {
  const inside = unwrap(text)
  const url = parseUrl(inside)
  if (url) return readUrl(url, place)
  const id = place.isStrict && !place.fits(inside) ? (idAddress.exec(inside)?.[1] ?? joinDigits(inside, place)) : inside
  return id !== text && plainId.test(id) && place.fits(id) ? id : undefined
}

/** Words of ids and hosts that name no vendor. */
const commonNames = ['api', 'com', 'org', 'net', 'www', 'app']

const originHost = (origin: ProviderFacts['origin']): string =>
  typeof origin === 'string' ? (URL.parse(origin)?.hostname ?? '') : origin.suffix

/**
 * Tells a provider's hosts by the name in front of their ending, which is that of its origin or a word of its id: `docs.google.com` is one of
 * `google-drive`.
 */
export const createOwnHost = ({ id, origin }: Pick<ProviderFacts, 'id' | 'origin'>): ((host: string) => boolean) => {
  const nameHost = (host: string): string => host.toLowerCase().split('.').at(-2) ?? ''
  const names = [...id.split('-'), nameHost(originHost(origin))]
  const own = names.filter((name) => name.length > 2 && !commonNames.includes(name))
  return (host) => own.includes(nameHost(host))
}
