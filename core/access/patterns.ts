import type { Detail } from '../errors.ts'
import { type Domain, hint } from '../schema/index.ts'

/** `raw` stands for requests that no action declares: patterns match them by that name only. */
export type AccessKind = 'read' | 'write' | 'raw'

/** An access pattern, taken apart: `hubspot:read`, `*:write`, `stripe:create_refund@live`. */
export interface AccessPattern {
  readonly text: string
  /** A provider's id; `*`: every provider. */
  readonly provider: string
  /** `read`, `write`, `*`, or the name of an action. */
  readonly what: string
  /** Left out: every account. */
  readonly account?: string
}

/** The most patterns of a list, and the longest pattern. */
export const mostPatterns = 200
export const longestPattern = 200
/** As many names as a message lists. */
const mostNames = 50

const form = /^(\*|[a-z0-9][a-z0-9-]*):(\*|[a-zA-Z0-9_-]+)(?:@([a-z0-9][a-z0-9_-]{0,63}))?$/

/** `undefined`: the text is no access pattern. */
export const parsePattern = (text: string): AccessPattern | undefined => {
  const [, provider, what, account] = form.exec(text) ?? []
  if (provider === undefined || what === undefined || text.length > longestPattern) return undefined
  return { text, provider, what, ...(account !== undefined && { account }) }
}

/** Whether the pattern covers an action at an account. `*`, `read` and `write` never cover `raw`. */
export const covers = (
  { provider, what, account }: AccessPattern,
  domain: string,
  action: string,
  kind: AccessKind,
  accountId: string,
): boolean =>
  (provider === '*' || provider === domain) &&
  (account === undefined || account === accountId) &&
  (what === action || (kind !== 'raw' && (what === '*' || what === kind)))

/** Whether the pattern, in a list `deny`, refuses an action. A raw request can do anything, so what denies anything denies it. */
export const denies = (
  pattern: AccessPattern,
  domain: string,
  action: string,
  kind: AccessKind,
  accountId: string,
): boolean =>
  covers(pattern, domain, action, kind, accountId) ||
  (kind === 'raw' &&
    ['read', 'write', '*'].some((each) => each === pattern.what) &&
    covers({ ...pattern, what: action }, domain, action, kind, accountId))

const wellKnown: ReadonlySet<string> = new Set(['read', 'write', '*', 'raw'])

const malformed =
  'is no access pattern: write provider:what or provider:what@account, where what is read, write, * or an action, like hubspot:read or stripe:create_refund@live'

/** What is wrong with a pattern; `undefined`: nothing. An account may be configured later, so it isn't looked up. */
const patternFault = (text: string, domains: ReadonlyMap<string, Domain>): string | undefined => {
  const pattern = parsePattern(text)
  if (!pattern)
    return parsePattern(text.toLowerCase()) ? `has capitals: did you mean ${text.toLowerCase()}?` : malformed
  const { provider, what } = pattern
  if (provider !== '*' && !domains.has(provider)) {
    const registered = [...domains.keys()]
    return `names no registered provider (${registered.join(', ')})${hint(provider, registered)}`
  }
  if (wellKnown.has(what)) return undefined
  const asked =
    provider === '*' ? [...domains.values()] : [domains.get(provider)].filter((domain) => domain !== undefined)
  if (asked.some(({ source }) => source.kind(what))) return undefined
  const names = [...wellKnown, ...new Set(asked.flatMap(({ source }) => source.names()))]
  const listed = names.length > mostNames ? `${names.slice(0, mostNames).join(', ')}, ...` : names.join(', ')
  return `names no action of ${provider === '*' ? 'any provider' : provider} (${listed})${hint(what, names)}`
}

/** The faults of a list of patterns, for a body with the list at `path`. */
export const patternFaults = (
  patterns: readonly string[] | null | undefined,
  path: string,
  domains: ReadonlyMap<string, Domain>,
): Detail[] =>
  (patterns ?? []).flatMap((text, index) => {
    const message = patternFault(text, domains)
    return message === undefined ? [] : [{ path: `${path}/${index}`, message }]
  })
