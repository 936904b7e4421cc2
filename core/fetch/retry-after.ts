import type { Failure, RateLimitHint } from '../provider/index.ts'

/**
 * Quotas reset within a month. A longer wait is an error or an attack, and adding it to the time could give an invalid date, which
 * would break the health snapshot of all accounts.
 */
const mostSeconds = 31 * 86_400

const whole = (value: string | null): number | undefined =>
  value !== null && /^\d{1,12}(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined

const hinted = (headers: Headers, { header, unit }: RateLimitHint): number | undefined => {
  const value = whole(headers.get(header))
  if (value === undefined) return undefined
  if (unit === 'epoch-s') return value - Date.now() / 1000
  return unit === 'ms' ? value / 1000 : value
}

/** Dates of HTTP begin with the day of the week; `Date.parse` alone would accept nearly anything, even `-5`. */
const untilDate = (value: string | null): number | undefined => {
  const date = /^[A-Z][a-z]{2,8}, ?/.test(value ?? '') ? Date.parse(value ?? '') : Number.NaN
  return Number.isNaN(date) ? undefined : (date - Date.now()) / 1000
}

export interface RetryableAnswer {
  readonly status: number
  readonly headers: Headers
  readonly failure?: Failure | undefined
  readonly hint?: RateLimitHint | undefined
}

/**
 * How many seconds the provider asks to wait, a month at most: from `Retry-After`, in seconds or as a date (RFC 9110, section
 * 10.2.3), else from the plugin's reading of the answer, else from the vendor's own header. `undefined` if none of them says.
 */
export const readRetryAfter = ({ status, headers, failure, hint }: RetryableAnswer): number | undefined => {
  const header = headers.get('retry-after')
  const requested = whole(header) ?? untilDate(header) ?? failure?.retryAfter
  // Vendors send the hint's header with every answer, but it asks for a wait only with 429.
  const seconds = requested ?? (hint && status === 429 ? hinted(headers, hint) : undefined)
  return Number.isFinite(seconds) ? Math.min(mostSeconds, Math.max(0, Math.ceil(Number(seconds)))) : undefined
}
