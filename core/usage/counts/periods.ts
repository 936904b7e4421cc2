import { momentOfEntry } from '../../store/index.ts'
import { isoTime } from '../../time.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** `2026-11-20`, UTC. */
export const toDay = (moment: Date): string => isoTime(moment).slice(0, 10)

/** `2026-11-20T12`, UTC. */
export const toHour = (moment: Date): string => isoTime(moment).slice(0, 13)

/** `2026-11`, UTC. */
export const toMonth = (moment: Date): string => isoTime(moment).slice(0, 7)

export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`)
export const startOfHour = (hour: string): Date => new Date(`${hour}:00:00Z`)
export const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00Z`)

export const dayAfter = (day: string, days = 1): string => toDay(new Date(startOfDay(day).getTime() + days * dayMs))
export const hourAfter = (hour: string, hours = 1): string =>
  toHour(new Date(startOfHour(hour).getTime() + hours * hourMs))

/** The start of the month after that of `moment`. */
export const nextMonth = (moment: Date): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1))

const sequence = (first: string, end: string, next: (each: string) => string): string[] => {
  const all: string[] = []
  for (let each = first; each < end; each = next(each)) all.push(each)
  return all
}

/** From the first (inclusive) to the second (exclusive). */
export const daysBetween = (first: string, end: string): string[] => sequence(first, end, (day) => dayAfter(day))
export const hoursBetween = (first: string, end: string): string[] => sequence(first, end, (hour) => hourAfter(hour))

/** The time of an audit entry's creation, read from its id (RFC 9562, section 5.7). */
export const momentOfId = (id: string): Date => new Date(momentOfEntry(id))
