import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { GatewayError } from '../errors.ts'
import { type Soon, soon } from '../soon.ts'
import type { Count, Counters } from '../store/index.ts'

/** Requests per window and address; 0 turns a rule off. */
export interface LimitRules {
  readonly callsPerMinute: number
  readonly registrationsPerHour: number
  readonly failedLoginsPerMinute: number
}

/** Response headers that tell a caller where it stands (RateLimit header fields for HTTP, draft-ietf-httpapi-ratelimit-headers). */
export type LimitHeaders = Readonly<Record<string, string>>

export interface Limits {
  /**
   * Counts a call; throws RATE_LIMITED over the limit, and as `login` does: a store that is far away is asked for both at
   * once. `undefined` when the rule is off.
   */
  call(ip: string): Soon<LimitHeaders | undefined>
  registration(ip: string): Promise<LimitHeaders | undefined>
  /** Counts a client metadata document that is fetched on behalf of somebody unknown. */
  clientDocument(ip: string): Promise<LimitHeaders | undefined>
  /** Throws RATE_LIMITED once the address has failed too often; counts nothing. */
  login(ip: string): Promise<void>
  /** Counts a failure; throws RATE_LIMITED for those over the limit that came at once with those before. */
  failedLogin(ip: string): Promise<void>
}

/** Distinct clients whose users sit behind one address; a cached document isn't counted. */
const clientDocumentsPerMinute = 30

const minute = 60_000
const hour = 3_600_000

/** IPv6 is counted by /64: one customer has all of its addresses. */
export const networkOf = (ip: string): string => {
  if (!ip.includes(':')) return ip
  const address = ipaddr.parse(ip) as ipaddr.IPv6
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.parts.slice(0, 4).join(':')
}

const headersOf = (policy: string, limit: number, windowMs: number, { count, resetMs }: Count): LimitHeaders => ({
  'ratelimit-policy': `"${policy}";q=${limit};w=${windowMs / 1000}`,
  ratelimit: `"${policy}";r=${Math.max(0, limit - count)};t=${Math.ceil(resetMs / 1000)}`,
})

const refuse = (what: string, resetMs: number, headers: LimitHeaders): never => {
  const retryAfter = Math.max(1, Math.ceil(resetMs / 1000))
  throw new GatewayError('RATE_LIMITED', `Too many ${what} from this address; try again in ${retryAfter} s`, {
    retryAfter,
    headers,
  })
}

/**
 * The counters, and in memory the windows that are full: they stay so until they end, so that who goes on hammering is
 * refused without asking the store.
 */
const rememberFull = (counters: Counters) => {
  const full = new LRUCache<string, { readonly count: number }>({ max: 10_000, ttl: 1, ttlResolution: 0 })

  const remember = (key: string, most: number, { count, resetMs }: Count): void => {
    if (count >= most) full.set(key, { count }, { ttl: resetMs })
  }

  const orAsk = <C extends Count | undefined>(key: string, most: number, ask: () => Soon<C>): Soon<C | Count> => {
    const known = full.get(key)
    if (known && known.count >= most) return { count: known.count, resetMs: Math.max(1, full.getRemainingTTL(key)) }
    return soon(ask(), (count) => {
      if (count) remember(key, most, count)
      return count
    })
  }

  return {
    /** At `most` a window is full. */
    hit: (key: string, windowMs: number, most: number) => orAsk(key, most, () => counters.hit(key, windowMs)),
    read: (key: string, most: number) => orAsk(key, most, () => counters.read(key)),
  }
}

/** Rate limits by client address (specification, section 8). */
export const createLimits = (store: Counters, rules: LimitRules): Limits => {
  const counters = rememberFull(store)
  const { failedLoginsPerMinute } = rules

  const counted = (policy: string, limit: number, windowMs: number, what: string) => {
    const take = (count: Count): LimitHeaders => {
      const headers = headersOf(policy, limit, windowMs, count)
      if (count.count > limit) refuse(what, count.resetMs, headers)
      return headers
    }
    return (ip: string): Soon<LimitHeaders | undefined> =>
      limit === 0 ? undefined : soon(counters.hit(`${policy}:${networkOf(ip)}`, windowMs, limit + 1), take)
  }

  const refuseLogin = (count: Count): never =>
    refuse('failed logins', count.resetMs, headersOf('logins', failedLoginsPerMinute, minute, count))

  const takeLogins = (count: Count | undefined): void => {
    if (count && count.count >= failedLoginsPerMinute) refuseLogin(count)
  }
  const login = (ip: string): Soon<void> => {
    if (failedLoginsPerMinute === 0) return
    return soon(counters.read(`logins:${networkOf(ip)}`, failedLoginsPerMinute), takeLogins)
  }
  const loginLater = async (ip: string): Promise<void> => login(ip)

  const call = counted('calls', rules.callsPerMinute, minute, 'requests')
  const both = async (...checks: [Soon<LimitHeaders | undefined>, Soon<void>]): Promise<LimitHeaders | undefined> => {
    const [called, failed] = await Promise.allSettled(checks)
    if (called.status === 'rejected') throw called.reason
    if (failed.status === 'rejected') throw failed.reason
    return called.value
  }

  const registration = counted('registrations', rules.registrationsPerHour, hour, 'registrations')
  const clientDocument = counted('client-documents', clientDocumentsPerMinute, minute, 'client documents')
  return {
    call(ip) {
      const called = call(ip)
      // What is thrown beside a count that is under way would leave it unheard.
      const failed = called instanceof Promise ? loginLater(ip) : login(ip)
      return failed instanceof Promise ? both(called, failed) : called
    },
    registration: async (ip) => registration(ip),
    clientDocument: async (ip) => clientDocument(ip),
    login: loginLater,
    async failedLogin(ip) {
      if (failedLoginsPerMinute === 0) return
      const count = await counters.hit(`logins:${networkOf(ip)}`, minute, failedLoginsPerMinute + 1)
      if (count.count > failedLoginsPerMinute) refuseLogin(count)
    },
  }
}
