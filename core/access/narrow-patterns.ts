import { type ClassName, classNames, isClassName } from '../provider/index.ts'
import type { Domain } from '../schema/index.ts'
import type { AllowEntry, AskEntry, DenyEntry } from '../store/index.ts'
import type { AccessPolicy } from './access.ts'
import { type AccessKind, type AccessPattern, asks, covers, denies, parsePattern, rights, toRight } from './patterns.ts'

type Domains = ReadonlyMap<string, Domain>

/** True for a right and for a class, which no provider needs to be known for. */
const isGeneral = (what: string): boolean => isClassName(what) || rights.some((right) => right === what)

/** The secret actions of a class. A list `deny` covers them by the class, a list `allow` doesn't. */
const secretOf = (className: ClassName): string => `secret-${className}`
/** Raw requests that may change something, which every class of a list `deny` or `ask` covers, and `write` of a list `ask`. */
const rawWrite = 'raw-write'

/** The actions of which some calls are of a class. A list `allow` covers all of their calls by the class, `deny` and `ask` those of it. */
const mayBe = (className: ClassName): string => `may-be-${className}`
const classesByMayBe: ReadonlyMap<string, ClassName> = new Map(classNames.map((one) => [mayBe(one), one]))

const classesBySecret: ReadonlyMap<string, ClassName> = new Map(classNames.map((one) => [secretOf(one), one]))

/** The wider groups that a group lies in. */
const enclosing: ReadonlyMap<string, readonly string[]> = new Map([
  ...classNames.map((one): [string, string[]] => [one, ['write', mayBe(one)]]),
  ...classNames.map((one): [string, string[]] => [mayBe(one), ['write']]),
  ...classNames.map((one): [string, string[]] => [secretOf(one), ['secret', 'secret-write']]),
  ['secret-read', ['secret']],
  ['secret-write', ['secret']],
  [rawWrite, ['raw']],
])

/** Every `what` that is not the name of an action. */
const groups: ReadonlySet<string> = new Set([...rights, ...enclosing.keys()])

/**
 * True if an action belongs to this right, kind or class, or if a group lies in it. `isSure`: only if each of the action's calls is of the class,
 * as a list `deny` or `ask` covers no other.
 */
const isInGroup = (provider: string, what: string, group: string, domains: Domains, isSure = false): boolean => {
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

const buildPattern = (provider: string, what: string, account: string | undefined): AccessPattern => ({
  text: `${provider}:${what}${account === undefined ? '' : `@${account}`}`,
  provider,
  what,
  ...(account !== undefined && { account }),
})

/** The same access in patterns that name a right, a class, or an action of one provider: these can be compared. */
const comparable = (texts: readonly string[], domains: Domains, list: keyof typeof allOf = 'allow'): AccessPattern[] =>
  texts.flatMap((text) => {
    const pattern = parsePattern(text)
    if (!pattern) throw new TypeError('a stored access pattern can’t be read')
    const { provider, what, account } = pattern
    if (what === '*') return allOf[list].map((right) => buildPattern(provider, right, account))
    if (provider !== '*' || isGeneral(what)) return [pattern]
    return [...domains.keys()].flatMap((id) =>
      domains.get(id)?.source.kind(what) ? [buildPattern(id, what, account)] : [],
    )
  })

const isSecretClass = (what: string): boolean => classesBySecret.has(what)
const isPlainClass = (what: string): boolean => isClassName(what) || classesByMayBe.has(what)

/** The actions that are of two classes. No pattern names these together. */
const listShared = (
  [a, b]: readonly [string, string],
  provider: string,
  account: string | undefined,
  domains: Domains,
): AccessPattern[] =>
  [...domains].flatMap(([id, { source }]) => {
    if (provider !== '*' && provider !== id) return []
    const shared = source.names('write').filter((name) => [a, b].every((group) => isInGroup(id, name, group, domains)))
    return shared.map((name) => buildPattern(id, name, account))
  })

/** Lists the patterns of what two different classes have in common. */
type MeetClasses = typeof listShared

/** The first class for what it shares with another one: it covers actions that come later, too. */
const takeFirst: MeetClasses = ([a], provider, account) => [buildPattern(provider, a, account)]

/** The patterns of all that both patterns cover. */
const meet = (
  a: AccessPattern,
  b: AccessPattern,
  domains: Domains,
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

const meets = (
  some: readonly AccessPattern[],
  others: readonly AccessPattern[],
  domains: Domains,
  meetClasses: MeetClasses = takeFirst,
): AccessPattern[] => some.flatMap((a) => others.flatMap((b) => meet(a, b, domains, meetClasses)))

/**
 * True if `meet` would return the pattern itself, without building anything: each of a scope's 200 patterns is compared with all
 * others.
 */
const encloses = (
  other: AccessPattern,
  { provider, what, account }: AccessPattern,
  domains: Domains,
  isSure = false,
): boolean =>
  (other.provider === '*' || other.provider === provider) &&
  (other.account === undefined || other.account === account) &&
  (other.what === what || isInGroup(provider, what, other.what, domains, isSure))

const isCovered = (pattern: AccessPattern, by: readonly AccessPattern[], domains: Domains): boolean =>
  by.some((other) => encloses(other, pattern, domains))

/** True if rules of a list `deny` or `ask` cover each call that the pattern covers. */
const isSurelyCovered = (pattern: AccessPattern, by: readonly AccessPattern[], domains: Domains): boolean =>
  by.some((other) => encloses(other, pattern, domains, true))

/** The patterns without repetitions, and without those that another one covers. */
const reduced = (patterns: readonly AccessPattern[], domains: Domains): string[] => {
  const distinct = [...new Map(patterns.map((pattern) => [pattern.text, pattern])).values()]
  // Only a pattern of all accounts or of the same one can cover another: of 200 accounts, few have to be compared.
  const byAccount = Map.groupBy(distinct, ({ account }) => account)
  return distinct
    .filter((pattern) => {
      const isAmong = (others: readonly AccessPattern[] = []): boolean =>
        others.some((other) => other !== pattern && encloses(other, pattern, domains))
      return !isAmong(byAccount.get(undefined)) && !isAmong(byAccount.get(pattern.account))
    })
    .map(({ text }) => text)
}

type Entry = AllowEntry | DenyEntry | AskEntry

const toPattern = (entry: Entry): string => (typeof entry === 'string' ? entry : entry.pattern)
const isPlainEntry = (entry: Entry): entry is string => typeof entry === 'string'

/**
 * The access that `patterns` and the `allow` of every policy have in common, as patterns. Where `deny` takes away a part of a
 * pattern, or a condition does, the pattern stays: the policy itself refuses those calls.
 * @example narrowed(['*:read'], [{ allow: ['hubspot:*', 'stripe:read@live'] }], domains) // ['hubspot:read', 'stripe:read@live']
 */
export const narrowPatterns = (
  patterns: readonly string[],
  policies: readonly AccessPolicy[],
  domains: Domains,
): string[] => {
  let common = comparable(patterns, domains)
  for (const { allow, deny } of policies) {
    if (allow) common = meets(common, comparable(allow.map(toPattern), domains), domains, listShared)
    const denied = comparable((deny ?? []).filter(isPlainEntry), domains, 'deny')
    common = common.filter((pattern) => !isSurelyCovered(pattern, denied, domains))
  }
  return reduced(common, domains)
}

/** True if each of `patterns` is covered by one of `scope`. */
export const isWithin = (patterns: readonly string[], scope: readonly string[], domains: Domains): boolean => {
  const granted = comparable(scope, domains)
  return comparable(patterns, domains).every((pattern) => isCovered(pattern, granted, domains))
}

const kinds: readonly AccessKind[] = ['read', 'write', 'secret-read', 'secret-write', 'raw', 'connect']
const everything = rights.map((right) => `*:${right}`)
const appliesIn = { allow: covers, deny: denies, ask: asks } as const

/** The kinds that a right means in a list; `rawWrite` where it means only those raw requests that may change something. */
const kindsOf = (what: string, list: keyof typeof appliesIn): readonly string[] => {
  const isMeant = (kind: AccessKind, isRead: boolean): boolean =>
    appliesIn[list](
      { text: '', provider: '*', what },
      { provider: '', action: '', classes: [], account: '', kind, isRead },
    )
  return kinds.flatMap((kind) => {
    if (isMeant(kind, true)) return [kind]
    return isMeant(kind, false) ? [rawWrite] : []
  })
}

/** The patterns of a list with a kind in place of a right: the lists of a policy mean different kinds by the same right. */
const byKind = (texts: readonly string[], list: keyof typeof appliesIn, domains: Domains): AccessPattern[] =>
  comparable(texts, domains, list).flatMap((pattern) => {
    const { provider, what, account } = pattern
    if (isClassName(what) && list !== 'allow')
      return [what, secretOf(what), rawWrite].map((group) => buildPattern(provider, group, account))
    if (isClassName(what)) return [buildPattern(provider, mayBe(what), account)]
    if (!isGeneral(what)) return [pattern]
    return kindsOf(what, list).map((kind) => buildPattern(provider, kind, account))
  })

/** A policy without conditions. */
interface PatternPolicy {
  readonly allow: readonly string[] | null
  readonly deny: readonly string[]
  readonly ask: readonly string[]
}

/**
 * Two policies in patterns alone, so that the second is wider than the first wherever it may be. What both have is left out; besides, a rule
 * with conditions counts for what it might cover where that makes the second wider, and for nothing where it makes it narrower.
 */
const withoutConditions = (
  before: AccessPolicy,
  after: AccessPolicy,
): { readonly before: PatternPolicy; readonly after: PatternPolicy } => {
  const others = (
    entries: readonly Entry[] | null | undefined,
    known: readonly Entry[] | null | undefined,
  ): string[] => {
    const texts = new Set((known ?? []).filter((entry) => !isPlainEntry(entry)).map((entry) => JSON.stringify(entry)))
    return (entries ?? []).filter((entry) => !texts.has(JSON.stringify(entry))).map(toPattern)
  }
  const plain = (entries: readonly Entry[] | null | undefined): string[] => (entries ?? []).filter(isPlainEntry)
  return {
    before: {
      allow: before.allow ? plain(before.allow) : null,
      deny: others(before.deny, after.deny),
      ask: others(before.ask, after.ask),
    },
    after: {
      allow: after.allow ? others(after.allow, before.allow) : null,
      deny: plain(after.deny),
      ask: plain(after.ask),
    },
  }
}

/** True if a policy without `allow` allows the pattern: everything, or with a list `deny` everything but to connect (`Access.mayConnect`). */
const allowsUnnamed = ({ deny }: PatternPolicy, { what }: AccessPattern): boolean => what !== 'connect' || !deny?.length

/** The patterns that a policy allows, ignoring its `deny`. */
const allowedBy = (policy: PatternPolicy, domains: Domains): AccessPattern[] =>
  policy.allow
    ? byKind(policy.allow, 'allow', domains)
    : byKind(everything, 'allow', domains).filter((pattern) => allowsUnnamed(policy, pattern))

/** True if a policy allows all that the patterns cover, ignoring its `deny`. */
const allowsAll = (policy: PatternPolicy, patterns: readonly AccessPattern[], domains: Domains): boolean => {
  if (!policy.allow) return patterns.every((pattern) => allowsUnnamed(policy, pattern))
  const allowed = byKind(policy.allow, 'allow', domains)
  return patterns.every((pattern) => isCovered(pattern, allowed, domains))
}

/**
 * True if the policy `after` may admit calls that `before` refuses, or send calls at once that `before` asks about. Patterns are compared, not
 * what they cover today: a policy that will cover more once there are other actions or accounts is wider, too.
 * @example isWider({ allow: ['hubspot:read'] }, { allow: ['hubspot:*'] }, domains) // true
 */
export const isWider = (first: AccessPolicy, second: AccessPolicy, domains: Domains): boolean => {
  const { before, after } = withoutConditions(first, second)
  const stillDenied = byKind(after.deny, 'deny', domains)
  const allowed = allowedBy(after, domains).filter((pattern) => !isSurelyCovered(pattern, stillDenied, domains))
  if (!allowsAll(before, allowed, domains)) return true
  /** True if some call that the texts covered, and that is allowed now, may be covered no longer. */
  const isLeftOut = (texts: readonly string[], list: 'deny' | 'ask', still: readonly AccessPattern[]): boolean => {
    const left = byKind(texts, list, domains).filter((pattern) => !isSurelyCovered(pattern, still, domains))
    return !meets(left, allowed, domains).every((pattern) => isSurelyCovered(pattern, still, domains))
  }
  if (isLeftOut(before.deny, 'deny', stillDenied)) return true
  return isLeftOut(before.ask, 'ask', [...stillDenied, ...byKind(after.ask, 'ask', domains)])
}
