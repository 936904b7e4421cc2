import type { LateMark, RollUpRecord, Store } from '../store/index.ts'
import { activityId, activityRecord, createActivities, parseActivity } from './activity.ts'
import { dayAfter, hourAfter, startOfDay, startOfHour } from './periods.ts'
import { tallies } from './tallies.ts'
import { createUsageDays, usageDayRecord } from './usage-day.ts'

type RollUpStore = Pick<Store, 'audit' | 'rollUps'>

/** The number of tenants' days in one commit. */
const mostDays = 50

/** All marks, including those of entries that may still be arriving: seen from the future, every mark is old. */
export const allMarks = (rollUps: Pick<Store['rollUps'], 'late'>): Promise<readonly LateMark[]> =>
  rollUps.late(new Date('9999-12-31'))

/** Recounts a tenant's day from the log. */
export const recountDay = async (
  { audit }: Pick<Store, 'audit'>,
  tenant: string,
  day: string,
  upTo: string,
): Promise<RollUpRecord> => {
  const usage = createUsageDays()
  const range = { tenant, since: startOfDay(day), until: startOfDay(dayAfter(day)), upTo }
  for await (const slice of tallies(audit, range)) for (const tally of slice.tallies) usage.count(tally)
  return usageDayRecord(usage.all()[0] ?? { tenant, day, cells: [], tokens: {} })
}

/** Recounts the activity of these hours from the log, and corrects the sums of their days. */
const recountHours = async (
  { audit, rollUps }: RollUpStore,
  hours: ReadonlySet<string>,
  upTo: string,
): Promise<RollUpRecord[]> => {
  const activity = createActivities()
  const days = new Set([...hours].map((hour) => hour.slice(0, 10)))
  for (const hour of hours) {
    const range = { since: startOfHour(hour), until: startOfHour(hourAfter(hour)), upTo }
    for await (const slice of tallies(audit, range)) for (const tally of slice.tallies) activity.count(tally)
  }
  for (const record of await rollUps.get([...hours].map(activityId))) {
    const stored = parseActivity(record)
    activity.add(stored, stored.slot.slice(0, 10), -1)
  }
  for (const record of await rollUps.get([...days].map(activityId))) {
    const stored = parseActivity(record)
    activity.add(stored, stored.slot)
  }
  return activity.all().map(activityRecord)
}

/** Marks of the same tenant and day. */
interface MarkedDay {
  readonly tenant: string
  readonly day: string
  readonly marks: LateMark[]
}

const markedDays = (marks: readonly LateMark[]): MarkedDay[] => {
  const days = new Map<string, MarkedDay>()
  for (const mark of marks) {
    const { tenant, hour } = mark
    if (tenant === null) continue
    const day = hour.slice(0, 10)
    const known = days.get(`${tenant}/${day}`) ?? { tenant, day, marks: [] }
    days.set(`${tenant}/${day}`, known)
    known.marks.push(mark)
  }
  return [...days.values()]
}

/**
 * Recounts, from the log, the hours and days of entries that arrived late. So it doesn't matter which entries had been
 * counted before, or how often this runs. Anything older than `oldest` can't be recounted, as retention has removed
 * entries. Returns the number of hours.
 */
export const recountLate = async (
  store: RollUpStore,
  late: readonly LateMark[],
  { oldest, signal }: { readonly oldest: string; readonly signal: AbortSignal },
): Promise<number> => {
  if (late.length === 0) return 0
  const marks = late.filter(({ hour }) => hour >= oldest)
  const hours = new Set(marks.map(({ hour }) => hour))
  const days = markedDays(marks)
  const ofDays = new Set(days.flatMap((day) => day.marks))

  const { counted, version } = await store.rollUps.state()
  const put = await recountHours(store, hours, counted)
  const settled = late.filter((mark) => !ofDays.has(mark))
  let isOurs = await store.rollUps.commit({ counted, version: version + 1, put, settled })
  for (let from = 0; from < days.length && isOurs && !signal.aborted; from += mostDays) {
    isOurs = await recountDays(store, days.slice(from, from + mostDays))
  }
  return hours.size
}

/** `false`: another commit was faster; the marks are kept. */
const recountDays = async (store: RollUpStore, days: readonly MarkedDay[]): Promise<boolean> => {
  const { counted, version } = await store.rollUps.state()
  const put: RollUpRecord[] = []
  for (const { tenant, day } of days) put.push(await recountDay(store, tenant, day, counted))
  return store.rollUps.commit({ counted, version: version + 1, put, settled: days.flatMap(({ marks }) => marks) })
}
