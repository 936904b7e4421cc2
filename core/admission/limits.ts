import { type LimitHeaders, nearest, type Standing } from '../context/index.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { type Counters, hashToken, type TenantRecord } from '../store/index.ts'
import { createFailedAttempts, type FailedAttempts } from './failed-attempts.ts'
import { createRangeCheck, crowd, networkOf } from './networks.ts'
import type { UsableToken } from './store-cache.ts'
import { createWindows, type Policy } from './windows.ts'

/** Requests per window and address; 0 turns a rule off. */
export interface LimitRules {
  readonly callsPerMinute: number
  readonly registrationsPerHour: number
  readonly failedLoginsPerMinute: number
  /** CIDR ranges of addresses that many users share: their calls are counted by token instead of by address. */
  readonly sharedNetworks: readonly string[]
}

export interface Limits extends FailedAttempts {
  /**
   * Counts a call, and checks its token as `attempt` does: both at once, because the store may be far away. Throws RATE_LIMITED.
   * `undefined` when the rule is off.
   */
  call(ip: string, token: string | undefined): MaybePromise<Standing | undefined>
  /**
   * Counts a known caller's call towards the limits of its token and its tenant, if they have one; in a shared network always
   * towards the token. An access token counts as the tenant token that it was issued for. `undefined`: nothing was counted.
   */
  caller(ip: string, token: Omit<UsableToken, 'tenant_id'>, tenant: TenantRecord): MaybePromise<Standing> | undefined
  registration(ip: string): Promise<LimitHeaders | undefined>
  /** Counts a registration by its application, in shared networks only; `undefined` elsewhere. */
  application(ip: string, name: string): Promise<LimitHeaders | undefined>
  /** Counts a client metadata document that is fetched for an unauthenticated request. */
  clientDocument(ip: string): Promise<LimitHeaders | undefined>
}

const minute = 60_000
const hour = 3_600_000

/** How many different clients one address may use a minute; cached documents aren't counted. */
const clientDocumentsPerMinute = 30

/** Rate limits (docs/call.md, "Rate limits"). */
export const createLimits = (counters: Counters, rules: LimitRules): Limits => {
  const windows = createWindows(counters)
  const isShared = createRangeCheck(rules.sharedNetworks)
  const failedAttempts = createFailedAttempts(counters, windows, { perMinute: rules.failedLoginsPerMinute, isShared })
  const { attempt } = failedAttempts
  const attemptLater = async (ip: string, token: string): Promise<void> => attempt('token', ip, token)

  const calls: Policy = {
    ...{ name: 'calls', limit: rules.callsPerMinute, windowMs: minute },
    what: 'requests from this address',
  }
  const registrationPolicy = (what: string, times = 1): Policy => ({
    ...{ name: 'registrations', limit: rules.registrationsPerHour * times, windowMs: hour },
    what: `registrations ${what}`,
  })
  const registrations = {
    address: registrationPolicy('from this address'),
    network: registrationPolicy('from this network', crowd),
    application: registrationPolicy('of this application'),
  }
  const clientDocuments: Policy = {
    ...{ name: 'client-documents', limit: clientDocumentsPerMinute, windowMs: minute },
    what: 'client documents from this address',
  }
  const own = (name: 'token' | 'tenant', limit: number): Policy => ({
    ...{ name, limit, windowMs: minute },
    what: name === 'token' ? 'requests with this token' : 'requests of this tenant',
  })
  const take = (policy: Policy, ip: string): MaybePromise<Standing | undefined> =>
    policy.limit === 0 ? undefined : windows.take(policy, networkOf(ip))

  /** One after the other, so that a token over its own limit doesn't use up the tenant's limit for the other tokens. */
  const takeBoth = async (token: MaybePromise<Standing>, tenant: () => MaybePromise<Standing>): Promise<Standing> =>
    nearest(await token, await tenant())

  const both = async (
    ...checks: [MaybePromise<Standing | undefined>, MaybePromise<void>]
  ): Promise<Standing | undefined> => {
    const [called, failed] = await Promise.allSettled(checks)
    if (called.status === 'rejected') throw called.reason
    if (failed.status === 'rejected') throw failed.reason
    return called.value
  }

  return {
    ...failedAttempts,
    call(ip, token) {
      const called = isShared(ip) ? undefined : take(calls, ip)
      // A request without a token guesses nothing; `authenticate` refuses it.
      if (token === undefined) return called
      // If this threw while a count is pending, the count's rejection would go unhandled.
      const failed = called instanceof Promise ? attemptLater(ip, token) : attempt('token', ip, token)
      return failed instanceof Promise ? both(called, failed) : called
    },
    caller(ip, { token_id, tenantToken }, { id, options }) {
      const tenantLimit = options.calls_per_minute ?? 0
      const tokenLimit = tenantToken?.calls_per_minute ?? (tenantLimit === 0 && isShared(ip) ? rules.callsPerMinute : 0)
      if (tokenLimit === 0) return tenantLimit === 0 ? undefined : windows.take(own('tenant', tenantLimit), id)
      const token = windows.take(own('token', tokenLimit), tenantToken?.token_id ?? token_id)
      return tenantLimit === 0 ? token : takeBoth(token, () => windows.take(own('tenant', tenantLimit), id))
    },
    registration: async (ip) => (await take(registrations[isShared(ip) ? 'network' : 'address'], ip))?.headers,
    async application(ip, name) {
      if (!isShared(ip) || rules.registrationsPerHour === 0) return undefined
      return (await windows.take(registrations.application, `${networkOf(ip)}:${hashToken(name)}`)).headers
    },
    clientDocument: async (ip) => (await take(clientDocuments, ip))?.headers,
  }
}
