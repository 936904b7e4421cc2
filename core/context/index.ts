export { buildEnvelope, type CacheState, type CallAnswer, type Data, type UnmatchedFields } from './answer.ts'
export { type Asker, isKeptFor, toAsker } from './asker.ts'
export {
  type ApprovedCall,
  type Arrival,
  accountKey,
  CallContext,
  findTightestWindow,
  isBillable,
  type OpenWrite,
  type RateLimitHeaders,
  readOutcome,
  type UsableToken,
  unknownDomain,
  type WindowState,
} from './call-context.ts'
export { type CallRequest, noRepetition, type PreparedCall, type Repetition } from './call-request.ts'
export { createDeadlines, type Deadline, type Deadlines } from './deadline.ts'
export type { VendorQuota } from './vendor-quota.ts'
export type { LateOutcome, LateWrite, WriteAnswer } from './write-answer.ts'
