import type { AllowEntry, AskEntry, DenyEntry } from '../store/index.ts'
import { type AccessCall, type AccessRule, compileRule, conditionsHold, type UnknownCall } from './access-rule.ts'
import { type AccessTarget, asks, covers, denies } from './patterns.ts'

/** The lists of rules as they are stored. A list that is left out or `null`: `allow` covers everything, `deny` and `ask` nothing. */
export interface AccessPolicy {
  readonly allow?: readonly AllowEntry[] | null
  readonly deny?: readonly DenyEntry[] | null
  readonly ask?: readonly AskEntry[] | null
}

/** The owner of a policy. */
export type PolicyOwner = 'tenant' | 'token' | 'grant'

/** The rules of one owner. */
export interface PolicyLevel {
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

/** True if the calls of a rule are used up. */
export type IsFull = (rule: CountedBy) => boolean

export const nothingFull: IsFull = () => false
export const everythingFull: IsFull = () => true

export const compileLevel = (owner: PolicyOwner, { allow, deny, ask }: AccessPolicy): PolicyLevel | undefined => {
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
export interface AccessQuestion {
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
  { target, call, isFull }: AccessQuestion,
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
export const refuseAtLevel = (
  { owner, allow, deny }: PolicyLevel,
  question: AccessQuestion,
): AccessRefusal | CountedBy | undefined => {
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

export const isAccessRefusal = (judgement: AccessRefusal | CountedBy): judgement is AccessRefusal =>
  'denied' in judgement

/** The rule of one owner that asks about the call; or the rules that except it, and so count it. */
export const askAtLevel = ({ owner, ask }: PolicyLevel, question: AccessQuestion): AskRule | readonly CountedBy[] => {
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

export const isAskRule = (judgement: AskRule | readonly CountedBy[]): judgement is AskRule => 'pattern' in judgement
