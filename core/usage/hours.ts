import type { Store } from '../store/index.ts'
import { hourAfter, hoursBetween, startOfHour, toHour } from './periods.ts'
import { tallies } from './tallies.ts'
import { summarizeCells, type UsageSummary } from './usage.ts'
import { addTally, isCall, noUsage } from './usage-day.ts'

const shown = 24

export interface HourOfCalls extends UsageSummary {
  /** Its beginning; ISO 8601, UTC. */
  readonly at: string
}

export interface DayOfHours {
  readonly hours: readonly HourOfCalls[]
  readonly total: UsageSummary
}

/** The calls of all tenants in the last 24 hours, the hour under way included, by hour; counted from the audit log itself. */
export const readHours = async (audit: Store['audit'], now: Date): Promise<DayOfHours> => {
  const first = hourAfter(toHour(now), 1 - shown)
  const sums = new Map(hoursBetween(first, hourAfter(toHour(now))).map((hour) => [hour, noUsage()]))
  for await (const slice of tallies(audit, { since: startOfHour(first) })) {
    for (const tally of slice.tallies) {
      const sum = isCall(tally) ? sums.get(tally.hour) : undefined
      if (sum) addTally(sum, tally)
    }
  }
  return {
    hours: [...sums].map(([hour, sum]) => ({ at: startOfHour(hour).toISOString(), ...summarizeCells([sum]) })),
    total: summarizeCells([...sums.values()]),
  }
}
