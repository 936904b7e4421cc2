import { GatewayError } from '../errors.ts'
import type { AccessCall, UnknownCall } from './access-rule.ts'
import { type AccessTarget, toRight } from './patterns.ts'
import {
  type AccessPolicy,
  type AccessQuestion,
  type AccessRefusal,
  type AskRule,
  askAtLevel,
  type CountedBy,
  compileLevel,
  everythingFull,
  type IsFull,
  isAccessRefusal,
  isAskRule,
  nothingFull,
  type PolicyLevel,
  type PolicyOwner,
  refuseAtLevel,
} from './policy-level.ts'

/** The decision about a call. `counted`: the rules that count it, if it is not refused. */
export type AccessDecision =
  | { readonly kind: 'refused'; readonly refusal: AccessRefusal }
  | { readonly kind: 'asked'; readonly rule: AskRule; readonly counted: readonly CountedBy[] }
  | { readonly kind: 'sent'; readonly counted: readonly CountedBy[] }

const notCounted: readonly CountedBy[] = []
const sentFreely: AccessDecision = { kind: 'sent', counted: notCounted }

const describeFull = ({ pattern, per }: CountedBy): string => {
  const bounds = Object.entries(per).map(([unit, most]) => `${most} ${most === 1 ? 'call' : 'calls'} an ${unit}`)
  return `${bounds.join(' and ').replaceAll('an day', 'a day')} by its rule for ${pattern}, and these are used up`
}

const describeRefusal = ({ owner, denied, full, isConditional }: AccessRefusal, needed: string): string => {
  if (denied !== undefined) return `the ${owner} denies ${denied}`
  if (full) return `the ${owner} allows ${describeFull(full)}`
  if (isConditional) return `the ${owner} does not allow it with these parameters`
  return `the ${owner} does not allow it; it needs ${needed}`
}

/**
 * The access of a caller: the calls that each of its policies admits. A policy refuses a call that a rule of its `deny` covers, and,
 * if it has `allow`, a call that no rule of `allow` covers. An admitted call that an `ask` covers waits for a person's yes, unless an exception
 * of that very rule covers it.
 */
export class Access {
  static #count = 0
  static readonly everything = new Access([])
  static readonly nothing = new Access([{ owner: 'tenant', allow: [], deny: [], ask: [] }])

  /** Identifies this access in the keys of caches. */
  readonly id = Access.#count++
  /** True if some call of the caller may wait for a person's yes. */
  readonly asksSomething: boolean

  private constructor(private readonly levels: readonly PolicyLevel[]) {
    this.asksSomething = levels.some(({ ask }) => ask.length > 0)
  }

  /** Compiles the policies of a caller, from the tenant's to the grant's. */
  static of(policies: Readonly<Partial<Record<PolicyOwner, AccessPolicy>>>): Access {
    const owners = ['tenant', 'token', 'grant'] as const
    const levels = owners.flatMap((owner) => compileLevel(owner, policies[owner] ?? {}) ?? [])
    return levels.length > 0 ? new Access(levels) : Access.everything
  }

  /** True if no policy restricts the caller. */
  get isUnrestricted(): boolean {
    return this.levels.length === 0
  }

  /** Decides a call. Each owner decides by itself, and the strictest decision holds. `isApproved`: people said yes, so no rule asks. */
  decide(call: AccessCall, isFull: IsFull = nothingFull, isApproved = false): AccessDecision {
    return this.isUnrestricted ? sentFreely : this.#decide({ target: call, call, isFull }, isApproved)
  }

  /**
   * Decides a call whose parameters and counts aren't known: `lenient` as the call that gets furthest, `strict` as the one that is stopped
   * first. If both are alike, every such call is decided so.
   */
  decideUnknown(target: AccessTarget, call: UnknownCall): AccessDecision {
    return this.#decide({ target, call, isFull: call === 'strict' ? everythingFull : nothingFull }, false)
  }

  #decide(question: AccessQuestion, isApproved: boolean): AccessDecision {
    let counted: CountedBy[] | undefined
    for (const level of this.levels) {
      const judgement = refuseAtLevel(level, question)
      if (judgement && isAccessRefusal(judgement)) return { kind: 'refused', refusal: judgement }
      if (judgement) counted = [...(counted ?? []), judgement]
    }
    const allowing = counted
    for (const level of isApproved || !this.asksSomething ? [] : this.levels) {
      const judgement = askAtLevel(level, question)
      // A call that people decide about uses up no exception.
      if (isAskRule(judgement)) return { kind: 'asked', rule: judgement, counted: allowing ?? notCounted }
      if (judgement.length > 0) counted = [...(counted ?? []), ...judgement]
    }
    return counted ? { kind: 'sent', counted } : sentFreely
  }

  /** True if the caller may use the action at the account, with some parameters at least. */
  admits(target: AccessTarget): boolean {
    return this.refusal(target) === undefined
  }

  /**
   * True if the caller's people may use a link to connect the account again. Whoever connects an account decides where all other
   * callers' writes go, so each policy must name the right: a list `deny` alone doesn't give it. Nobody can approve before a person
   * opens a link, so a right that needs approval doesn't give it.
   */
  mayConnect(provider: string, account: string): boolean {
    if (!this.levels.every(({ allow }) => allow)) return false
    const target = { provider, action: 'connect', kind: 'connect', classes: [], account } as const
    return this.decideUnknown(target, 'strict').kind === 'sent'
  }

  /** The reason why the caller may not use the action at the account, whatever the parameters; `undefined`: it may with some. */
  refusal(target: AccessTarget): AccessRefusal | undefined {
    for (const level of this.levels) {
      const judgement = refuseAtLevel(level, { target, call: 'lenient', isFull: nothingFull })
      if (judgement && isAccessRefusal(judgement)) return judgement
    }
    return undefined
  }

  /** Throws FORBIDDEN, as `refuse` says it, unless the caller may use the action at the account with some parameters. */
  assert(target: AccessTarget, isNamed = true): void {
    const refusal = this.refusal(target)
    if (refusal) throw refuse(target, refusal, isNamed)
  }
}

/**
 * FORBIDDEN for a refused call. It names the rule and the pattern that would be needed, and the account only if the caller named it
 * (`isNamed`). Where only the scope of an OAuth grant refuses, `scope` of the error holds it, so that the client can ask for more
 * (RFC 6750, section 3.1).
 */
export const refuse = (
  { provider, action, kind, account }: AccessTarget,
  refusal: AccessRefusal,
  isNamed = true,
): GatewayError => {
  const needed = `${provider}:${toRight(kind)}`
  return new GatewayError(
    'FORBIDDEN',
    `${action} at ${isNamed ? `${provider}/${account}` : provider} is refused: ${describeRefusal(refusal, needed)}`,
    { ...(refusal.owner === 'grant' && { scope: needed }) },
  )
}
