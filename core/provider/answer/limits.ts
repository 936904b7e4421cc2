import type { WaitUnit } from './read-wait.ts'

/** The place of the wait in a vendor's 429, beside `Retry-After` (which core always reads). */
export interface RateLimitHint {
  /**
   * The header of a 429 that says when to come back.
   * @example rateLimit: { header: 'X-RateLimit-Reset', unit: 'epoch-s' }
   */
  readonly header: string
  /**
   * Seconds (`s`) or milliseconds (`ms`) from now, or a Unix time in seconds (`epoch-s`). A number from 1e9 on is read as a Unix time
   * in any case, in seconds, milliseconds or microseconds by its size, and dates and `1m30s` are read too.
   * @example rateLimit: { header: 'X-RateLimit-Reset-After', unit: 's' }
   */
  readonly unit: WaitUnit
}

/** The forms in which many vendors say how many calls are left. */
export const limitForms = ['RateLimit', 'RateLimit-*', 'X-RateLimit-*', 'Retry-After'] as const

export type LimitForm = (typeof limitForms)[number]

/** The headers of a vendor that has names of its own. */
export interface LimitHeaders {
  /**
   * The header with the number of calls that are left.
   * @example limits: { headers: { remaining: 'X-Calls-Left', reset: { header: 'X-Calls-Reset', unit: 's' } } }
   */
  readonly remaining: string
  /**
   * The header that says when the quota is full again.
   * @example limits: { headers: { remaining: 'X-Calls-Left', reset: { header: 'X-Window-Length', unit: 'ms' } } }
   */
  readonly reset: RateLimitHint
  /**
   * The header with the number of calls in all. Left out: the highest number that was left.
   * @example limits: { headers: { remaining: 'X-Left', limit: 'X-Most', reset: { header: 'X-Reset', unit: 's' } } }
   */
  readonly limit?: string
}

/** The form in which a vendor's answers report its own rate limit. */
export interface Limits {
  /**
   * A form by its name, or the vendor's own headers. `RateLimit`: the structured fields of
   * draft-ietf-httpapi-ratelimit-headers. `RateLimit-*`: `RateLimit-Limit`, `-Remaining` and `-Reset` of its older versions.
   * `X-RateLimit-*`: the same three, with a Unix time or seconds in `X-RateLimit-Reset`, and `X-RateLimit-Resource` where there
   * are several limits. `Retry-After`: the vendor says only in a 429 when to come back.
   * @example limits: { headers: 'X-RateLimit-*' }
   */
  readonly headers: LimitForm | LimitHeaders
  /**
   * `account` (the default): all actions of an account share the limit. `action`: each action has a limit of its own.
   * @example limits: { headers: 'Retry-After', per: 'action' }
   */
  readonly per?: 'account' | 'action'
}
