import { isClassName } from '../provider/index.ts'
import {
  buildPattern,
  isCoveredPattern,
  isGeneralGroup,
  isPlainEntry,
  isSurelyCovered,
  meetPatterns,
  nameMayBe,
  nameSecret,
  type PatternDomains,
  type PolicyEntry,
  rawWriteGroup,
  toComparable,
  toPattern,
} from './compare-patterns.ts'
import { type AccessKind, type AccessPattern, asks, covers, denies, rights } from './patterns.ts'
import type { AccessPolicy } from './policy-level.ts'

const kinds: readonly AccessKind[] = ['read', 'write', 'secret-read', 'secret-write', 'raw', 'connect']
const everything = rights.map((right) => `*:${right}`)
const appliesIn = { allow: covers, deny: denies, ask: asks } as const

/** The kinds that a right means in a list; `rawWriteGroup` where it means only those raw requests that may change something. */
const kindsOf = (what: string, list: keyof typeof appliesIn): readonly string[] => {
  const isMeant = (kind: AccessKind, isRead: boolean): boolean =>
    appliesIn[list](
      { text: '', provider: '*', what },
      { provider: '', action: '', classes: [], account: '', kind, isRead },
    )
  return kinds.flatMap((kind) => {
    if (isMeant(kind, true)) return [kind]
    return isMeant(kind, false) ? [rawWriteGroup] : []
  })
}

/** The patterns of a list with a kind in place of a right: the lists of a policy mean different kinds by the same right. */
const byKind = (texts: readonly string[], list: keyof typeof appliesIn, domains: PatternDomains): AccessPattern[] =>
  toComparable(texts, domains, list).flatMap((pattern) => {
    const { provider, what, account } = pattern
    if (isClassName(what) && list !== 'allow')
      return [what, nameSecret(what), rawWriteGroup].map((group) => buildPattern(provider, group, account))
    if (isClassName(what)) return [buildPattern(provider, nameMayBe(what), account)]
    if (!isGeneralGroup(what)) return [pattern]
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
    entries: readonly PolicyEntry[] | null | undefined,
    knownEntries: readonly PolicyEntry[] | null | undefined,
  ): string[] => {
    const texts = new Set(
      (knownEntries ?? []).filter((entry) => !isPlainEntry(entry)).map((entry) => JSON.stringify(entry)),
    )
    return (entries ?? []).filter((entry) => !texts.has(JSON.stringify(entry))).map(toPattern)
  }
  const plain = (entries: readonly PolicyEntry[] | null | undefined): string[] => (entries ?? []).filter(isPlainEntry)
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
const allowedBy = (policy: PatternPolicy, domains: PatternDomains): AccessPattern[] =>
  policy.allow
    ? byKind(policy.allow, 'allow', domains)
    : byKind(everything, 'allow', domains).filter((pattern) => allowsUnnamed(policy, pattern))

/** True if a policy allows all that the patterns cover, ignoring its `deny`. */
const allowsAll = (policy: PatternPolicy, patterns: readonly AccessPattern[], domains: PatternDomains): boolean => {
  if (!policy.allow) return patterns.every((pattern) => allowsUnnamed(policy, pattern))
  const allowed = byKind(policy.allow, 'allow', domains)
  return patterns.every((pattern) => isCoveredPattern(pattern, allowed, domains))
}

/**
 * True if the policy `after` may admit calls that `before` refuses, or send calls at once that `before` asks about. Patterns are compared, not
 * what they cover today: a policy that will cover more once there are other actions or accounts is wider, too.
 * @example isWider({ allow: ['hubspot:read'] }, { allow: ['hubspot:*'] }, domains) // true
 */
export const isWider = (first: AccessPolicy, second: AccessPolicy, domains: PatternDomains): boolean => {
  const { before, after } = withoutConditions(first, second)
  const stillDenied = byKind(after.deny, 'deny', domains)
  const allowed = allowedBy(after, domains).filter((pattern) => !isSurelyCovered(pattern, stillDenied, domains))
  if (!allowsAll(before, allowed, domains)) return true
  /** True if some call that the texts covered, and that is allowed now, may be covered no longer. */
  const isLeftOut = (texts: readonly string[], list: 'deny' | 'ask', still: readonly AccessPattern[]): boolean => {
    const left = byKind(texts, list, domains).filter((pattern) => !isSurelyCovered(pattern, still, domains))
    return !meetPatterns(left, allowed, domains).every((pattern) => isSurelyCovered(pattern, still, domains))
  }
  if (isLeftOut(before.deny, 'deny', stillDenied)) return true
  return isLeftOut(before.ask, 'ask', [...stillDenied, ...byKind(after.ask, 'ask', domains)])
}
