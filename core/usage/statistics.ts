import type { AuditReader } from '../store/index.ts'
import { isoTime } from '../time.ts'
import { readConsistently } from './consistent.ts'
import { type Activity, activityId, createActivities, type Dimension, parseActivity } from './counts/activity.ts'
import { createPace } from './counts/pace.ts'
import { dayAfter, daysBetween, hoursBetween, startOfHour, toDay, toHour } from './counts/periods.ts'
import { tallies } from './counts/tallies.ts'

const windows = { '24h': 1, '7d': 7, '30d': 30 } as const

export type CountsByName = Readonly<Record<string, number>>

/** Sums of the audit log since a full hour. An entry that stands for several refused calls counts as many. */
export interface Statistics {
  /** ISO 8601, UTC. */
  readonly since: string
  readonly total: number
  readonly errors: number
  readonly by_action: CountsByName
  readonly by_source: CountsByName
  readonly by_tenant: CountsByName
  readonly by_code: CountsByName
}

const toCounts = ({ by }: Activity, dimension: Dimension): CountsByName =>
  Object.fromEntries(Object.entries(by[dimension]).map(([value, [total]]) => [value, total]))

/** The hours that are left of the first day, and the days after it. */
const slotsFrom = (firstHour: string, today: string): string[] => {
  const nextDay = dayAfter(firstHour.slice(0, 10))
  return [...hoursBetween(firstHour, `${nextDay}T00`), ...daysBetween(nextDay, dayAfter(today))]
}

export type StatisticsByWindow = Readonly<Record<keyof typeof windows, Statistics>>

/** The statistics of each window, from the hour in which it begins up to now. */
export const readStatistics = (
  { audit, rollUps }: AuditReader,
  now: Date,
  signal?: AbortSignal,
): Promise<StatisticsByWindow> =>
  readConsistently(rollUps, async ({ counted }) => {
    const pace = createPace(signal)
    const firstHours = Object.values(windows).map((days) => toHour(new Date(now.getTime() - days * 86_400_000)))
    const wanted = firstHours.map((hour) => new Set(slotsFrom(hour, toDay(now))))
    const ids = [...new Set(wanted.flatMap((slots) => [...slots]))].map(activityId)
    const sums = wanted.map(() => createActivities())
    const add = async (activity: Activity): Promise<void> => {
      for (const [index, slots] of wanted.entries()) {
        if (slots.has(activity.slot)) sums[index]?.add(activity, 'sum')
        await pace()
      }
    }
    for (const record of await rollUps.get(ids)) await add(parseActivity(record))
    const rest = createActivities()
    for await (const slice of tallies(audit, { after: counted }, signal)) {
      for (const tally of slice.tallies) rest.count(tally)
    }
    for (const activity of rest.all()) await add(activity)

    const statistics = sums.map((sum, index): Statistics => {
      const [activity = { slot: '', all: [0, 0], by: { action: {}, source: {}, tenant: {}, code: {}, key: {} } }] =
        sum.all()
      return {
        since: isoTime(startOfHour(firstHours[index] ?? '')),
        total: activity.all[0],
        errors: activity.all[1],
        by_action: toCounts(activity, 'action'),
        by_source: toCounts(activity, 'source'),
        by_tenant: toCounts(activity, 'tenant'),
        by_code: toCounts(activity, 'code'),
      }
    })
    return Object.fromEntries(
      Object.keys(windows).map((name, index) => [name, statistics[index]]),
    ) as StatisticsByWindow
  })
