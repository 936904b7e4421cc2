import { words } from '../../words.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const relative = new Intl.RelativeTimeFormat(words.locale, { style: 'narrow', numeric: 'always' })
const dateOfThisYear = new Intl.DateTimeFormat(words.locale, { day: 'numeric', month: 'short' })
const dateOfAnotherYear = new Intl.DateTimeFormat(words.locale, { day: 'numeric', month: 'short', year: 'numeric' })
const exact = new Intl.DateTimeFormat(words.locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** The largest unit that has passed at least once. */
const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
  ['second', 1000],
] as const

const longestMs = 30 * dayMs

/** The distance of a moment from `now`, both in milliseconds: "5m ago", "in 3d"; the date if it is more than a month away. */
export const formatRelativeTime = (moment: number, now: number): string => {
  const passed = now - moment
  const distance = Math.abs(passed)
  if (distance < 5000) return words.now
  if (distance > longestMs) {
    const isThisYear = new Date(moment).getFullYear() === new Date(now).getFullYear()
    return (isThisYear ? dateOfThisYear : dateOfAnotherYear).format(moment)
  }
  const [unit, length] = units.find(([, ms]) => distance >= ms) ?? ['second', 1000]
  // Future times are rounded: a day from now is "in 1d", even a second after it was chosen.
  const count = passed > 0 ? -Math.floor(distance / length) : Math.round(distance / length)
  return relative.format(count, unit)
}

/** The time in the reader's zone, to the second. */
export const formatExact = (moment: number): string => exact.format(moment)

const minutes = new Intl.DateTimeFormat(words.locale, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The span between two moments in the reader's zone, to the minute; the parts that both share appear once. */
export const formatTimeRange = (from: number, to: number): string => minutes.formatRange(from, to)

const clock = new Intl.DateTimeFormat(words.locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const day = new Intl.DateTimeFormat(words.locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** The time of the day in the reader's zone, to the second. */
export const formatClock = (moment: number): string => clock.format(moment)

/** A moment of today to the millisecond, and of another day with its date. */
export const formatLogTime = (moment: number): string => {
  const time = clock.format(moment)
  if (day.format(moment) === day.format(Date.now())) return `${time}.${String(moment % 1000).padStart(3, '0')}`
  return `${dateOfThisYear.format(moment)}, ${time}`
}

/** The day in the reader's zone. */
export const formatDay = (moment: number): string => day.format(moment)

export const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The reader's zone and how far it is from UTC: "Europe/Berlin, GMT+1". */
export const describeZone = (): string => {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(Date.now())
  return `${zone}, ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'}`
}
