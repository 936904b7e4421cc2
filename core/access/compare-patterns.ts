import { type ClassName, classNames, isClassName } from '../provider/index.ts'
import type { Domain } from '../schema/index.ts'
import type { AllowEntry, AskEntry, DenyEntry } from '../store/index.ts'
import { type AccessPattern, parsePattern, rights, toRight } from './patterns.ts'

export type PatternDomains = ReadonlyMap<string, Domain>

/** True for a right and for a class, which no provider needs to be known for. */
export const isGeneralGroup = (what: string): boolean => isClassName(what) || rights.some((right) => right === what)

/** The secret actions of a class. A list `deny` covers them by the class, a list `allow` doesn't. */
export const nameSecret = (className: ClassName): string => `secret-${className}`
/** Raw requests that may change something, which every class of a list `deny` or `ask` covers, and `write` of a list `ask`. */
export const rawWriteGroup = 'raw-write'

/** The actions of which some calls are of a class. A list `allow` covers all of their calls by the class, `deny` and `ask` those of it. */
export const nameMayBe = (className: ClassName): string => `may-be-${className}`
const classesByMayBe: ReadonlyMap<string, ClassName> = new Map(classNames.map((one) => [nameMayBe(one), one]))

const classesBySecret: ReadonlyMap<string, ClassName> = new Map(classNames.map((one) => [nameSecret(one), one]))

/** The wider groups that a group lies in. */
const enclosing: ReadonlyMap<string, readonly string[]> = new Map([
  ...classNames.map((one): [string, string[]] => [one, ['write', nameMayBe(one)]]),
  ...classNames.map((one): [string, string[]] => [nameMayBe(one), ['write']]),
  ...classNames.map((one): [string, string[]] => [nameSecret(one), ['secret', 'secret-write']]),
  ['secret-read', ['secret']],
  ['secret-write', ['secret']],
  [rawWriteGroup, ['raw']],
])

/** Every `what` that is not the name of an action. */
const groups: ReadonlySet<string> = new Set([...rights, ...enclosing.keys()])

/**
 * True if an action belongs to this right, kind or class, or if a group lies in it. `isSure`: only if each of the action's calls is of the class,
 * as a list `deny` or `ask` covers no other.
 */
const isInGroup = (provider: string, what: string, group: string, domains: PatternDomains, isSure = false): boolean => {
  // In a scope that names actions, most comparisons are of two actions.
  if (!groups.has(group)) return false
  if (groups.has(what)) return enclosing.get(what)?.includes(group) ?? false
  const source = domains.get(provider)?.source
  const kind = source?.kind(what)
  if (!source || !kind) return false
  const classes = source.classes(what)
  const possible = classesByMayBe.get(group)
  if (possible) return kind === 'write' && classes.includes(possible)
  const className = classesBySecret.get(group) ?? group
  const own = isSure ? (source.sureClasses?.(what) ?? classes) : classes
  const isOfClass = isClassName(className) && own.includes(className)
  if (isOfClass) return (kind === 'secret-write') === classesBySecret.has(group)
  return kind === group || toRight(kind) === group
}

/** The rights that `*` covers; in a list `deny`, all. A list `ask` has raw requests that may change something by its `write`. */
const allOf = { allow: ['read', 'write'], deny: rights, ask: ['read', 'write', 'secret', 'connect'] } as const

export const buildPattern = (provider: string, what: string, account: string | undefined): AccessPattern => ({
  text: `${provider}:${what}${account === undefined ? '' : `@${account}`}`,
  provider,
  what,
  ...(account !== undefined && { account }),
})

/** The same access in patterns that name a right, a class, or an action of one provider: these can be compared. */
export const toComparable = (
  texts: readonly string[],
  domains: PatternDomains,
  list: keyof typeof allOf = 'allow',
): AccessPattern[] =>
  texts.flatMap((text) => {
    const pattern = parsePattern(text)
    if (!pattern) throw new TypeError('a stored access pattern can’t be read')
    const { provider, what, account } = pattern
    if (what === '*') return allOf[list].map((right) => buildPattern(provider, right, account))
    if (provider !== '*' || isGeneralGroup(what)) return [pattern]
    return [...domains.keys()].flatMap((id) =>
      domains.get(id)?.source.kind(what) ? [buildPattern(id, what, account)] : [],
    )
  })

/** An entry of one of a policy's lists. */
export type PolicyEntry = AllowEntry | DenyEntry | AskEntry

export const toPattern = (entry: PolicyEntry): string => (typeof entry === 'string' ? entry : entry.pattern)
export const isPlainEntry = (entry: PolicyEntry): entry is string => typeof entry === 'string'

const isSecretClass = (what: string): boolean => classesBySecret.has(what)
const isPlainClass = (what: string): boolean => isClassName(what) || classesByMayBe.has(what)

/** The actions that are of two classes. No pattern names these together. */
export const listSharedActions = (
  [a, b]: readonly [string, string],
  provider: string,
  account: string | undefined,
  domains: PatternDomains,
): AccessPattern[] =>
  [...domains].flatMap(([id, { source }]) => {
    if (provider !== '*' && provider !== id) return []
    const shared = source.names('write').filter((name) => [a, b].every((group) => isInGroup(id, name, group, domains)))
    return shared.map((name) => buildPattern(id, name, account))
  })

/** Lists the patterns of what two different classes have in common. */
type MeetClasses = typeof listSharedActions

/** The first class for what it shares with another one: it covers actions that come later, too. */
const takeFirst: MeetClasses = ([a], provider, account) => [buildPattern(provider, a, account)]

/** The patterns of all that both patterns cover. */
const meet = (
  a: AccessPattern,
  b: AccessPattern,
  domains: PatternDomains,
  meetClasses: MeetClasses,
): readonly AccessPattern[] => {
  if (a.provider !== b.provider && a.provider !== '*' && b.provider !== '*') return []
  if (a.account !== undefined && b.account !== undefined && a.account !== b.account) return []
  const provider = a.provider === '*' ? b.provider : a.provider
  const account = a.account ?? b.account
  if (a.what === b.what || isInGroup(provider, b.what, a.what, domains))
    return [buildPattern(provider, b.what, account)]
  if (isInGroup(provider, a.what, b.what, domains)) return [buildPattern(provider, a.what, account)]
  const areClasses = [isPlainClass, isSecretClass].some((isOne) => isOne(a.what) && isOne(b.what))
  return areClasses ? meetClasses([a.what, b.what], provider, account, domains) : []
}

export const meetPatterns = (
  some: readonly AccessPattern[],
  others: readonly AccessPattern[],
  domains: PatternDomains,
  meetClasses: MeetClasses = takeFirst,
): AccessPattern[] => some.flatMap((a) => others.flatMap((b) => meet(a, b, domains, meetClasses)))

/**
 * True if `meet` would return the pattern itself, without building anything: each of a scope's 200 patterns is compared with all
 * others.
 */
export const enclosesPattern = (
  other: AccessPattern,
  { provider, what, account }: AccessPattern,
  domains: PatternDomains,
  isSure = false,
): boolean =>
  (other.provider === '*' || other.provider === provider) &&
  (other.account === undefined || other.account === account) &&
  (other.what === what || isInGroup(provider, what, other.what, domains, isSure))

export const isCoveredPattern = (
  pattern: AccessPattern,
  by: readonly AccessPattern[],
  domains: PatternDomains,
): boolean => by.some((other) => enclosesPattern(other, pattern, domains))

/** True if rules of a list `deny` or `ask` cover each call that the pattern covers. */
export const isSurelyCovered = (
  pattern: AccessPattern,
  by: readonly AccessPattern[],
  domains: PatternDomains,
): boolean => by.some((other) => enclosesPattern(other, pattern, domains, true))
