import type { Domain } from '../schema/index.ts'
import type { AccessPolicy } from './access.ts'
import { type AccessKind, type AccessPattern, covers, denies, parsePattern, rights, toRight } from './patterns.ts'

type Domains = ReadonlyMap<string, Domain>

const isRight = (what: string): boolean => rights.some((right) => right === what)

/** Every `what` that is not the name of an action. */
const groups: ReadonlySet<string> = new Set([...rights, 'secret-read', 'secret-write'])

/** True if an action belongs to this right or kind. */
const isInGroup = (provider: string, action: string, what: string, domains: Domains): boolean => {
  // In a scope that names actions, most comparisons are of two actions.
  if (!groups.has(what)) return false
  const kind = domains.get(provider)?.source.kind(action)
  return kind !== undefined && (kind === what || toRight(kind) === what)
}

/** The rights that `*` covers; in a list `deny`, all. */
const allOf = { allow: ['read', 'write'], deny: rights } as const

const buildPattern = (provider: string, what: string, account: string | undefined): AccessPattern => ({
  text: `${provider}:${what}${account === undefined ? '' : `@${account}`}`,
  provider,
  what,
  ...(account !== undefined && { account }),
})

/** The same access in patterns that name a right, or an action of one provider: these can be compared. */
const comparable = (texts: readonly string[], domains: Domains, list: keyof typeof allOf = 'allow'): AccessPattern[] =>
  texts.flatMap((text) => {
    const pattern = parsePattern(text)
    if (!pattern) throw new TypeError('a stored access pattern can’t be read')
    const { provider, what, account } = pattern
    if (what === '*') return allOf[list].map((right) => buildPattern(provider, right, account))
    if (provider !== '*' || isRight(what)) return [pattern]
    return [...domains.keys()].flatMap((id) =>
      domains.get(id)?.source.kind(what) ? [buildPattern(id, what, account)] : [],
    )
  })

/** The pattern of all that both patterns cover; `undefined`: nothing. */
const meet = (a: AccessPattern, b: AccessPattern, domains: Domains): AccessPattern | undefined => {
  if (a.provider !== b.provider && a.provider !== '*' && b.provider !== '*') return undefined
  if (a.account !== undefined && b.account !== undefined && a.account !== b.account) return undefined
  const provider = a.provider === '*' ? b.provider : a.provider
  const account = a.account ?? b.account
  if (a.what === b.what || isInGroup(provider, b.what, a.what, domains)) return buildPattern(provider, b.what, account)
  return isInGroup(provider, a.what, b.what, domains) ? buildPattern(provider, a.what, account) : undefined
}

const meets = (some: readonly AccessPattern[], others: readonly AccessPattern[], domains: Domains): AccessPattern[] =>
  some.flatMap((a) => others.flatMap((b) => meet(a, b, domains) ?? []))

/**
 * True if `meet` would return the pattern itself, without building anything: each of a scope's 200 patterns is compared with all
 * others.
 */
const encloses = (other: AccessPattern, { provider, what, account }: AccessPattern, domains: Domains): boolean =>
  (other.provider === '*' || other.provider === provider) &&
  (other.account === undefined || other.account === account) &&
  (other.what === what || isInGroup(provider, what, other.what, domains))

const isCovered = (pattern: AccessPattern, by: readonly AccessPattern[], domains: Domains): boolean =>
  by.some((other) => encloses(other, pattern, domains))

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

/**
 * The access that `patterns` and the `allow` of every policy have in common, as patterns. Where `deny` takes away a part of a
 * pattern, the pattern stays: the policy itself refuses those calls.
 * @example narrowed(['*:read'], [{ allow: ['hubspot:*', 'stripe:read@live'] }], domains) // ['hubspot:read', 'stripe:read@live']
 */
export const narrowPatterns = (
  patterns: readonly string[],
  policies: readonly AccessPolicy[],
  domains: Domains,
): string[] => {
  let common = comparable(patterns, domains)
  for (const { allow, deny } of policies) {
    if (allow) common = meets(common, comparable(allow, domains), domains)
    const denied = comparable(deny ?? [], domains, 'deny')
    common = common.filter((pattern) => !isCovered(pattern, denied, domains))
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
/** The patterns of a list with a kind in place of a right: the two lists of a policy mean different kinds by the same right. */
const byKind = (texts: readonly string[], list: 'allow' | 'deny', domains: Domains): AccessPattern[] => {
  const appliesTo = list === 'allow' ? covers : denies
  return comparable(texts, domains, list).flatMap((pattern) => {
    const { provider, what, account } = pattern
    if (!isRight(what)) return [pattern]
    const matchedKinds = kinds.filter((kind) => appliesTo({ text: '', provider: '*', what }, '', '', kind, ''))
    return matchedKinds.map((kind) => buildPattern(provider, kind, account))
  })
}

/** True if a policy without `allow` allows the pattern: everything, or with a list `deny` everything but to connect (`Access.mayConnect`). */
const allowsUnnamed = ({ deny }: AccessPolicy, { what }: AccessPattern): boolean => what !== 'connect' || !deny?.length

/** The patterns that a policy allows, ignoring its `deny`. */
const allowedBy = (policy: AccessPolicy, domains: Domains): AccessPattern[] =>
  policy.allow
    ? byKind(policy.allow, 'allow', domains)
    : byKind(everything, 'allow', domains).filter((pattern) => allowsUnnamed(policy, pattern))

/** True if a policy allows all that the patterns cover, ignoring its `deny`. */
const allowsAll = (policy: AccessPolicy, patterns: readonly AccessPattern[], domains: Domains): boolean => {
  if (!policy.allow) return patterns.every((pattern) => allowsUnnamed(policy, pattern))
  const allowed = byKind(policy.allow, 'allow', domains)
  return patterns.every((pattern) => isCovered(pattern, allowed, domains))
}

/**
 * True if the policy `after` may admit calls that `before` refuses, or send calls at once that `before` asks about. Patterns are compared, not
 * what they cover today: a policy that will cover more once there are other actions or accounts is wider, too.
 * @example isWider({ allow: ['hubspot:read'] }, { allow: ['hubspot:*'] }, domains) // true
 */
export const isWider = (before: AccessPolicy, after: AccessPolicy, domains: Domains): boolean => {
  const stillDenied = byKind(after.deny ?? [], 'deny', domains)
  const allowed = allowedBy(after, domains).filter((pattern) => !isCovered(pattern, stillDenied, domains))
  if (!allowsAll(before, allowed, domains)) return true
  const noLongerDenied = meets(byKind(before.deny ?? [], 'deny', domains), allowed, domains)
  if (!noLongerDenied.every((pattern) => isCovered(pattern, stillDenied, domains))) return true
  const asked = meets(byKind(before.ask ?? [], 'deny', domains), allowed, domains)
  const stillAsked = [...stillDenied, ...byKind(after.ask ?? [], 'deny', domains)]
  return !asked.every((pattern) => isCovered(pattern, stillAsked, domains))
}
