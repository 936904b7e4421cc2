import {
  enclosesPattern,
  isCoveredPattern,
  isPlainEntry,
  isSurelyCovered,
  listSharedActions,
  meetPatterns,
  type PatternDomains,
  toComparable,
  toPattern,
} from './compare-patterns.ts'
import type { AccessPattern } from './patterns.ts'
import type { AccessPolicy } from './policy-level.ts'

/** The patterns without repetitions, and without those that another one covers. */
const reduced = (patterns: readonly AccessPattern[], domains: PatternDomains): string[] => {
  const distinct = [...new Map(patterns.map((pattern) => [pattern.text, pattern])).values()]
  // Only a pattern of all accounts or of the same one can cover another: of 200 accounts, few have to be compared.
  const byAccount = Map.groupBy(distinct, ({ account }) => account)
  return distinct
    .filter((pattern) => {
      const isAmong = (others: readonly AccessPattern[] = []): boolean =>
        others.some((other) => other !== pattern && enclosesPattern(other, pattern, domains))
      return !isAmong(byAccount.get(undefined)) && !isAmong(byAccount.get(pattern.account))
    })
    .map(({ text }) => text)
}

/**
 * The access that `patterns` and the `allow` of every policy have in common, as patterns. Where `deny` takes away a part of a
 * pattern, or a condition does, the pattern stays: the policy itself refuses those calls.
 * @example narrowed(['*:read'], [{ allow: ['hubspot:*', 'stripe:read@live'] }], domains) // ['hubspot:read', 'stripe:read@live']
 */
export const narrowPatterns = (
  patterns: readonly string[],
  policies: readonly AccessPolicy[],
  domains: PatternDomains,
): string[] => {
  let common = toComparable(patterns, domains)
  for (const { allow, deny } of policies) {
    if (allow) common = meetPatterns(common, toComparable(allow.map(toPattern), domains), domains, listSharedActions)
    const denied = toComparable((deny ?? []).filter(isPlainEntry), domains, 'deny')
    common = common.filter((pattern) => !isSurelyCovered(pattern, denied, domains))
  }
  return reduced(common, domains)
}

/** True if each of `patterns` is covered by one of `scope`. */
export const isWithin = (patterns: readonly string[], scope: readonly string[], domains: PatternDomains): boolean => {
  const granted = toComparable(scope, domains)
  return toComparable(patterns, domains).every((pattern) => isCoveredPattern(pattern, granted, domains))
}
