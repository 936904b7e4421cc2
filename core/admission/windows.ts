import { LRUCache } from 'lru-cache'
import type { Standing } from '../context/index.ts'
import { GatewayError } from '../errors.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Count, Counters } from '../store/index.ts'

/** How much may be counted in a window. */
export interface Policy {
  /** As the RateLimit headers name it. */
  readonly name: string
  readonly limit: number
  readonly windowMs: number
  /** What there were too many of: `requests from this address`. */
  readonly what: string
}

/** Counts within fixed windows, for which RATE_LIMITED is the answer once one is full. */
export interface Windows {
  /** Counts one more for the key; throws RATE_LIMITED over the limit. */
  take(policy: Policy, key: string): MaybePromise<Standing>
  /** The error for a window that is full; counts nothing. */
  refusal(policy: Policy, key: string): MaybePromise<GatewayError | undefined>
}

const standingOf = ({ name, limit, windowMs }: Policy, { count, resetMs }: Count): Standing => {
  const left = Math.max(0, limit - count)
  return {
    left,
    headers: {
      'ratelimit-policy': `"${name}";q=${limit};w=${windowMs / 1000}`,
      ratelimit: `"${name}";r=${left};t=${Math.ceil(resetMs / 1000)}`,
    },
  }
}

const tooMany = (policy: Policy, count: Count): GatewayError => {
  const retryAfter = Math.max(1, Math.ceil(count.resetMs / 1000))
  return new GatewayError('RATE_LIMITED', `Too many ${policy.what}; try again in ${retryAfter} s`, {
    retryAfter,
    headers: standingOf(policy, count).headers,
  })
}

/**
 * The counters, and in memory the windows that are full: they stay so until they end, so that who goes on hammering is
 * refused without asking the store. A count that is at hand costs no promise and no closure.
 */
export const createWindows = (counters: Counters): Windows => {
  const full = new LRUCache<string, { readonly count: number }>({ max: 10_000, ttl: 1, ttlResolution: 0 })

  const rememberedFull = (name: string, most: number): Count | undefined => {
    const known = full.get(name)
    if (!known || known.count < most) return undefined
    return { count: known.count, resetMs: Math.max(1, full.getRemainingTTL(name)) }
  }
  const remember = (name: string, most: number, { count, resetMs }: Count): void => {
    if (count >= most) full.set(name, { count }, { ttl: resetMs })
  }

  const judgeHit = (policy: Policy, name: string, count: Count): Standing => {
    remember(name, policy.limit + 1, count)
    if (count.count > policy.limit) throw tooMany(policy, count)
    return standingOf(policy, count)
  }
  const judgeRead = (policy: Policy, name: string, count: Count | undefined): GatewayError | undefined => {
    if (!count || count.count < policy.limit) return undefined
    remember(name, policy.limit, count)
    return tooMany(policy, count)
  }

  return {
    take(policy, key) {
      const name = `${policy.name}:${key}`
      const count = rememberedFull(name, policy.limit + 1) ?? counters.hit(name, policy.windowMs)
      return count instanceof Promise
        ? count.then((counted) => judgeHit(policy, name, counted))
        : judgeHit(policy, name, count)
    },
    refusal(policy, key) {
      const name = `${policy.name}:${key}`
      const count = rememberedFull(name, policy.limit) ?? counters.read(name)
      return count instanceof Promise
        ? count.then((read) => judgeRead(policy, name, read))
        : judgeRead(policy, name, count)
    },
  }
}
