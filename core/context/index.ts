export {
  type Answer,
  type Arrival,
  accountKey,
  type CacheState,
  CallContext,
  type CallRequest,
  type Data,
  envelope,
  isBillable,
  type LimitHeaders,
  nearest,
  type PreparedCall,
  type Standing,
  unknownDomain,
} from './call-context.ts'
export { createDeadlines, type Deadline, type Deadlines } from './deadline.ts'
export type { VendorLimit } from './vendor-limit.ts'
