import type { Detail } from '../errors.ts'
import { type ActionKind, type ClassName, classNames, isClassName } from '../provider/index.ts'
import { type Domain, formatChoice, formatHint } from '../schema/index.ts'

/**
 * `raw` stands for requests that no action declares, and `connect` for links by which the caller's people connect an account: patterns
 * match them by that name only.
 */
export type AccessKind = ActionKind | 'raw' | 'connect'

/** The rights: a pattern with one of them covers a whole kind. `secret` covers every action that answers with credentials. */
export const rights = ['read', 'write', 'secret', 'raw', 'connect'] as const
export type Right = (typeof rights)[number]

/** The right that a kind of access takes, unless a pattern names the action itself. */
export const toRight = (kind: AccessKind): Right =>
  kind === 'secret-read' || kind === 'secret-write' ? 'secret' : kind

/** A parsed access pattern: `hubspot:read`, `*:write`, `stripe:create_refund@live`. */
export interface AccessPattern {
  readonly text: string
  /** A provider's id; `*`: every provider. */
  readonly provider: string
  /** A right, a class, `*`, or the name of an action. */
  readonly what: string
  /** An account's name; left out: every account. */
  readonly account?: string
}

/** The most patterns of a list, and the longest pattern. */
export const mostPatterns = 200
const longestPattern = 200

const form = /^(\*|[a-z0-9][a-z0-9-]*):(\*|[a-zA-Z0-9_-]+)(?:@([a-z0-9][a-z0-9_-]{0,63}))?$/

/** Parses an access pattern; `undefined`: the text is none. */
export const parsePattern = (text: string): AccessPattern | undefined => {
  const [, provider, what, account] = form.exec(text) ?? []
  if (provider === undefined || what === undefined || text.length > longestPattern) return undefined
  return { text, provider, what, ...(account !== undefined && { account }) }
}

/** An action at an account, as patterns see it. */
export interface AccessTarget {
  readonly provider: string
  readonly action: string
  readonly kind: AccessKind
  /** The classes of a write. */
  readonly classes: readonly ClassName[]
  /** The classes by which `deny` and `ask` judge, where a call is surely not of all; left out: `classes`. */
  readonly callClasses?: readonly ClassName[] | undefined
  readonly account: string
  /** True for a raw request that changes nothing. */
  readonly isRead?: boolean
}

/** True if the pattern is about the provider and the account. */
const isAbout = (pattern: AccessPattern, { provider, account }: AccessTarget): boolean =>
  (pattern.provider === '*' || pattern.provider === provider) &&
  (pattern.account === undefined || pattern.account === account)

const isPlainKind = (kind: AccessKind): boolean => kind === 'read' || kind === 'write'

/**
 * True if the pattern covers an action at an account, in a list `allow`. `*`, `read`, `write` and classes never cover `secret`, `raw` and
 * `connect`.
 */
export const covers = (pattern: AccessPattern, target: AccessTarget): boolean => {
  if (!isAbout(pattern, target)) return false
  const { what } = pattern
  const { action, kind, classes } = target
  if (what === action || what === toRight(kind)) return true
  return isPlainKind(kind) && (what === '*' || (classes as readonly string[]).includes(what))
}

/** The rights that deny a kind, besides the right that allows it. A raw request can do anything, so any denied right denies it. */
const denied: Readonly<Record<AccessKind, readonly string[]>> = {
  read: [],
  write: [],
  'secret-read': ['*', 'read'],
  'secret-write': ['*', 'write'],
  raw: ['*', 'read', 'write', 'secret'],
  connect: ['*'],
}

/** True if a class in `deny` or `ask` covers the action: a raw request that may change something can be of any class. */
const isOfClass = (what: string, { kind, classes, isRead }: AccessTarget): boolean =>
  (kind === 'raw' && !isRead && isClassName(what)) || (classes as readonly string[]).includes(what)

/** True if the pattern, in a list `deny`, refuses an action. */
export const denies = (pattern: AccessPattern, target: AccessTarget): boolean => {
  if (!isAbout(pattern, target)) return false
  return covers(pattern, target) || denied[target.kind].includes(pattern.what) || isOfClass(pattern.what, target)
}

/**
 * True if the pattern, in a list `ask`, covers an action: as in `deny`, except for raw requests. Those are covered by `raw`, and by
 * `write`, `*` or a class if they may change something.
 */
export const asks = (pattern: AccessPattern, target: AccessTarget): boolean => {
  if (target.kind !== 'raw') return denies(pattern, target)
  const { what } = pattern
  const isMeant = what === 'raw' || (!target.isRead && (what === 'write' || what === '*' || isClassName(what)))
  return isMeant && isAbout(pattern, target)
}

const groups = ['read', 'write', '*', 'raw', 'secret', 'connect']
const wellKnown: ReadonlySet<string> = new Set([...groups, ...classNames])

/** True for every `what` that is not the name of an action. */
export const isWellKnown = (what: string): boolean => wellKnown.has(what)

const malformed =
  'is not an access pattern: write provider:what or provider:what@account, where what is read, write, secret, connect, *, a class (sends, pays, ...) or an action, like hubspot:read or stripe:create_refund@live; a provider and an account have no capitals'

/** The members of a schema of an access pattern. */
export const accessPatternSchema = { pattern: form.source, maxLength: longestPattern, errorMessage: malformed } as const

/** The domains in which a pattern may name an action. */
const namedDomains = ({ provider }: AccessPattern, domains: ReadonlyMap<string, Domain>): readonly Domain[] => {
  if (provider === '*') return [...domains.values()]
  const domain = domains.get(provider)
  return domain ? [domain] : []
}

/** True if a text is an access pattern that names a registered provider or action. An account may be configured later, so it isn't looked up. */
export const isPattern = (text: string, domains: ReadonlyMap<string, Domain>): boolean => {
  const pattern = parsePattern(text)
  if (!pattern) return false
  const { provider, what } = pattern
  if (wellKnown.has(what)) return provider === '*' || domains.has(provider)
  return namedDomains(pattern, domains).some(({ source }) => source.kind(what))
}

/**
 * Says what is wrong with a text that is not a pattern. It compares the name with the actions of one provider at most, because
 * comparing with all actions takes too long.
 */
export const describePatternFault = (text: string, domains: ReadonlyMap<string, Domain>): string => {
  const pattern = parsePattern(text)
  if (!pattern)
    return parsePattern(text.toLowerCase()) ? `has capitals: did you mean ${text.toLowerCase()}?` : malformed
  const { provider, what } = pattern
  if (provider === '*')
    return `is not an action of any provider; read, write, secret, connect, raw and * work for all of them, and the classes ${classNames.join(', ')}${formatHint(what, [...wellKnown])}`
  const domain = domains.get(provider)
  if (!domain) {
    const registered = [...domains.keys()]
    return `names a provider that is not registered${formatChoice(provider, registered, 'registered are')}`
  }
  const names = [...groups, ...domain.source.names()]
  return `names an action that ${provider} does not have${formatChoice(what, names, 'it has', [...classNames, ...names])}`
}

/** The first fault of a list of patterns, for a body with the list at `path`: describing one takes long, and lists are long. */
export const accessPatternFaults = (
  patterns: readonly string[] | null | undefined,
  path: string,
  domains: ReadonlyMap<string, Domain>,
): Detail[] => {
  const index = patterns?.findIndex((text) => !isPattern(text, domains)) ?? -1
  if (index < 0) return []
  return [{ path: `${path}/${index}`, message: describePatternFault(patterns?.[index] ?? '', domains) }]
}
