import { setImmediate } from 'node:timers/promises'
import type { RollUpRecord, Store } from '../store/index.ts'
import { activityId, activityRecord, createActivities, parseActivity } from './activity.ts'
import { dayAfter, toDay } from './periods.ts'
import { recountLate } from './recount.ts'
import { tallies } from './tallies.ts'
import { createUsageDays, parseUsageDay, usageDayId, usageDayRecord } from './usage-day.ts'

type RollUpStore = Pick<Store, 'audit' | 'rollUps'>

/** Younger entries aren't counted yet: more entries of the same time may still arrive. */
const settleMs = 15_000
/** Entries of one commit. The more, the less often a tenant's day is written. */
const mostEntries = 50_000
/** Records that are parsed or written at once. They take a few milliseconds of the embedded store's only thread. */
const sliceRecords = 16
/** How long usage is kept: 25 months. */
export const usageDays = 25 * 31

export interface RollUp {
  /** Entries that were counted for the first time; `recounted`: hours that were counted again. */
  readonly counted: number
  readonly recounted: number
  /** The tenants of these entries. */
  readonly tenants: ReadonlySet<string>
}

/** Yields each value, and lets other work run in between. */
async function* gently<T>(values: readonly T[]): AsyncGenerator<T> {
  for (const [index, value] of values.entries()) {
    if (index % sliceRecords === sliceRecords - 1) await setImmediate()
    yield value
  }
}

/** Merges new sums with the stored ones. */
const merged = async (
  { rollUps }: RollUpStore,
  usage: ReturnType<typeof createUsageDays>,
  activity: ReturnType<typeof createActivities>,
): Promise<RollUpRecord[]> => {
  const days = usage.all().map(({ tenant, day }) => usageDayId(tenant, day))
  const slots = activity.all().map(({ slot }) => activityId(slot))
  for await (const record of gently(await rollUps.get(days))) usage.add(parseUsageDay(record))
  for (const record of await rollUps.get(slots)) {
    const stored = parseActivity(record)
    activity.add(stored, stored.slot)
  }
  const put = activity.all().map(activityRecord)
  for await (const day of gently(usage.all())) put.push(usageDayRecord(day))
  return put
}

/** The contents of one commit. */
interface RollUpBatch {
  readonly entries: number
  readonly last: string
  readonly tenants: ReadonlySet<string>
  readonly put: readonly RollUpRecord[]
}

/** Counts the next entries of the log, at most `mostEntries`. */
const countNext = async (
  store: RollUpStore,
  range: { readonly after: string; readonly until: Date },
): Promise<RollUpBatch | undefined> => {
  const usage = createUsageDays()
  const activity = createActivities()
  const tenants = new Set<string>()
  let entries = 0
  let last: string | undefined
  for await (const slice of tallies(store.audit, { ...range, limit: mostEntries })) {
    for (const tally of slice.tallies) {
      usage.count(tally)
      activity.count(tally)
      if (tally.tenant !== null) tenants.add(tally.tenant)
      entries += tally.entries
    }
    last = slice.last
    if (entries >= mostEntries) break
  }
  if (last === undefined) return undefined
  return { entries, last, tenants, put: await merged(store, usage, activity) }
}

export interface RollUpOptions {
  readonly now: Date
  /** Stops after the current commit. */
  readonly signal: AbortSignal
  /** How many days the audit log is kept. */
  readonly retentionDays: number
}

/**
 * Counts new entries of the audit log into the roll-ups. The roll-ups always agree with the log up to the last counted
 * entry, even if several gateways run this at once or it stops midway: a commit is atomic, and succeeds only if nobody
 * committed since its start. The store marks entries that arrive later with earlier ids, and their hours are recounted.
 */
export const rollUp = async (store: RollUpStore, { now, signal, retentionDays }: RollUpOptions): Promise<RollUp> => {
  const until = new Date(now.getTime() - settleMs)
  const today = toDay(now)
  const tenants = new Set<string>()
  let counted = 0
  while (!signal.aborted) {
    const { counted: after, version } = await store.rollUps.state()
    const next = await countNext(store, { after, until })
    // Nothing is left, or another gateway was faster.
    if (
      !next ||
      !(await store.rollUps.commit({ counted: next.last, version: version + 1, put: next.put, settled: [] }))
    )
      break
    counted += next.entries
    for (const tenant of next.tenants) tenants.add(tenant)
  }
  const marks = await store.rollUps.late(now)
  const recounted = await recountLate(store, marks, { signal, oldest: dayAfter(today, 1 - retentionDays) })
  for (const { tenant } of marks) if (tenant !== null) tenants.add(tenant)

  const activityDays = Math.max(31, retentionDays + 1)
  await store.rollUps.prune('usage/', `usage/${dayAfter(today, -usageDays)}`)
  await store.rollUps.prune('activity/day/', activityId(dayAfter(today, -activityDays)))
  await store.rollUps.prune('activity/hour/', activityId(`${dayAfter(today, -activityDays)}T00`))
  return { counted, recounted, tenants }
}
