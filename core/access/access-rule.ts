import type { Roles } from '../provider/index.ts'
import type { AllowEntry, AskEntry, CountedRule } from '../store/index.ts'
import { compileParameterCondition, type JudgeValue } from './conditions/parameter-condition.ts'
import { compileRoleConditions, type JudgeRoles } from './conditions/role-condition.ts'
import { type AccessPattern, type AccessTarget, parsePattern } from './patterns.ts'

/** A call with all that rules judge. */
export interface AccessCall extends AccessTarget {
  readonly roles: Roles | undefined
  readonly params: Readonly<Record<string, unknown>>
}

/** A rule that was read once, for many calls. */
export interface AccessRule {
  readonly pattern: AccessPattern
  readonly where: JudgeValue | undefined
  readonly roles: JudgeRoles | undefined
  /** The bound of `per`, and the rule's text, which is what is counted. */
  readonly counted: { readonly text: string; readonly per: NonNullable<CountedRule['per']> } | undefined
  readonly except: readonly AccessRule[]
}

const noRules: readonly AccessRule[] = []

/** Compiles a stored rule; `undefined`: its pattern can't be read. */
export const compileRule = (entry: AskEntry | AllowEntry): AccessRule | undefined => {
  const stored = typeof entry === 'string' ? { pattern: entry } : entry
  const pattern = parsePattern(stored.pattern)
  const except = ('except' in stored ? (stored.except ?? []) : []).map(compileRule)
  if (!pattern || except.includes(undefined)) return undefined
  const per = 'per' in stored ? stored.per : undefined
  return {
    pattern,
    where: stored.where && compileParameterCondition(stored.where),
    roles: stored.roles && compileRoleConditions(stored.roles),
    counted: per && { text: JSON.stringify(stored), per },
    except: except.length > 0 ? (except as readonly AccessRule[]) : noRules,
  }
}

/**
 * The view of a call whose parameters aren't known: a list asks what some call may do (`lenient`), and a check of the log what all
 * calls may (`strict`).
 */
export type UnknownCall = 'lenient' | 'strict'

/**
 * True if the conditions of a rule hold. `isStrict`: the rule lets calls through, so that what can't be judged doesn't hold; otherwise it
 * stops them, and what can't be judged holds.
 */
export const conditionsHold = (
  { where, roles }: AccessRule,
  call: AccessCall | UnknownCall,
  isStrict: boolean,
): boolean => {
  if (!where && !roles) return true
  if (typeof call === 'string') return (call === 'lenient') === isStrict
  return (!where || where(call.params, !isStrict)) && (!roles || roles(call.roles, call.params, isStrict))
}
