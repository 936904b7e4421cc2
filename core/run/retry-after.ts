import type { RateLimitHint } from '../provider/index.ts'

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

/**
 * Seconds that a provider asks to wait: `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), else the
 * vendor's own header. `undefined` when it says nothing.
 */
export const retryAfterOf = (headers: Headers, hint: RateLimitHint | undefined): number | undefined => {
  const header = headers.get('retry-after')
  const seconds = whole(header) ?? untilDate(header) ?? (hint && hinted(headers, hint))
  return seconds === undefined ? undefined : Math.max(0, Math.ceil(seconds))
}
