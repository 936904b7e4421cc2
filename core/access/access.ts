import { GatewayError } from '../errors.ts'
import { type AccessKind, type AccessPattern, asks, covers, denies, parsePattern, toRight } from './patterns.ts'

/** Lists of access patterns as they are stored. A list that is left out or `null`: `allow` covers everything, `deny` and `ask` nothing. */
export interface AccessPolicy {
  readonly allow?: readonly string[] | null
  readonly deny?: readonly string[] | null
  readonly ask?: readonly string[] | null
}

/** The owner of a policy. */
export type PolicyOwner = 'tenant' | 'token' | 'grant'

interface Rules {
  readonly owner: PolicyOwner
  readonly allow: readonly AccessPattern[] | undefined
  readonly deny: readonly AccessPattern[]
  readonly ask: readonly AccessPattern[]
}

/** The rule under which a person has to say yes before a call is sent. */
export interface AskRule {
  readonly owner: PolicyOwner
  readonly pattern: string
}

/** The reason why a call is refused. */
export interface AccessRefusal {
  readonly owner: PolicyOwner
  /** The pattern of `deny` that refuses the call; `undefined`: no pattern of `allow` covers it. */
  readonly denied: string | undefined
}

const compile = (owner: PolicyOwner, { allow, deny, ask }: AccessPolicy): Rules | undefined => {
  if (!allow && !deny?.length && !ask?.length) return undefined
  // A stored pattern that can't be read would silently stop denying, or asking.
  const parsed = (texts: readonly string[]): AccessPattern[] =>
    texts.map((text) => {
      const pattern = parsePattern(text)
      if (!pattern) throw new TypeError(`the ${owner} has a stored access pattern that can’t be read`)
      return pattern
    })
  return { owner, allow: allow ? parsed(allow) : undefined, deny: parsed(deny ?? []), ask: parsed(ask ?? []) }
}

/**
 * The access of a caller: the calls that each of its policies admits. A policy refuses an action that a pattern of its `deny` covers, and,
 * if it has `allow`, an action that no pattern of `allow` covers. An admitted call that an `ask` covers waits for a person's yes.
 */
export class Access {
  static #count = 0
  static readonly everything = new Access([])
  static readonly nothing = new Access([{ owner: 'tenant', allow: [], deny: [], ask: [] }])

  /** Identifies this access in the keys of caches. */
  readonly id = Access.#count++
  /** True if some call of the caller may wait for a person's yes. */
  readonly asksSomething: boolean

  private constructor(private readonly rules: readonly Rules[]) {
    this.asksSomething = rules.some(({ ask }) => ask.length > 0)
  }

  /** Compiles the policies of a caller, from the tenant's to the grant's. */
  static of(policies: Readonly<Partial<Record<PolicyOwner, AccessPolicy>>>): Access {
    const owners = ['tenant', 'token', 'grant'] as const
    const rules = owners.flatMap((owner) => compile(owner, policies[owner] ?? {}) ?? [])
    return rules.length > 0 ? new Access(rules) : Access.everything
  }

  /** True if no policy restricts the caller. */
  get isUnrestricted(): boolean {
    return this.rules.length === 0
  }

  /**
   * The first rule by which a call that the caller may make waits for a person's yes; `undefined`: it is sent at once. `isRead`: a raw
   * request changes nothing.
   */
  findAskRule(
    provider: string,
    action: string,
    kind: AccessKind,
    account: string,
    isRead: boolean,
  ): AskRule | undefined {
    if (!this.asksSomething) return undefined
    for (const { owner, ask } of this.rules) {
      const found = ask.find((pattern) => asks(pattern, provider, action, kind, account, isRead))
      if (found) return { owner, pattern: found.text }
    }
    return undefined
  }

  /** True if the caller may use the action at the account. */
  admits(provider: string, action: string, kind: AccessKind, account: string): boolean {
    return this.refusal(provider, action, kind, account) === undefined
  }

  /**
   * True if the caller's people may use a link to connect the account again. Whoever connects an account decides where all other
   * callers' writes go, so each policy must name the right: a list `deny` alone doesn't give it. Nobody can approve before a person
   * opens a link, so a right that needs approval doesn't give it.
   */
  mayConnect(provider: string, account: string): boolean {
    if (this.findAskRule(provider, 'connect', 'connect', account, false)) return false
    return this.rules.every(({ allow }) => allow) && this.admits(provider, 'connect', 'connect', account)
  }

  /** The reason why the caller may not use the action at the account; `undefined`: it may. */
  refusal(provider: string, action: string, kind: AccessKind, account: string): AccessRefusal | undefined {
    for (const { owner, allow, deny } of this.rules) {
      for (const pattern of deny) {
        if (denies(pattern, provider, action, kind, account)) return { owner, denied: pattern.text }
      }
      if (allow && !allow.some((pattern) => covers(pattern, provider, action, kind, account))) {
        return { owner, denied: undefined }
      }
    }
    return undefined
  }

  /**
   * Throws FORBIDDEN unless the caller may use the action at the account. The error names the rule and the pattern that would be
   * needed, and the account only if the caller named it (`isNamed`). Where only the scope of an OAuth grant refuses, `scope` of
   * the error holds it, so that the client can ask for more (RFC 6750, section 3.1).
   */
  assert(provider: string, action: string, kind: AccessKind, account: string, isNamed = true): void {
    const refusal = this.refusal(provider, action, kind, account)
    if (!refusal) return
    const { owner, denied } = refusal
    const needed = `${provider}:${toRight(kind)}`
    const rule =
      denied === undefined ? `the ${owner} does not allow it; it needs ${needed}` : `the ${owner} denies ${denied}`
    throw new GatewayError(
      'FORBIDDEN',
      `${action} at ${isNamed ? `${provider}/${account}` : provider} is refused: ${rule}`,
      {
        ...(owner === 'grant' && { scope: needed }),
      },
    )
  }
}
