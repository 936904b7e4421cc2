import type { Failure, RateLimitHint } from '../provider/index.ts'

/**
 * Quotas reset within a month. A longer wait is a mistake or malice, and its end may be an invalid date, which would
 * break the health snapshot of all accounts.
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

/** `Date.parse` takes nearly anything for a date (`-5`); those of HTTP name their day of the week. */
const untilDate = (value: string | null): number | undefined => {
  const date = /^[A-Z][a-z]{2,8}, ?/.test(value ?? '') ? Date.parse(value ?? '') : Number.NaN
  return Number.isNaN(date) ? undefined : (date - Date.now()) / 1000
}

export interface Waiting {
  readonly status: number
  readonly headers: Headers
  readonly failure?: Failure | undefined
  readonly hint?: RateLimitHint | undefined
}

/**
 * Seconds that a provider asks to wait: `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), else what the
 * plugin reads out of the answer, else the vendor's own header; a month at the most. `undefined` when nothing says it.
 */
export const retryAfterOf = ({ status, headers, failure, hint }: Waiting): number | undefined => {
  const header = headers.get('retry-after')
  const said = whole(header) ?? untilDate(header) ?? failure?.retryAfter
  // The hint stands in every answer; only a 429 means it.
  const seconds = said ?? (hint && status === 429 ? hinted(headers, hint) : undefined)
  return Number.isFinite(seconds) ? Math.min(mostSeconds, Math.max(0, Math.ceil(Number(seconds)))) : undefined
}
