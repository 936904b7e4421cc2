export { type AllowedHosts, isListed, parseAllowedHosts } from './allowed-hosts.ts'
export { FetchError, type FetchErrorKind } from './fetch-error.ts'
export {
  type CallProgress,
  createFetcher,
  type FetchAnswer,
  type Fetcher,
  type FetchRequest,
  redirectStatuses,
  type TracedCall,
  type UnreadBody,
} from './fetcher.ts'
export type { GuardOptions } from './guard.ts'
export { type Resolve, resolveByCares } from './look-up.ts'
export { leaveBody } from './read-body.ts'
export { longestClosedMs, readPauseMs } from './retry-after.ts'
