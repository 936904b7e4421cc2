import { GatewayError } from '../errors.ts'
import type { AllowEntry, AskEntry, DenyEntry } from '../store/index.ts'
import { type AccessCall, type AccessRule, compileRule, conditionsHold, type UnknownCall } from './access-rule.ts'
import { type AccessTarget, asks, covers, denies, toRight } from './patterns.ts'

/** The lists of rules as they are stored. A list that is left out or `null`: `allow` covers everything, `deny` and `ask` nothing. */
export interface AccessPolicy {
  readonly allow?: readonly AllowEntry[] | null
  readonly deny?: readonly DenyEntry[] | null
  readonly ask?: readonly AskEntry[] | null
}

/** The owner of a policy. */
export type PolicyOwner = 'tenant' | 'token' | 'grant'

/** The rules of one owner. */
interface Level {
  readonly owner: PolicyOwner
  readonly allow: readonly AccessRule[] | undefined
  readonly deny: readonly AccessRule[]
  readonly ask: readonly AccessRule[]
}

/** The rule under which a person has to say yes before a call is sent. */
export interface AskRule {
  readonly owner: PolicyOwner
  readonly pattern: string
}

/** The reason why a call is refused. */
export interface AccessRefusal {
  readonly owner: PolicyOwner
  /** The pattern of `deny` that refuses the call; `undefined`: no rule of `allow` covers it. */
  readonly denied: string | undefined
  /** True if a rule of the `allow` covers the action, but not with these parameters. */
  readonly isConditional?: boolean
  /** A rule of `allow` that would cover the call if its calls weren't used up. */
  readonly full?: CountedBy
}

/** A rule with `per` that lets a call through, and so counts it. */
export interface CountedBy {
  readonly owner: PolicyOwner
  readonly pattern: string
  /** The rule as it is stored: equal rules of one owner have one count. */
  readonly text: string
  readonly per: { readonly hour?: number; readonly day?: number }
}

/** The decision about a call. `counted`: the rules that count it, if it is not refused. */
export type AccessDecision =
  | { readonly kind: 'refused'; readonly refusal: AccessRefusal }
  | { readonly kind: 'asked'; readonly rule: AskRule; readonly counted: readonly CountedBy[] }
  | { readonly kind: 'sent'; readonly counted: readonly CountedBy[] }

/** True if the calls of a rule are used up. */
export type IsFull = (rule: CountedBy) => boolean

const nothingFull: IsFull = () => false
const everythingFull: IsFull = () => true
const notCounted: readonly CountedBy[] = []
const sentFreely: AccessDecision = { kind: 'sent', counted: notCounted }

const compile = (owner: PolicyOwner, { allow, deny, ask }: AccessPolicy): Level | undefined => {
  if (!allow && !deny?.length && !ask?.length) return undefined
  // A stored rule that can't be read would silently stop denying, or asking.
  const compiled = (entries: readonly (AllowEntry | AskEntry)[]): AccessRule[] =>
    entries.map((entry) => {
      const rule = compileRule(entry)
      if (!rule) throw new TypeError(`the ${owner} has a stored access pattern that can’t be read`)
      return rule
    })
  return { owner, allow: allow ? compiled(allow) : undefined, deny: compiled(deny ?? []), ask: compiled(ask ?? []) }
}

/** One decision: the call, and what is known of it and of the counts. */
interface Question {
  readonly target: AccessTarget
  readonly call: AccessCall | UnknownCall
  readonly isFull: IsFull
}

const toCountedBy = (owner: PolicyOwner, { pattern, counted }: AccessRule): CountedBy | undefined =>
  counted && { owner, pattern: pattern.text, ...counted }

/** The way in which rules of `allow` or `except` let a call through; `undefined`: none does. */
type LetThrough = { readonly by: CountedBy | undefined } | { readonly full: CountedBy }

/** Rules without a count come first, so that no call is used up for nothing; then the others in their order. */
const findLetting = (
  owner: PolicyOwner,
  rules: readonly AccessRule[],
  { target, call, isFull }: Question,
): LetThrough | undefined => {
  let full: CountedBy | undefined
  let counting: CountedBy | undefined
  for (const rule of rules) {
    if (!covers(rule.pattern, target) || !conditionsHold(rule, call, true)) continue
    const by = toCountedBy(owner, rule)
    if (!by) return { by }
    if (isFull(by)) full ??= by
    else counting ??= by
  }
  if (counting) return { by: counting }
  return full && { full }
}

/** The action as `deny` and `ask` see it: they judge what the call does, not what other calls of the action may. */
const toCalled = (target: AccessTarget): AccessTarget => {
  const { classes, callClasses = classes } = target
  return callClasses === classes ? target : { ...target, classes: callClasses }
}

/** The refusal by one owner; or the rules that count the call there. */
const refuseAtLevel = ({ owner, allow, deny }: Level, question: Question): AccessRefusal | CountedBy | undefined => {
  const { target, call } = question
  const called = deny.length > 0 ? toCalled(target) : target
  for (const rule of deny) {
    if (denies(rule.pattern, called) && conditionsHold(rule, call, false)) return { owner, denied: rule.pattern.text }
  }
  if (!allow) return undefined
  const letting = findLetting(owner, allow, question)
  if (letting && 'by' in letting) return letting.by
  if (letting) return { owner, denied: undefined, full: letting.full }
  const isConditional = allow.some(({ pattern }) => covers(pattern, target))
  return { owner, denied: undefined, ...(isConditional && { isConditional }) }
}

const isRefusal = (judgement: AccessRefusal | CountedBy): judgement is AccessRefusal => 'denied' in judgement

/** The rule of one owner that asks about the call; or the rules that except it, and so count it. */
const askAtLevel = ({ owner, ask }: Level, question: Question): AskRule | readonly CountedBy[] => {
  const counted: CountedBy[] = []
  const called = toCalled(question.target)
  for (const rule of ask) {
    if (!asks(rule.pattern, called) || !conditionsHold(rule, question.call, false)) continue
    const exception = findLetting(owner, rule.except, question)
    if (!exception || 'full' in exception) return { owner, pattern: rule.pattern.text }
    if (exception.by) counted.push(exception.by)
  }
  return counted
}

const isAsk = (judgement: AskRule | readonly CountedBy[]): judgement is AskRule => 'pattern' in judgement

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

  private constructor(private readonly levels: readonly Level[]) {
    this.asksSomething = levels.some(({ ask }) => ask.length > 0)
  }

  /** Compiles the policies of a caller, from the tenant's to the grant's. */
  static of(policies: Readonly<Partial<Record<PolicyOwner, AccessPolicy>>>): Access {
    const owners = ['tenant', 'token', 'grant'] as const
    const levels = owners.flatMap((owner) => compile(owner, policies[owner] ?? {}) ?? [])
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

  #decide(question: Question, isApproved: boolean): AccessDecision {
    let counted: CountedBy[] | undefined
    for (const level of this.levels) {
      const judgement = refuseAtLevel(level, question)
      if (judgement && isRefusal(judgement)) return { kind: 'refused', refusal: judgement }
      if (judgement) counted = [...(counted ?? []), judgement]
    }
    const allowing = counted
    for (const level of isApproved || !this.asksSomething ? [] : this.levels) {
      const judgement = askAtLevel(level, question)
      // A call that people decide about uses up no exception.
      if (isAsk(judgement)) return { kind: 'asked', rule: judgement, counted: allowing ?? notCounted }
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
      if (judgement && isRefusal(judgement)) return judgement
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
