import type { AuditEntry, AuditFilter, Store } from '../store/index.ts'
import { type Activity, activityId, dimensions, others, parseActivity } from './activity.ts'
import { dayAfter, hourAfter, hoursBetween, momentOfId, startOfHour, toHour } from './periods.ts'
import { allMarks } from './recount.ts'

type QueryStore = Pick<Store, 'audit' | 'rollUps'>

/** Whether the activity's hour or day may have entries that match the filter. */
const mayHold = ({ all: [total, errors], by }: Activity, filter: AuditFilter): boolean =>
  (filter.outcome === undefined || (filter.outcome === 'error' ? errors : total - errors) > 0) &&
  dimensions.every((dimension) => {
    const value = filter[dimension]
    return value === undefined || Object.hasOwn(by[dimension], value) || Object.hasOwn(by[dimension], others)
  })

const slotsThatMayHold = async ({ rollUps }: QueryStore, filter: AuditFilter, first: string, last: string) => {
  const records = await rollUps.between(activityId(first), `${activityId(last)}~`)
  return records
    .map(parseActivity)
    .filter((activity) => mayHold(activity, filter))
    .map(({ slot }) => slot)
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
async function* toSearch(store: QueryStore, filter: AuditFilter, first: string, last: string) {
  const late = (await allMarks(store.rollUps)).map(({ hour }) => hour)
  const known = await slotsThatMayHold(store, filter, first.slice(0, 10), last.slice(0, 10))
  const days = [...new Set([...known, ...late.map((hour) => hour.slice(0, 10))])].sort().reverse()

  const listHours = async (day: string): Promise<readonly string[]> => {
    if (!known.includes(day)) return []
    // Reading a tenant's day by its index is faster than reading the roll-ups of its hours.
    if (filter.tenant !== undefined) return hoursBetween(`${day}T00`, `${dayAfter(day)}T00`)
    return slotsThatMayHold(store, filter, `${day}T00`, `${day}T23`)
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
export const queryAudit = async (store: QueryStore, filter: AuditFilter): Promise<readonly AuditEntry[]> => {
  const { id, action, source, key, code, outcome, limit, since = new Date(0), until, before } = filter
  if (id !== undefined) return store.audit.query(filter)
  const { counted } = await store.rollUps.state()
  const sought = [action, source, key, code, outcome]
  if (counted === '' || sought.every((value) => value === undefined)) return store.audit.query(filter)

  const found: AuditEntry[] = []
  const search = async (from: Date, to?: Date): Promise<void> => {
    const end = to && until ? earlier(to, until) : (to ?? until)
    const span = { since: later(from, since), ...(end && { until: end }) }
    found.push(...(await store.audit.query({ ...filter, ...span, limit: limit - found.length })))
  }
  // The roll-ups don't cover the hour that is being counted, nor later ones.
  const current = startOfHour(toHour(momentOfId(counted)))
  await search(current)

  const ends = [new Date(current.getTime() - 1), before === undefined ? current : momentOfId(before), until ?? current]
  for await (const { from, end } of toSearch(store, filter, toHour(since), toHour(ends.reduce(earlier)))) {
    if (found.length >= limit) break
    await search(startOfHour(from), earlier(startOfHour(end), current))
  }
  return found
}
