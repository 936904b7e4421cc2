export { type AllowedHosts, parseAllowedHosts } from './allowed-hosts.ts'
export { FetchError, type FetchErrorKind } from './fetch-error.ts'
export { createFetcher, type FetchAnswer, type Fetcher, type FetchRequest } from './fetcher.ts'
export type { GuardOptions, Resolve } from './guard.ts'
