import { asUnixMs, asUnixSeconds, exactSecondsOf, msOf, secondsOf } from '../../time.ts'

/** The form of a moment by its schema: a count, or a text. */
export type TimeForm = 'seconds' | 'milliseconds' | 'iso' | 'date'

/** The forms by `format`, as in JSON Schema and in vendors' documents. */
const byFormat: Readonly<Record<string, TimeForm>> = {
  'date-time': 'iso',
  date: 'date',
  'unix-time': 'seconds',
  unixtime: 'seconds',
}

/** The form of a parameter's moments, by its format or its description; `undefined`: neither tells, or it has no moments. */
export const findTimeForm = (format: unknown, description: string): TimeForm | undefined => {
  const timeForm = typeof format === 'string' ? byFormat[format] : undefined
  if (timeForm) return timeForm
  if (
    /\bunix\b|\bepoch (?:time|seconds|ms|milliseconds)\b|\bsince (?:the )?(?:unix )?epoch\b|\bseconds since 1970\b/i.test(
      description,
    )
  ) {
    return /\bmilliseconds\b|\bms\b/i.test(description) ? 'milliseconds' : 'seconds'
  }
  return /\bISO[ -]?8601\b|\bRFC[ -]?3339\b/i.test(description) ? 'iso' : undefined
}

/** The form of a moment in words, to follow the name of a parameter. */
export const describeTimeForm = (form: TimeForm): string => {
  if (form === 'seconds') return 'must be Unix seconds, like 1767225600'
  if (form === 'milliseconds') return 'must be Unix milliseconds, like 1767225600000'
  return form === 'date'
    ? 'must be a date, like 2026-01-31'
    : 'must be a date and time with its zone, like 2026-01-31T09:00:00Z'
}

/** The texts with one reading: a moment with a time zone, or a day, which is in UTC as in ECMAScript. */
const isoMoment = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

const earliest = Date.UTC(1990, 0)
const latest = Date.UTC(2100, 0)
const isPlausible = (ms: number): boolean => ms >= earliest && ms < latest

/** Milliseconds since 1970 of a moment in ISO 8601; `undefined`: it is none, or one without a time zone. */
const parseIso = (text: string): number | undefined => {
  const [, day] = isoMoment.exec(text) ?? []
  if (day === undefined) return undefined
  const ms = Date.parse(text)
  // Some engines take the 30th of February for the 2nd of March.
  const isDay = new Date(Date.parse(day)).toJSON()?.startsWith(day) === true
  return isDay && isPlausible(ms) ? ms : undefined
}

/** Milliseconds since 1970 of ten digits, which are seconds, or thirteen, which are milliseconds. */
const parseUnix = (value: unknown): number | undefined => {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (!/^\d{10}(\d{3})?$/.test(text)) return undefined
  const ms = text.length === 10 ? msOf(asUnixSeconds(Number(text))) : Number(text)
  return isPlausible(ms) ? ms : undefined
}

export const isUnixTime = (value: unknown): boolean => parseUnix(value) !== undefined

/** True if a parameter of that name is probably a moment: `timeMin`, `created_at`, `since`. */
export const isTimeName = (name: string): boolean =>
  /(?:^|[_-])(?:time|timestamp|date|since|until|before|after|start|end|from|to|oldest|latest|at|on|due|expires|expiry|expiration)(?:$|[_-])/i.test(
    name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'),
  )

/** The words of a parameter's name: `timeMin` is `time` and `min`. */
const nameWords = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]+/)

const lowerEnds = ['gte', 'since', 'from', 'start', 'oldest', 'min']

/** True for the beginning of a period, to which the beginning of a day belongs: `gte`, `timeMin`, `oldest`. `gt` and `after` may leave the day out. */
export const isLowerEnd = (name: string): boolean => nameWords(name).some((word) => lowerEnds.includes(word))

const upperEnds = ['lt', 'lte', 'until', 'before', 'to', 'end', 'latest', 'max', 'through']

/** True for the end of a period, of which nobody knows if a day belongs to it: `lte`, `timeMax`, `before`. */
export const isUpperEnd = (name: string): boolean => nameWords(name).some((word) => upperEnds.includes(word))

const isBareDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The facts of a moment's place that decide if a day is precise enough. */
export interface TimePlace {
  readonly form: TimeForm
  readonly name: string
  readonly isWrite: boolean
}

/** Thirteen digits, which are milliseconds, where seconds are wanted, and ten, which are seconds, where milliseconds are. */
const convertUnit = (value: unknown, form: TimeForm | undefined): number | undefined => {
  const ms = form === 'seconds' || form === 'milliseconds' ? parseUnix(value) : undefined
  const digits = String(value)
  if (ms === undefined || digits.startsWith('0') || (digits.length === 13) !== (form === 'seconds')) return undefined
  return form === 'seconds' ? secondsOf(asUnixMs(ms)) : ms
}

/** True for a count in the other unit than the form's, by its digits. */
export const isInOtherUnit = (value: unknown, form: TimeForm | undefined): boolean =>
  convertUnit(value, form) !== undefined

const countOf = (value: unknown, { form, name, isWrite }: TimePlace): number | undefined => {
  const converted = convertUnit(value, form)
  if (converted !== undefined) return converted
  if (typeof value !== 'string') return undefined
  if (isBareDay(value) && (isWrite || !isLowerEnd(name))) return undefined
  const ms = parseIso(value)
  if (ms === undefined) return undefined
  return form === 'milliseconds' ? ms : exactSecondsOf(asUnixMs(ms))
}

/**
 * A moment that was given in another form than the parameter takes: the number of a date, or the date of a number. A bare day is read only
 * as the beginning of a period of a read: the end of a period, and the moment at which a write does something, take more than a day.
 */
export const convertTime = (value: unknown, place: TimePlace): number | string | undefined => {
  const { form, name } = place
  if (form === 'seconds' || form === 'milliseconds') return countOf(value, place)
  if (form === 'iso' && typeof value === 'string' && isBareDay(value))
    return place.isWrite || !isLowerEnd(name) || parseIso(value) === undefined ? undefined : `${value}T00:00:00Z`
  const ms = parseUnix(value)
  if (ms === undefined) return undefined
  const text = new Date(ms).toJSON().replace('.000Z', 'Z')
  if (form === 'iso') return text
  return text.endsWith('T00:00:00Z') && !isUpperEnd(name) ? text.slice(0, 10) : undefined
}
