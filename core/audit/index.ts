export { type AuditLog, createAuditLog, type NewAuditEntry } from './audit-log.ts'
export { failureOf, logOf, record, recordFailure } from './record-call.ts'
