import { setImmediate } from 'node:timers/promises'
import type { RollUpRecord, Store } from '../store/index.ts'
import { activityId, activityOf, activityRecord, createActivities } from './activity.ts'
import { dayAfter, dayOf } from './periods.ts'
import { recountLate } from './recount.ts'
import { tallies } from './tallies.ts'
import { createUsageDays, usageDayId, usageDayOf, usageDayRecord } from './usage-day.ts'

type RollUpStore = Pick<Store, 'audit' | 'rollUps'>

/** Younger entries aren't counted yet: others of their time may still be on their way into the log. */
const settleMs = 15_000
/** Entries of one commit: the more, the less often a tenant's day is written. */
const mostEntries = 50_000
/** Records that are parsed or written in one go, a few milliseconds on the embedded store's only thread. */
const sliceRecords = 16
/** How long usage is kept: 25 months. */
export const usageDays = 25 * 31

export interface RollUp {
  /** How many entries were counted for the first time, and how many hours again. */
  readonly counted: number
  readonly recounted: number
  /** Whose calls were among them. */
  readonly tenants: ReadonlySet<string>
}

/** Each of them, with other work getting its turn in between. */
async function* gently<T>(values: readonly T[]): AsyncGenerator<T> {
  for (const [index, value] of values.entries()) {
    if (index % sliceRecords === sliceRecords - 1) await setImmediate()
    yield value
  }
}

/** Merges what was counted with what is stored. */
const merged = async (
  { rollUps }: RollUpStore,
  usage: ReturnType<typeof createUsageDays>,
  activity: ReturnType<typeof createActivities>,
): Promise<RollUpRecord[]> => {
  const days = usage.all().map(({ tenant, day }) => usageDayId(tenant, day))
  const slots = activity.all().map(({ slot }) => activityId(slot))
  for await (const record of gently(await rollUps.get(days))) usage.add(usageDayOf(record))
  for (const record of await rollUps.get(slots)) {
    const stored = activityOf(record)
    activity.add(stored, stored.slot)
  }
  const put = activity.all().map(activityRecord)
  for await (const day of gently(usage.all())) put.push(usageDayRecord(day))
  return put
}

/** What one commit would add. */
interface Batch {
  readonly entries: number
  readonly last: string
  readonly tenants: ReadonlySet<string>
  readonly put: readonly RollUpRecord[]
}

/** Counts the next entries of the log, `mostEntries` at most. */
const countNext = async (
  store: RollUpStore,
  range: { readonly after: string; readonly until: Date },
): Promise<Batch | undefined> => {
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
    const { counted: after, version } = await store.rollUps.state()
    const next = await countNext(store, { after, until })
    // Nothing is left, or somebody else is faster.
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
