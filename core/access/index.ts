export { Access, type AccessRefusal, type Policy, type PolicyOwner } from './access.ts'
export { isWithin, narrowed } from './narrow.ts'
export { type AccessKind, longestPattern, mostPatterns, parsePattern, patternFaults } from './patterns.ts'
export { usableAccounts, usableActions } from './usable.ts'
