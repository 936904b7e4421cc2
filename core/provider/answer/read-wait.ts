import { asUnixSeconds, msOf, type UnixMs } from '../../time.ts'

/** `X-RateLimit-Reset` and its like: seconds or milliseconds from now, or Unix seconds. */
export type WaitUnit = 's' | 'ms' | 'epoch-s'

/** Smaller numbers are spans; as a Unix time, this is 2001. */
export const leastUnixTime = 1e9
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

const toUnixMs = (time: number): UnixMs =>
  msOf(asUnixSeconds(time / (unixScales.find((scale) => time / scale < mostUnixSeconds) ?? 1)))

/** The seconds to wait that a number stands for. From 1e9 on it is a Unix time, whatever its unit should be. */
export const toWait = (value: number, headers: Headers, unit: WaitUnit = 's'): number => {
  if (value >= leastUnixTime) return (toUnixMs(value) - readClock(headers)) / 1000
  return unit === 'ms' ? value / 1000 : value
}

/** `7`, `1.5`, and the form of a repeated header: `5, 5`. */
const numbers = /^\d{1,20}(?:\.\d+)?(?:, *\d{1,20}(?:\.\d+)?)*$/
/**
 * Dates of HTTP, with or without the day of the week (RFC 9110, section 5.6.7), and those that JavaScript writes: `Date.parse` alone would
 * take nearly anything, even `-5`.
 */
const httpDate = /^(?:[a-z]{3,9},? ?)?\d{1,2}[ -][a-z]{3}[ -]\d{2,6} \d|^[a-z]{3} [a-z]{3} \d\d \d{4} \d/i
/** The same of C's asctime, which names no zone. */
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/
/** RFC 3339, e.g. `anthropic-ratelimit-requests-reset`, and its short forms; without a zone it is UTC. */
const isoDate =
  /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d(?:\.\d+)?))? ?(?:Z|UTC|GMT|([+-]\d\d)(?::?(\d\d))?)?$/i
/** A duration of ISO 8601, without months and years: `PT1M30S`. */
const isoSpan = /^P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d+)?)S)?)?$/i
const isoUnits = [604_800, 86_400, 3600, 60, 1]
/** `00:01:30`, as .NET writes a span. */
const clockSpan = /^(\d{1,4}):([0-5]\d):([0-5]\d(?:\.\d+)?)$/
/** An amount of `6m0s`, `1.5s`, `350µs`, `30 seconds` or `1 minute and 30 seconds`: e.g. OpenAI's `x-ratelimit-reset-requests`. */
const amount = /(?:^|[ ,]*(?:and +)?)(\d{1,12}(?:\.\d{1,12})?) ?([a-zµμ]+)/gy
const units: readonly (readonly [name: RegExp, seconds: number])[] = [
  [/^w(?:eeks?)?$/, 604_800],
  [/^d(?:ays?)?$/, 86_400],
  [/^h(?:(?:ou)?rs?)?$/, 3600],
  [/^m(?:in(?:ute)?s?)?$/, 60],
  [/^s(?:ec(?:ond)?s?)?$/, 1],
  [/^(?:ms|milli(?:second)?s?)$/, 1e-3],
  [/^(?:[uµμ]s|micro(?:second)?s?)$/, 1e-6],
  [/^(?:ns|nano(?:second)?s?)$/, 1e-9],
]
const longestText = 100

const readDate = (text: string): number => {
  if (httpDate.test(text)) return Date.parse(text)
  if (asctime.test(text)) return Date.parse(`${text} GMT`)
  const [whole, year, month, day, hour, minute, second = '00', zone, zoneMinute = '00'] = isoDate.exec(text) ?? []
  if (whole === undefined) return Number.NaN
  const offset = zone === undefined ? 'Z' : `${zone}:${zoneMinute}`
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
}

const addUp = (values: readonly (string | undefined)[], seconds: readonly number[]): number | undefined =>
  values.some((value) => value !== undefined)
    ? values.reduce((sum, value, index) => sum + Number(value ?? 0) * (seconds[index] ?? 0), 0)
    : undefined

const readSpan = (text: string): number | undefined => {
  const [, ...iso] = isoSpan.exec(text) ?? []
  const [, ...clock] = clockSpan.exec(text) ?? []
  const plainSeconds = addUp(iso, isoUnits) ?? addUp(clock, [3600, 60, 1])
  if (plainSeconds !== undefined) return plainSeconds
  const lower = text.toLowerCase()
  let [sum, end, smallest] = [0, 0, Number.POSITIVE_INFINITY]
  for (const [match, value, name = ''] of lower.matchAll(amount)) {
    const unit = units.find(([pattern]) => pattern.test(name))
    // One that isn't smaller begins another span.
    if (!unit || unit[1] >= smallest) return undefined
    smallest = unit[1]
    sum += Number(value) * smallest
    end += match.length
  }
  return end > 0 && end === lower.length ? sum : undefined
}

const readOne = (text: string, headers: Headers, unit: WaitUnit): number | undefined => {
  if (numbers.test(text)) return Math.max(...text.split(',').map((each) => toWait(Number(each), headers, unit)))
  if (text.length > longestText) return undefined
  const date = readDate(text)
  return Number.isNaN(date) ? readSpan(text) : (date - readClock(headers)) / 1000
}

/** The commas of a repeated header: none of those within a date. */
const betweenValues = /,(?! *\d{1,2}[ -][a-z]{3}[ -]\d)/i
const mostValues = 10

/** The longest wait of a header that is repeated. */
const readAll = (text: string, headers: Headers, unit: WaitUnit): number | undefined => {
  const values = text.split(betweenValues, mostValues).map((each) => readOne(each.trim(), headers, unit))
  return values.length < 2 || values.includes(undefined) ? undefined : Math.max(...(values as number[]))
}

/**
 * The seconds to wait that a header's text stands for: a span or a Unix time of any unit, or a date. Times count from the answer's own
 * `Date`, because a vendor's clock may be off. `undefined` for what is none of these; below zero for what has passed.
 * @example const retryAfter = readWait(new Headers().get('X-RateLimit-Reset'), new Headers())
 */
export const readWait = (text: string | null | undefined, headers: Headers, unit: WaitUnit = 's') => {
  const value = text?.trim().replace(/^(["'])(.*)\1$/, '$2')
  return value ? (readOne(value, headers, unit) ?? readAll(value, headers, unit)) : undefined
}
