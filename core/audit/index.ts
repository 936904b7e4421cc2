export { type AuditLog, type CallObserver, type Closing, createAuditLog } from './audit-log.ts'
export type { Opened, Opening } from './audit-queue.ts'
export { type Intent, parseIntents } from './intents.ts'
export { addCallContext, buildLogFields, recordFailure } from './record-call.ts'
