import type { AuditEntry, AuditFilter, AuditReader } from '../store/index.ts'
import { type Activity, activityId, dimensions, others, parseActivity } from './counts/activity.ts'
import { allMarks } from './counts/counting.ts'
import { createPace, type Pace } from './counts/pace.ts'
import { dayAfter, hourAfter, hoursBetween, momentOfId, startOfHour, toHour } from './counts/periods.ts'

interface Search {
  readonly reader: AuditReader
  readonly filter: AuditFilter
  readonly pace: Pace
}

/** True if the activity's hour or day may have entries that match the filter. */
const mayHold = ({ all: [total, errors], by }: Activity, filter: AuditFilter): boolean =>
  (filter.outcome === undefined || (filter.outcome === 'ok' ? total - errors : errors) > 0) &&
  dimensions.every((dimension) => {
    const value = filter[dimension]
    return value === undefined || Object.hasOwn(by[dimension], value) || Object.hasOwn(by[dimension], others)
  })

/** The hours or days of a period that may have such entries. */
const slotsThatMayHold = async ({ reader, filter, pace }: Search, first: string, last: string): Promise<string[]> => {
  const slots: string[] = []
  for (const record of await reader.rollUps.between(activityId(first), `${activityId(last)}~`)) {
    const activity = parseActivity(record)
    if (mayHold(activity, filter)) slots.push(activity.slot)
    await pace()
  }
  return slots
}

/** Joins consecutive hours, which are sorted newest first, to stretches; `end` is exclusive. */
const stretches = (hours: readonly string[]): { readonly from: string; readonly end: string }[] => {
  const all: { from: string; end: string }[] = []
  for (const hour of hours) {
    const last = all.at(-1)
    if (last?.from === hourAfter(hour)) last.from = hour
    else all.push({ from: hour, end: hourAfter(hour) })
  }
  return all
}

/** The stretches of time that may have matching entries, newest first: by the roll-ups, and where late entries arrived. */
async function* toSearch(search: Search, first: string, last: string) {
  const late = (await allMarks(search.reader.rollUps)).map(({ hour }) => hour)
  const rolledDays = await slotsThatMayHold(search, first.slice(0, 10), last.slice(0, 10))
  const days = [...new Set([...rolledDays, ...late.map((hour) => hour.slice(0, 10))])].sort().reverse()

  const listHours = async (day: string): Promise<readonly string[]> => {
    if (!rolledDays.includes(day)) return []
    // Reading a tenant's day by its index is faster than reading the roll-ups of its hours.
    if (search.filter.tenant !== undefined) return hoursBetween(`${day}T00`, `${dayAfter(day)}T00`)
    return await slotsThatMayHold(search, `${day}T00`, `${day}T23`)
  }

  // The range doubles each time: a frequent match is found within one day, a rare one in a few steps.
  for (let from = 0, count = 1; from < days.length; from += count, count *= 2) {
    const group = days.slice(from, from + count)
    const slots = await Promise.all(group.map(listHours))
    const hours = new Set([...slots.flat(), ...late.filter((hour) => group.includes(hour.slice(0, 10)))])
    const wanted = [...hours].filter((hour) => hour >= first && hour <= last)
    yield* stretches(wanted.sort().reverse())
  }
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)
const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

/**
 * Queries the audit log, newest first. Not every store has an index for filters other than `tenant`. For those, the roll-ups
 * tell which hours are worth searching.
 */
export const queryAudit = async (
  reader: AuditReader,
  filter: AuditFilter,
  signal?: AbortSignal,
): Promise<readonly AuditEntry[]> => {
  const { id, action, source, key, code, outcome, limit, since = new Date(0), until, before } = filter
  if (id !== undefined) return reader.audit.query(filter, signal)
  const { counted } = await reader.rollUps.state()
  const sought = [action, source, key, code, outcome]
  if (counted === '' || sought.every((value) => value === undefined)) return reader.audit.query(filter, signal)

  const wanted = { reader, filter, pace: createPace(signal) }
  const entries: AuditEntry[] = []
  const search = async (from: Date, to?: Date): Promise<void> => {
    const end = to && until ? earlier(to, until) : (to ?? until)
    const span = { since: later(from, since), ...(end && { until: end }) }
    entries.push(...(await reader.audit.query({ ...filter, ...span, limit: limit - entries.length }, signal)))
  }
  // The roll-ups don't cover the hour that is being counted, nor later ones.
  const current = startOfHour(toHour(momentOfId(counted)))
  await search(current)

  const ends = [new Date(current.getTime() - 1), before === undefined ? current : momentOfId(before), until ?? current]
  for await (const { from, end } of toSearch(wanted, toHour(since), toHour(ends.reduce(earlier)))) {
    if (entries.length >= limit) break
    await search(startOfHour(from), earlier(startOfHour(end), current))
  }
  return entries
}
