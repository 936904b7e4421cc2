import type { Domain } from '../schema/index.ts'
import type { Policy } from './access.ts'
import { type AccessPattern, parsePattern } from './patterns.ts'

type Domains = ReadonlyMap<string, Domain>

const kindOf = (provider: string, action: string, domains: Domains): string | undefined =>
  domains.get(provider)?.source.kind(action)

const isKind = (what: string): boolean => what === 'read' || what === 'write' || what === 'raw'

const patternOf = (provider: string, what: string, account: string | undefined): AccessPattern => ({
  text: `${provider}:${what}${account === undefined ? '' : `@${account}`}`,
  provider,
  what,
  ...(account !== undefined && { account }),
})

/** The same access in patterns that name a kind, or an action of one provider: these can be compared. */
const comparable = (texts: readonly string[], domains: Domains): AccessPattern[] =>
  texts.flatMap((text) => {
    const pattern = parsePattern(text)
    if (!pattern) throw new TypeError('a stored access pattern can’t be read')
    const { provider, what, account } = pattern
    if (what === '*') return ['read', 'write'].map((kind) => patternOf(provider, kind, account))
    if (provider !== '*' || isKind(what)) return [pattern]
    return [...domains.keys()].flatMap((id) => (kindOf(id, what, domains) ? [patternOf(id, what, account)] : []))
  })

/** What both patterns cover; `undefined`: nothing. */
const meet = (a: AccessPattern, b: AccessPattern, domains: Domains): AccessPattern | undefined => {
  if (a.provider !== b.provider && a.provider !== '*' && b.provider !== '*') return undefined
  if (a.account !== undefined && b.account !== undefined && a.account !== b.account) return undefined
  const provider = a.provider === '*' ? b.provider : a.provider
  const account = a.account ?? b.account
  if (a.what === b.what || kindOf(provider, b.what, domains) === a.what) return patternOf(provider, b.what, account)
  return kindOf(provider, a.what, domains) === b.what ? patternOf(provider, a.what, account) : undefined
}

const meets = (some: readonly AccessPattern[], others: readonly AccessPattern[], domains: Domains): AccessPattern[] =>
  some.flatMap((a) => others.flatMap((b) => meet(a, b, domains) ?? []))

const isCovered = (pattern: AccessPattern, by: readonly AccessPattern[], domains: Domains): boolean =>
  by.some((other) => meet(pattern, other, domains)?.text === pattern.text)

/** Without repetitions, and without patterns that another one covers. */
const reduced = (patterns: readonly AccessPattern[], domains: Domains): string[] => {
  const distinct = [...new Map(patterns.map((pattern) => [pattern.text, pattern])).values()]
  return distinct
    .filter((pattern) => {
      const others = distinct.filter((other) => other !== pattern)
      return !isCovered(pattern, others, domains)
    })
    .map(({ text }) => text)
}

/**
 * The access that `patterns` and the `allow` of every policy have in common, as patterns. Where `deny` takes away a part of a
 * pattern, the pattern stays: the policy itself refuses those calls.
 * @example narrowed(['*:read'], [{ allow: ['hubspot:*', 'stripe:read@live'] }], domains) // ['hubspot:read', 'stripe:read@live']
 */
export const narrowed = (patterns: readonly string[], policies: readonly Policy[], domains: Domains): string[] => {
  let common = comparable(patterns, domains)
  for (const { allow, deny } of policies) {
    if (allow) common = meets(common, comparable(allow, domains), domains)
    const denied = comparable(deny ?? [], domains)
    common = common.filter((pattern) => !isCovered(pattern, denied, domains))
  }
  return reduced(common, domains)
}

/** Whether every one of `patterns` is covered by one of `scope`. */
export const isWithin = (patterns: readonly string[], scope: readonly string[], domains: Domains): boolean => {
  const granted = comparable(scope, domains)
  return comparable(patterns, domains).every((pattern) => isCovered(pattern, granted, domains))
}
