import { setImmediate } from 'node:timers/promises'
import type { LateMark, RollUpRecord, RollUpState, Store } from '../store/index.ts'
import { activityId, activityOf, activityRecord, createActivities } from './activity.ts'
import { dayAfter, dayOf, hourAfter, startOfDay, startOfHour } from './periods.ts'
import { tallies } from './tallies.ts'
import { createUsageDays, usageDayId, usageDayOf, usageDayRecord } from './usage-day.ts'

type RollUpStore = Pick<Store, 'audit' | 'rollUps'>

/** Younger entries aren't counted yet: others of their time may still be on their way into the log. */
const settleMs = 15_000
/** Entries of one commit; more are better, fewer make it smaller. */
const batchEntries = 20_000
/** 25 months. */
const usageDays = 25 * 31

export interface RollUp {
  /** How many entries were counted for the first time, and how many hours again. */
  readonly counted: number
  readonly recounted: number
  /** Whose calls were among them. */
  readonly tenants: ReadonlySet<string>
}

/** Merges what was counted with what is stored. */
const merged = async (
  { rollUps }: RollUpStore,
  usage: ReturnType<typeof createUsageDays>,
  activity: ReturnType<typeof createActivities>,
): Promise<RollUpRecord[]> => {
  const days = usage.all().map(({ tenant, day }) => usageDayId(tenant, day))
  const slots = activity.all().map(({ slot }) => activityId(slot))
  for (const record of await rollUps.get(days)) usage.add(usageDayOf(record))
  for (const record of await rollUps.get(slots)) {
    const stored = activityOf(record)
    activity.add(stored, stored.slot)
  }
  return [...usage.all().map(usageDayRecord), ...activity.all().map(activityRecord)]
}

/** Counts the next entries of the log. `undefined`: there are none, or somebody else was faster. */
const countNext = async (
  store: RollUpStore,
  { counted, version }: RollUpState,
  until: Date,
): Promise<{ entries: number; tenants: Set<string> } | undefined> => {
  const usage = createUsageDays()
  const activity = createActivities()
  const tenants = new Set<string>()
  let entries = 0
  let last = counted
  for await (const slice of tallies(store.audit, { after: counted, until })) {
    for (const tally of slice.tallies) {
      usage.count(tally)
      activity.count(tally)
      if (tally.tenant !== null) tenants.add(tally.tenant)
      entries += tally.entries
    }
    last = slice.last ?? last
    if (entries >= batchEntries) break
    await setImmediate()
  }
  if (last === counted) return undefined
  const put = await merged(store, usage, activity)
  const done = await store.rollUps.commit({ counted: last, version: version + 1, put, settled: [] })
  return done ? { entries, tenants } : undefined
}

/** Counts again, from the log, a tenant's day. */
const recountDay = async ({ audit }: RollUpStore, tenant: string, day: string, upTo: string): Promise<RollUpRecord> => {
  const usage = createUsageDays()
  const range = { tenant, since: startOfDay(day), until: startOfDay(dayAfter(day)), upTo }
  for await (const slice of tallies(audit, range)) for (const tally of slice.tallies) usage.count(tally)
  return usageDayRecord(usage.all()[0] ?? { tenant, day, cells: [], tokens: {} })
}

/** Counts again, from the log, what was going on in these hours of a day, and makes the day's sum right. */
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
    const stored = activityOf(record)
    activity.add(stored, stored.slot.slice(0, 10), -1)
  }
  for (const record of await rollUps.get([...days].map(activityId))) {
    const stored = activityOf(record)
    activity.add(stored, stored.slot)
  }
  return activity.all().map(activityRecord)
}

/** Counts again what entries that came late belong to. */
const recountLate = async (
  store: RollUpStore,
  { counted, version }: RollUpState,
  late: readonly LateMark[],
  oldest: string,
) => {
  // What retention has shortened can't be counted again.
  const marks = late.filter(({ hour }) => hour >= oldest)
  const hours = new Set(marks.map(({ hour }) => hour))
  const put = await recountHours(store, hours, counted)
  const days = new Map(
    marks.flatMap(({ tenant, hour }) =>
      tenant === null ? [] : [[`${tenant}/${hour.slice(0, 10)}`, { tenant, day: hour.slice(0, 10) }] as const],
    ),
  )
  for (const { tenant, day } of days.values()) put.push(await recountDay(store, tenant, day, counted))
  const done = await store.rollUps.commit({ counted, version: version + 1, put, settled: late })
  return done ? hours.size : 0
}

export interface RollUpOptions {
  readonly now: Date
  /** Stops after the commit that is under way. */
  readonly signal: AbortSignal
  /** Days that the audit log is kept. */
  readonly retentionDays: number
}

/**
 * Counts what is new in the audit log into the roll-ups. What they say is what the log says up to the entry that they
 * are counted to, whoever else runs this at once and whenever it stops: each commit is whole, and is taken only by who
 * began at the state before it. Entries that come behind that are marked by the store, and theirs is counted again.
 */
export const rollUp = async (store: RollUpStore, { now, signal, retentionDays }: RollUpOptions): Promise<RollUp> => {
  const until = new Date(now.getTime() - settleMs)
  const today = dayOf(now)
  const tenants = new Set<string>()
  let counted = 0
  while (!signal.aborted) {
    const next = await countNext(store, await store.rollUps.state(), until)
    if (!next) break
    counted += next.entries
    for (const tenant of next.tenants) tenants.add(tenant)
  }
  const marks = await store.rollUps.late(now)
  const recounted =
    marks.length > 0
      ? await recountLate(store, await store.rollUps.state(), marks, dayAfter(today, 1 - retentionDays))
      : 0
  for (const { tenant } of marks) if (tenant !== null) tenants.add(tenant)

  const activityDays = Math.max(31, retentionDays + 1)
  await store.rollUps.prune('usage/', `usage/${dayAfter(today, -usageDays)}`)
  await store.rollUps.prune('activity/day/', activityId(dayAfter(today, -activityDays)))
  await store.rollUps.prune('activity/hour/', activityId(`${dayAfter(today, -activityDays)}T00`))
  return { counted, recounted, tenants }
}
