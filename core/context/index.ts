export { buildEnvelope, type CacheState, type CallAnswer, type Data, type UnmatchedFields } from './answer.ts'
export { type Asker, isKeptFor, readHolderId, toAsker } from './asker.ts'
export {
  accountKey,
  CallRecord,
  isBillable,
  type OpenWrite,
  type RateLimitHeaders,
  readOutcome,
  unknownDomain,
} from './call-record.ts'
export { type CallRequest, noRepetition, type PreparedCall, type Repetition } from './call-request.ts'
export { CallWitness } from './call-witness.ts'
export {
  type AdmittedCaller,
  type Arrival,
  type CallSource,
  isAdmitted,
  type UnadmittedCaller,
  type UsableToken,
} from './caller.ts'
export { createDeadlines, type Deadline, type Deadlines } from './deadline.ts'
export type { VendorQuota, VendorRefusal } from './vendor-quota.ts'
export type { LateOutcome, LateWrite, WriteAnswer } from './write-answer.ts'
