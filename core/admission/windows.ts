import { LRUCache } from 'lru-cache'
import type { RateLimitHeaders } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Count, Counters } from '../store/index.ts'

/** A limit of events within a window of time. */
export interface CallerWindow {
  /** The limit's name in the RateLimit headers. */
  readonly name: string
  readonly limit: number
  readonly windowMs: number
  /** The things counted, for the message: `requests from this address`. */
  readonly what: string
  /** The setting that the limit comes from, and others that change it, for the message. */
  readonly rule?: string
}

/** The rest of a caller's limit after its call was counted. */
export interface WindowState {
  readonly left: number
  readonly headers: RateLimitHeaders
}

/** The state with the least left: the one that callers get. */
export const findTightestWindow = (one: WindowState, other: WindowState): WindowState =>
  one.left <= other.left ? one : other

/** Counts within fixed windows. A full window answers RATE_LIMITED. */
export interface Windows {
  /** Counts one for the key; throws RATE_LIMITED over the limit. */
  take(policy: CallerWindow, key: string): MaybePromise<WindowState>
  /** The error for a window that is full; counts nothing. */
  refusal(policy: CallerWindow, key: string): MaybePromise<GatewayError | undefined>
}

const buildStanding = ({ name, limit, windowMs }: CallerWindow, { count, resetMs }: Count): WindowState => {
  const left = Math.max(0, limit - count)
  return {
    left,
    headers: {
      'ratelimit-policy': `"${name}";q=${limit};w=${windowMs / 1000}`,
      ratelimit: `"${name}";r=${left};t=${Math.ceil(resetMs / 1000)}`,
    },
  }
}

const tooMany = (policy: CallerWindow, count: Count): GatewayError => {
  const retryAfter = Math.max(1, Math.ceil(count.resetMs / 1000))
  const { what, limit, rule } = policy
  const why = rule === undefined ? '' : `. The limit is ${limit} a minute ${rule}`
  return new GatewayError('RATE_LIMITED', `Too many ${what}; try again in ${retryAfter} s${why}`, {
    retryAfter,
    headers: buildStanding(policy, count).headers,
  })
}

/**
 * Windows over the store's counters. Memory remembers which windows are full until they end, so a caller that keeps hammering is
 * refused without a look-up in the store. No promise or closure is made for a count that is in memory.
 */
export const createWindows = (counters: Counters): Windows => {
  const full = new LRUCache<string, { readonly count: number }>({ max: 10_000, ttl: 1, ttlResolution: 0 })

  const rememberedFull = (name: string, most: number): Count | undefined => {
    const window = full.get(name)
    if (!window || window.count < most) return undefined
    return { count: window.count, resetMs: Math.max(1, full.getRemainingTTL(name)) }
  }
  const remember = (name: string, most: number, { count, resetMs }: Count): void => {
    if (count >= most) full.set(name, { count }, { ttl: resetMs })
  }

  const checkHit = (policy: CallerWindow, name: string, count: Count): WindowState => {
    remember(name, policy.limit + 1, count)
    if (count.count > policy.limit) throw tooMany(policy, count)
    return buildStanding(policy, count)
  }
  const checkRead = (policy: CallerWindow, name: string, count: Count | undefined): GatewayError | undefined => {
    if (!count || count.count < policy.limit) return undefined
    remember(name, policy.limit, count)
    return tooMany(policy, count)
  }

  return {
    take(policy, key) {
      const name = `${policy.name}:${key}`
      const count = rememberedFull(name, policy.limit + 1) ?? counters.hit(name, policy.windowMs)
      return count instanceof Promise
        ? count.then((counted) => checkHit(policy, name, counted))
        : checkHit(policy, name, count)
    },
    refusal(policy, key) {
      const name = `${policy.name}:${key}`
      const count = rememberedFull(name, policy.limit) ?? counters.read(name)
      return count instanceof Promise
        ? count.then((stored) => checkRead(policy, name, stored))
        : checkRead(policy, name, count)
    },
  }
}
