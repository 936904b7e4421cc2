export { chooseAccount, chooseDomain } from './account.ts'
export type {
  Admission,
  Answer,
  CacheState,
  CallAnswer,
  CallContext,
  Caller,
  CallRequest,
  Data,
  LimitHeaders,
  Standing,
} from './call.ts'
export { createDeadlines, type Deadline, type Deadlines } from './deadline.ts'
export { envelope } from './envelope.ts'
export { type Input, type Prepared, readInput } from './input.ts'
export { checkRawAllowed } from './raw.ts'
