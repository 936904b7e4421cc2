export { Access, type AccessDecision, refuse } from './access.ts'
export type { AccessCall } from './access-rule.ts'
export { parseDecimal } from './conditions/decimal.ts'
export { type GrantRules, parseGrantScope, printGrantScope } from './grant-scope.ts'
export { isWider } from './is-wider.ts'
export { isWithin, narrowPatterns } from './narrow-patterns.ts'
export {
  type AccessKind,
  type AccessTarget,
  accessPatternFaults,
  accessPatternSchema,
  isPattern,
  mostPatterns,
  parsePattern,
  type Right,
  rights,
  toRight,
} from './patterns.ts'
export type { AccessPolicy, AccessRefusal, AskRule, CountedBy, IsFull, PolicyOwner } from './policy-level.ts'
export { refuseActionName, refuseActionNames, reservedActions } from './reserved-actions.ts'
export { accessRuleFaults } from './rule-faults.ts'
export { accessRuleWarnings } from './rule-warnings.ts'
export { findTarget, rawTarget, usableAccounts, usableActions } from './usable.ts'
