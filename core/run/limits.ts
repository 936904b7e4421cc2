import type { Soon } from '../soon.ts'
import type { Counters } from '../store/index.ts'
import type { Caller } from './call-request.ts'
import { createFailedAttempts, type FailedAttempts } from './failed-attempts.ts'
import { createRangeCheck, networkOf } from './networks.ts'
import { createWindows, type LimitHeaders, type Policy, type Standing } from './windows.ts'

/** Requests per window and address; 0 turns a rule off. */
export interface LimitRules {
  readonly callsPerMinute: number
  readonly registrationsPerHour: number
  readonly failedLoginsPerMinute: number
}

export interface Limits extends FailedAttempts {
  /**
   * Counts a call; throws RATE_LIMITED over the limit, and as `attempt` does for its bearer token: a store that is far
   * away is asked for both at once. `undefined` when the rule is off.
   */
  call(caller: Pick<Caller, 'ip' | 'token'>): Soon<Standing | undefined>
  registration(ip: string): Promise<LimitHeaders | undefined>
  /** Counts a client metadata document that is fetched on behalf of somebody unknown. */
  clientDocument(ip: string): Promise<LimitHeaders | undefined>
}

const minute = 60_000
const hour = 3_600_000

/** Distinct clients whose users sit behind one address; a cached document isn't counted. */
const clientDocumentsPerMinute = 30

/** Rate limits (specification, section 8; decisions, "Rate limits"). */
export const createLimits = (counters: Counters, rules: LimitRules): Limits => {
  const windows = createWindows(counters)
  const isShared = createRangeCheck([])
  const failedAttempts = createFailedAttempts(counters, windows, { perMinute: rules.failedLoginsPerMinute, isShared })
  const { attempt } = failedAttempts
  const attemptLater = async (ip: string, token: string): Promise<void> => attempt('bearer-token', ip, token)

  const calls: Policy = {
    ...{ name: 'calls', limit: rules.callsPerMinute, windowMs: minute },
    what: 'requests from this address',
  }
  const registrations: Policy = {
    ...{ name: 'registrations', limit: rules.registrationsPerHour, windowMs: hour },
    what: 'registrations from this address',
  }
  const clientDocuments: Policy = {
    ...{ name: 'client-documents', limit: clientDocumentsPerMinute, windowMs: minute },
    what: 'client documents from this address',
  }
  const take = (policy: Policy, ip: string): Soon<Standing | undefined> =>
    policy.limit === 0 ? undefined : windows.take(policy, networkOf(ip))

  const both = async (...checks: [Soon<Standing | undefined>, Soon<void>]): Promise<Standing | undefined> => {
    const [called, failed] = await Promise.allSettled(checks)
    if (called.status === 'rejected') throw called.reason
    if (failed.status === 'rejected') throw failed.reason
    return called.value
  }

  return {
    ...failedAttempts,
    call({ ip, token }) {
      const called = take(calls, ip)
      // Who presents nothing guesses nothing: step 3 answers.
      if (token === undefined) return called
      // What is thrown beside a count that is under way would leave it unheard.
      const failed = called instanceof Promise ? attemptLater(ip, token) : attempt('bearer-token', ip, token)
      return failed instanceof Promise ? both(called, failed) : called
    },
    registration: async (ip) => (await take(registrations, ip))?.headers,
    clientDocument: async (ip) => (await take(clientDocuments, ip))?.headers,
  }
}
