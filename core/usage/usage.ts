import { type AuditReader, accountOfKey } from '../store/index.ts'
import { readConsistently } from './consistent.ts'
import { allMarks, recountDay } from './counts/counting.ts'
import { percentile } from './counts/latency.ts'
import { createPace, type Pace } from './counts/pace.ts'
import { daysBetween, startOfDay } from './counts/periods.ts'
import { tallies } from './counts/tallies.ts'
import {
  addUsage,
  createUsageDays,
  noUsage,
  parseUsageDay,
  type UsageCell,
  type UsageDay,
  type UsageSum,
  usageDayId,
} from './counts/usage-day.ts'

const callsIn = (usage: UsageDay | undefined): number => usage?.cells.reduce((sum, { calls }) => sum + calls, 0) ?? 0

/**
 * A tenant's usage by day, from `first` (inclusive) to `end` (exclusive), exact up to now. It includes entries that arrived
 * late, e.g. after the clock was set back.
 */
export const readUsage = (
  { audit, rollUps }: AuditReader,
  tenant: string,
  first: string,
  end: string,
  signal?: AbortSignal,
): Promise<readonly UsageDay[]> =>
  readConsistently(rollUps, async ({ counted }) => {
    const pace = createPace(signal)
    const days = createUsageDays()
    const [stored, marks] = await Promise.all([
      rollUps.get(daysBetween(first, end).map((day) => usageDayId(tenant, day))),
      allMarks(rollUps),
    ])
    const byDay = new Map<string, UsageDay>()
    for (const record of stored) {
      const usage = parseUsageDay(record)
      byDay.set(usage.day, usage)
      await pace()
    }
    const late = marks.filter((mark) => mark.tenant === tenant).map(({ hour }) => hour.slice(0, 10))
    for (const day of new Set(late)) {
      if (day < first || day >= end) continue
      const recounted = parseUsageDay(await recountDay(audit, { tenant, day }, counted, signal))
      // If retention has removed entries of the day, the earlier count is the complete one.
      if (callsIn(recounted) > callsIn(byDay.get(day))) byDay.set(day, recounted)
    }
    for (const usage of byDay.values()) {
      days.add(usage)
      await pace()
    }
    const rest = { tenant, after: counted, since: startOfDay(first), until: startOfDay(end) }
    for await (const slice of tallies(audit, rest, signal)) for (const tally of slice.tallies) days.count(tally)
    return days.all().toSorted((a, b) => (a.day < b.day ? -1 : 1))
  })

/** The number of billable calls. */
export const billableIn = (days: readonly UsageDay[]): number =>
  days.reduce((sum, { cells }) => sum + cells.reduce((all, { billable }) => all + billable, 0), 0)

/** The sums of some calls, in the form of the admin API. */
export interface UsageSummary {
  readonly calls: number
  readonly errors: number
  readonly cache_hits: number
  /** Bytes of the callers' answers. */
  readonly bytes: number
  /** Milliseconds, off by at most 15 %. */
  readonly latency_ms: { readonly p50: number; readonly p95: number }
}

/** Calls in the form of the admin API. */
export const summarizeCalls = ({ calls, errors, cache_hits, bytes, latencies }: UsageSum): UsageSummary => ({
  calls,
  errors,
  cache_hits,
  bytes,
  latency_ms: { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) },
})

/** Sums up, in the form of the admin API. */
export const summarizeCells = (cells: readonly UsageSum[]): UsageSummary => {
  const sum = noUsage()
  for (const cell of cells) addUsage(sum, cell)
  return summarizeCalls(sum)
}

type Summaries = Readonly<Record<string, UsageSummary>>

export interface UsageSummaries {
  readonly totals: UsageSummary
  readonly by_provider: Summaries
  readonly by_action: Summaries
  readonly by_day: Summaries
}

/** Adds up cells by names. */
const createSums = () => {
  const sums = new Map<string, UsageSum>()
  return {
    add(name: string, cell: UsageCell): void {
      const sum = sums.get(name) ?? noUsage()
      addUsage(sum, cell)
      sums.set(name, sum)
    },
    /** In the order of names. fromEntries defines own members, even one named `__proto__`. */
    summarize: (): Summaries =>
      Object.fromEntries(
        [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => [name, summarizeCalls(sum)]),
      ),
  }
}

/** Sums over all days, and by provider, action and day. */
export const summarizeDays = async (days: readonly UsageDay[], pace: Pace = createPace()): Promise<UsageSummaries> => {
  const totals = noUsage()
  const [byProvider, byAction, byDay] = [createSums(), createSums(), createSums()]
  for (const { day, cells } of days) {
    for (const cell of cells) {
      addUsage(totals, cell)
      byProvider.add(accountOfKey(cell.key).provider, cell)
      if (cell.action !== null) byAction.add(cell.action, cell)
      byDay.add(day, cell)
    }
    await pace()
  }
  return {
    totals: summarizeCalls(totals),
    by_provider: byProvider.summarize(),
    by_action: byAction.summarize(),
    by_day: byDay.summarize(),
  }
}
