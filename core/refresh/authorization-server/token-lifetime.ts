import { leastUnixTime, readWait, toWait } from '../../provider/answer/read-wait.ts'
import { isJsonObject } from '../../provider/json-object.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * 100 years: a token that lives longer is treated as one that doesn't expire, because not every store can hold a
 * larger number.
 */
const mostSeconds = 100 * 365 * 86_400

/** The date in an object of PHP (`{date, timezone}`) or MongoDB (`{$date}`), if it is of UTC. */
const openDate = (value: unknown): unknown => {
  const { date, $date = date, timezone = 'UTC' } = isJsonObject(value) ? value : ({} as Fields)
  return $date === undefined || !/^(?:UTC|GMT|Z|[+-]00:00)$/.test(String(timezone)) ? value : $date
}

/** Seconds until a moment, in any unit or as a date; a smaller number is a span, as in `expires_in`. `unit`: the seconds of a span's 1. */
const readMoment = (moment: unknown, headers: Headers, unit = 1): number | undefined => {
  const value = openDate(moment)
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  // A member isn't repeated, as a header may be: its comma groups digits.
  const grouped = typeof value === 'string' && /^\d{1,3}(,\d{3})+$/.test(value) ? value.replaceAll(',', '') : value
  // `/Date(1764490000000)/`, as older serializers of .NET write it.
  const text = typeof grouped === 'string' ? grouped.replace(/^\/Date\((\d{1,16})(?:[+-]\d{4})?\)\/$/, '$1') : grouped
  const isSpan = Number(text) < leastUnixTime
  const spanned = isSpan && unit !== 1 ? Number(text) * unit : text
  const seconds = typeof spanned === 'string' ? readWait(spanned, headers) : toWait(Number(spanned), headers)
  return seconds !== undefined && seconds >= 1 ? Math.floor(Math.min(seconds, mostSeconds)) : undefined
}

/**
 * Names of a token's life or its end, without marks: `expires_in`, `expires` (Facebook), `expires_in_sec` (Zoho), `expires_on` (Azure),
 * `.expires` (ASP.NET), `expiry` (Go), `ttl`, `valid_until`; a unit may follow. Some vendors give the end in `expires_in`.
 */
const lifetimeName =
  /^(?:access)?(?:token)?(?:(?:expires?|expiry|expiration)(?:in|at|on|time|date)?|ttl|lifetime|validity|valid(?:until|till|to|for))(?:in)?(ms|milli(?:second)?s?|sec(?:ond)?s?|min(?:ute)?s?|hours?|days?)?$/

/** Seconds of the units that names end in, by their first letters. */
const unitSeconds: Readonly<Record<string, number>> = { ms: 0.001, mil: 0.001, min: 60, hou: 3600, day: 86_400 }
const readUnit = (name: string): number => unitSeconds[(lifetimeName.exec(name)?.[1] ?? '').slice(0, 3)] ?? 1

/** The token's life in seconds, from an answer's members by their bare names; `undefined`: none says it. */
export const readLifetime = ({ expiresin, ...others }: Fields, headers: Headers): number | undefined => {
  const first = readMoment(expiresin, headers)
  if (first !== undefined) return first
  for (const name of Object.keys(others).filter((one) => lifetimeName.test(one))) {
    const seconds = readMoment(others[name], headers, readUnit(name))
    if (seconds !== undefined) return seconds
  }
  return undefined
}
