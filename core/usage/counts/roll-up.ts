import type { RollUps } from '../../store/index.ts'
import { activityId } from './activity.ts'
import type { Counting } from './counting.ts'
import { dayAfter, toDay } from './periods.ts'
import { recountLate } from './recount.ts'

/**
 * Younger entries aren't counted yet: more entries of the same time may still arrive. A write is recorded with the time when it was
 * sent, up to 30 s before.
 */
const settleMs = 45_000
/** The time for which usage is kept: 25 months. */
export const usageDays = 25 * 31

export interface RollUp {
  /** Entries that were counted for the first time; `recounted`: hours that were counted again. */
  readonly counted: number
  readonly recounted: number
  /** The tenants of these entries. */
  readonly tenants: ReadonlySet<string>
}

export interface RollUpOptions {
  readonly now: Date
  /** Stops after the current commit, or rejects with its reason while entries are counted. */
  readonly signal: AbortSignal
  /** The days for which the audit log is kept. */
  readonly retentionDays: number
}

/**
 * Counts new entries of the audit log into the roll-ups. The roll-ups always agree with the log up to the last counted
 * entry, even if several gateways run this at once or it stops midway: a commit is atomic, and succeeds only if nobody
 * committed since its start. The store marks entries that arrive later with earlier ids, and their hours are recounted.
 */
export const rollUp = async (
  rollUps: RollUps,
  counting: Counting,
  { now, signal, retentionDays }: RollUpOptions,
): Promise<RollUp> => {
  const until = new Date(now.getTime() - settleMs)
  const today = toDay(now)
  const tenants = new Set<string>()
  let counted = 0
  while (!signal.aborted) {
    const { counted: after, version } = await rollUps.state()
    const next = await counting.countNext({ after, until }, signal)
    // Nothing is left, or another gateway was faster.
    if (!next || !(await rollUps.commit({ counted: next.last, version: version + 1, put: next.put, settled: [] })))
      break
    counted += next.entries
    for (const tenant of next.tenants) tenants.add(tenant)
  }
  const marks = await rollUps.late(now)
  const recounted = await recountLate(rollUps, counting, marks, { signal, oldest: dayAfter(today, 1 - retentionDays) })
  for (const { tenant } of marks) if (tenant !== null) tenants.add(tenant)

  const activityDays = Math.max(31, retentionDays + 1)
  await rollUps.prune('usage/', `usage/${dayAfter(today, -usageDays)}`)
  await rollUps.prune('activity/day/', activityId(dayAfter(today, -activityDays)))
  await rollUps.prune('activity/hour/', activityId(`${dayAfter(today, -activityDays)}T00`))
  return { counted, recounted, tenants }
}
