export { type AuditLog, type CallObserver, createAuditLog } from './audit-log.ts'
export { addCallContext, buildLogFields, recordFailure } from './record-call.ts'
