export { type AuditLog, type CallObserver, createAuditLog, type NewAuditEntry } from './audit-log.ts'
export { addCallContext, buildLogFields, recordFailure } from './record-call.ts'
