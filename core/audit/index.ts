export { type AuditLog, type CallObserver, createAuditLog, type NewAuditEntry } from './audit-log.ts'
export { failureOf, logOf, recordFailure } from './record-call.ts'
