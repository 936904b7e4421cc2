import type { AuditRange, AuditReader } from '../store/index.ts'
import { isoTime } from '../time.ts'
import { readConsistently } from './consistent.ts'
import { activityId, parseActivity } from './counts/activity.ts'
import { allMarks } from './counts/counting.ts'
import { hourAfter, hoursBetween, startOfHour, toHour } from './counts/periods.ts'
import { tallies } from './counts/tallies.ts'
import { addTally, addUsage, isCall, noUsage, type UsageSum } from './counts/usage-day.ts'
import { summarizeCalls, summarizeCells, type UsageSummary } from './usage.ts'

const shown = 24

export interface HourOfCalls extends UsageSummary {
  /** Its beginning; ISO 8601, UTC. */
  readonly at: string
}

export interface DayOfHours {
  readonly hours: readonly HourOfCalls[]
  readonly total: UsageSummary
  /** The same stretch of time a week before, up to the same minute. */
  readonly week_ago: UsageSummary
}

/** The sums of the hours' calls in the roll-ups, but of hours into which entries have come since. */
const readCounted = async ({ rollUps }: AuditReader, hours: readonly string[]): Promise<Map<string, UsageSum>> => {
  const late = new Set((await allMarks(rollUps)).map(({ hour }) => hour))
  const records = (await rollUps.get(hours.map(activityId))).map(parseActivity)
  return new Map(records.flatMap(({ slot, calls }) => (calls && !late.has(slot) ? [[slot, calls] as const] : [])))
}

/** The sums of the 24 hours up to that of `now`, by hour. `until`: calls of the last hour from then on are left out. */
const readSums = (
  store: AuditReader,
  { now, until }: { readonly now: Date; readonly until?: Date },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, UsageSum>> =>
  readConsistently(store.rollUps, async ({ counted: upTo }) => {
    const first = hourAfter(toHour(now), 1 - shown)
    const sums = new Map(hoursBetween(first, hourAfter(toHour(now))).map((hour) => [hour, noUsage()]))
    const add = async (range: AuditRange): Promise<void> => {
      for await (const slice of tallies(store.audit, range, signal)) {
        for (const tally of slice.tallies) {
          const sum = isCall(tally) ? sums.get(tally.hour) : undefined
          if (sum) addTally(sum, tally)
        }
      }
    }
    const whole = [...sums.keys()].filter((hour) => until === undefined || hour !== toHour(now))
    const counted = upTo === '' ? new Map<string, UsageSum>() : await readCounted(store, whole)
    for (const [hour, sum] of sums) {
      const recorded = counted.get(hour)
      const end = startOfHour(hourAfter(hour))
      if (recorded) addUsage(sum, recorded)
      else if (upTo !== '') await add({ upTo, since: startOfHour(hour), until: until && until < end ? until : end })
    }
    await add({ since: startOfHour(first), until, ...(upTo !== '' && { after: upTo }) })
    return sums
  })

const weekMs = 7 * 86_400_000

/** The calls of all tenants in the last 24 hours, the hour under way included, by hour. */
export const readHours = async (store: AuditReader, now: Date, signal?: AbortSignal): Promise<DayOfHours> => {
  const sums = await readSums(store, { now }, signal)
  const then = new Date(now.getTime() - weekMs)
  const before = await readSums(store, { now: then, until: then }, signal)
  return {
    hours: [...sums].map(([hour, sum]) => ({ at: isoTime(startOfHour(hour)), ...summarizeCalls(sum) })),
    total: summarizeCells([...sums.values()]),
    week_ago: summarizeCells([...before.values()]),
  }
}
