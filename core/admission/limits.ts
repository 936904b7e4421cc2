import type { RateLimitHeaders } from '../context/index.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { type Counters, hashToken } from '../store/index.ts'
import { type CallerLimits, createCallerLimits } from './caller-limits.ts'
import { createFailedAttempts, type FailedAttempts } from './failed-attempts.ts'
import { createRangeCheck, crowd, toNetwork } from './networks.ts'
import { type CallerWindow, createWindows, type WindowState } from './windows.ts'

/** Requests per window and address; 0 turns a rule off. */
export interface LimitRules {
  readonly callsPerMinute: number
  readonly registrationsPerHour: number
  readonly failedLoginsPerMinute: number
  /** CIDR ranges of addresses that many users share: their calls are counted by token instead of by address. */
  readonly sharedNetworks: readonly string[]
}

export interface AdmissionLimits extends FailedAttempts, CallerLimits {
  registration(ip: string): Promise<RateLimitHeaders | undefined>
  /** Counts a registration by its application, in shared networks only; `undefined` elsewhere. */
  application(ip: string, name: string): Promise<RateLimitHeaders | undefined>
  /** Counts a client metadata document that is fetched for an unauthenticated request. */
  clientDocument(ip: string): Promise<RateLimitHeaders | undefined>
  /**
   * Counts a request without a credential that failed. Throws RATE_LIMITED in place of its own error. It is called only after a
   * request has failed, so that requests which a web page makes its visitors' browsers send can't block anybody's valid requests.
   */
  failedRequest(ip: string): Promise<void>
}

const minute = 60_000
const hour = 3_600_000

/** The most different clients that one address may use a minute; cached documents aren't counted. */
const clientDocumentsPerMinute = 30

/** The requests without a credential that may fail a minute before their answers no longer say why. */
const failedRequestsPerMinute = 120

/** Rate limits (docs/call-limits.md, "Rate limits"). */
export const createLimits = (counters: Counters, rules: LimitRules): AdmissionLimits => {
  const windows = createWindows(counters)
  const isShared = createRangeCheck(rules.sharedNetworks)
  const failedAttempts = createFailedAttempts(counters, windows, { perMinute: rules.failedLoginsPerMinute, isShared })
  const registrationPolicy = (what: string, times = 1): CallerWindow => ({
    name: 'registrations',
    limit: rules.registrationsPerHour * times,
    windowMs: hour,
    what: `registrations ${what}`,
  })
  const registrations = {
    address: registrationPolicy('from this address'),
    network: registrationPolicy('from this network', crowd),
    application: registrationPolicy('of this application'),
  }
  const clientDocuments: CallerWindow = {
    name: 'client-documents',
    limit: clientDocumentsPerMinute,
    windowMs: minute,
    what: 'client documents from this address',
  }
  const failedRequests = (times: number): CallerWindow => ({
    name: 'failed-requests',
    limit: failedRequestsPerMinute * times,
    windowMs: minute,
    what: `failed requests from this ${times === 1 ? 'address' : 'network'}`,
  })
  const failures = { address: failedRequests(1), network: failedRequests(crowd) }
  const take = (policy: CallerWindow, ip: string): MaybePromise<WindowState | undefined> =>
    policy.limit === 0 ? undefined : windows.take(policy, toNetwork(ip))

  return {
    ...failedAttempts,
    ...createCallerLimits(windows, rules.callsPerMinute, isShared),
    registration: async (ip) => (await take(registrations[isShared(ip) ? 'network' : 'address'], ip))?.headers,
    async application(ip, name) {
      if (!isShared(ip) || rules.registrationsPerHour === 0) return undefined
      return (await windows.take(registrations.application, `${toNetwork(ip)}:${hashToken(name)}`)).headers
    },
    clientDocument: async (ip) => (await take(clientDocuments, ip))?.headers,
    async failedRequest(ip) {
      if (rules.failedLoginsPerMinute > 0) await take(failures[isShared(ip) ? 'network' : 'address'], ip)
    },
  }
}
