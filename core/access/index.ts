export { Access, type AccessPolicy, type AccessRefusal, type AskRule, type PolicyOwner } from './access.ts'
export { type GrantRules, parseGrantScope, printGrantScope } from './grant-scope.ts'
export { isWider, isWithin, narrowPatterns } from './narrow-patterns.ts'
export {
  type AccessKind,
  accessPatternFaults,
  isPattern,
  longestPattern,
  mostPatterns,
  parsePattern,
  type Right,
  rights,
  toRight,
} from './patterns.ts'
export { refuseActionName, refuseActionNames, reservedActions } from './reserved-actions.ts'
export { usableAccounts, usableActions } from './usable.ts'
