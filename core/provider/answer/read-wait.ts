/** `X-RateLimit-Reset` and its like: seconds or milliseconds from now, or Unix seconds. */
export type WaitUnit = 's' | 'ms' | 'epoch-s'

/** Smaller numbers are spans; as a Unix time, this is 2001. */
const leastUnixTime = 1e9
/** Unix times are written in seconds, milliseconds, microseconds or nanoseconds: each is a thousand times as large. */
const mostUnixSeconds = 1e11
const dayMs = 86_400_000

/** The vendor's own clock at its answer, if that is within a day of ours, else ours: in milliseconds. */
const readClock = (headers: Headers): number => {
  const now = Date.now()
  const date = Date.parse(headers.get('date') ?? '')
  return Math.abs(date - now) < dayMs ? date : now
}

const unixScales = [1, 1e3, 1e6, 1e9]

const toUnixMs = (time: number): number =>
  (time / (unixScales.find((scale) => time / scale < mostUnixSeconds) ?? 1)) * 1000

/** The seconds to wait that a number stands for. From 1e9 on it is a Unix time, whatever its unit should be. */
export const toWait = (value: number, headers: Headers, unit: WaitUnit = 's'): number => {
  if (value >= leastUnixTime) return (toUnixMs(value) - readClock(headers)) / 1000
  return unit === 'ms' ? value / 1000 : value
}

/** `7`, `1.5`, and what becomes of a repeated header: `5, 5`. */
const numbers = /^\d{1,20}(?:\.\d+)?(?:, *\d{1,20}(?:\.\d+)?)*$/
/** Dates of HTTP begin with the day of the week (RFC 9110, section 5.6.7); `Date.parse` alone would take nearly anything, even `-5`. */
const httpDate = /^[A-Z][a-z]{2,8}, ?/
/** The same of C's asctime, which names no zone. */
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/
/** RFC 3339, e.g. `anthropic-ratelimit-requests-reset`; without a zone it is UTC. */
const isoDate = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/i
/** `6m0s`, `20ms`, `30 seconds`, `2 minutes`: e.g. OpenAI's `x-ratelimit-reset-requests`. */
const span =
  /^(?:(\d{1,6}) ?d(?:ays?)?)?(?:(\d{1,6}) ?h(?:(?:ou)?rs?)?)?(?:(\d{1,6}) ?m(?:in(?:ute)?s?)?)?(?:(\d{1,9}(?:\.\d+)?) ?s(?:ec(?:ond)?s?)?)?(?:(\d{1,12}(?:\.\d+)?) ?ms)?$/
/** A duration of ISO 8601, without months and years: `PT1M30S`. */
const isoSpan = /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d+)?)S)?)?$/

const readDate = (text: string): number => {
  if (httpDate.test(text)) return Date.parse(text)
  if (asctime.test(text)) return Date.parse(`${text} GMT`)
  const [, zone] = isoDate.exec(text) ?? [undefined, 'none']
  return zone === 'none' ? Number.NaN : Date.parse(zone === undefined ? `${text}Z` : text)
}

const readSpan = (text: string): number | undefined => {
  const [, days, hours, minutes, seconds, ms] = span.exec(text) ?? isoSpan.exec(text) ?? []
  if (text === '' || (days ?? hours ?? minutes ?? seconds ?? ms) === undefined) return undefined
  const whole = [days, hours, minutes].map((value) => Number(value ?? 0))
  const [d = 0, h = 0, m = 0] = whole
  return ((d * 24 + h) * 60 + m) * 60 + Number(seconds ?? 0) + Number(ms ?? 0) / 1000
}

/**
 * The seconds to wait that a header's text stands for: a span or a Unix time of any unit, or a date. Times count from the answer's own
 * `Date`, because a vendor's clock may be off. `undefined` for what is none of these; below zero for what has passed.
 * @example const retryAfter = readWait(new Headers().get('X-RateLimit-Reset'), new Headers())
 */
export const readWait = (text: string | null | undefined, headers: Headers, unit: WaitUnit = 's') => {
  const value = text?.trim()
  if (!value) return undefined
  if (numbers.test(value)) return Math.max(...value.split(',').map((each) => toWait(Number(each), headers, unit)))
  const date = readDate(value)
  return Number.isNaN(date) ? readSpan(value) : (date - readClock(headers)) / 1000
}
