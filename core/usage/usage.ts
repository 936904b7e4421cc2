import { accountOfKey, type Store } from '../store/index.ts'
import { readConsistently } from './consistent.ts'
import { percentile } from './latency.ts'
import { daysBetween, startOfDay } from './periods.ts'
import { allMarks, recountDay } from './recount.ts'
import { tallies } from './tallies.ts'
import {
  addUsage,
  createUsageDays,
  noUsage,
  parseUsageDay,
  type UsageCell,
  type UsageDay,
  type UsageSum,
  usageDayId,
} from './usage-day.ts'

const callsIn = (usage: UsageDay | undefined): number => usage?.cells.reduce((sum, { calls }) => sum + calls, 0) ?? 0

/**
 * A tenant's usage by day, from `first` (inclusive) to `end` (exclusive), exact up to now. It includes entries that arrived
 * late, e.g. after the clock was set back.
 */
export const readUsage = (
  { audit, rollUps }: Pick<Store, 'audit' | 'rollUps'>,
  tenant: string,
  first: string,
  end: string,
): Promise<readonly UsageDay[]> =>
  readConsistently(rollUps, async ({ counted }) => {
    const days = createUsageDays()
    const [stored, marks] = await Promise.all([
      rollUps.get(daysBetween(first, end).map((day) => usageDayId(tenant, day))),
      allMarks(rollUps),
    ])
    const known = new Map(stored.map(parseUsageDay).map((usage) => [usage.day, usage]))
    const late = marks.filter((mark) => mark.tenant === tenant).map(({ hour }) => hour.slice(0, 10))
    for (const day of new Set(late)) {
      if (day < first || day >= end) continue
      const recounted = parseUsageDay(await recountDay({ audit }, tenant, day, counted))
      // If retention has removed entries of the day, the earlier count is the complete one.
      if (callsIn(recounted) > callsIn(known.get(day))) known.set(day, recounted)
    }
    for (const usage of known.values()) days.add(usage)
    const rest = { tenant, after: counted, since: startOfDay(first), until: startOfDay(end) }
    for await (const slice of tallies(audit, rest)) for (const tally of slice.tallies) days.count(tally)
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
  /** Milliseconds, rounded down by at most 13 %. */
  readonly latency_ms: { readonly p50: number; readonly p95: number }
}

/** Sums up, in the form of the admin API. */
export const summarizeCells = (cells: readonly UsageSum[]): UsageSummary => {
  const sum = noUsage()
  for (const cell of cells) addUsage(sum, cell)
  const { calls, errors, cache_hits, bytes, latencies } = sum
  return {
    calls,
    errors,
    cache_hits,
    bytes,
    latency_ms: { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) },
  }
}

const summariesBy = (cells: readonly UsageCell[], nameOf: (cell: UsageCell) => string | null) => {
  const named = cells.flatMap((cell) => {
    const name = nameOf(cell)
    return name === null ? [] : [{ name, cell }]
  })
  const groups = [...Map.groupBy(named, ({ name }) => name)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  // fromEntries defines own members, even one named `__proto__`.
  return Object.fromEntries(groups.map(([name, all]) => [name, summarizeCells(all.map(({ cell }) => cell))]))
}

/** Sums over all days, and by provider, action and day. */
export const summarizeDays = (days: readonly UsageDay[]) => {
  const cells = days.flatMap((usage) => usage.cells)
  return {
    totals: summarizeCells(cells),
    by_provider: summariesBy(cells, ({ key }) => accountOfKey(key).provider),
    by_action: summariesBy(cells, ({ action }) => action),
    by_day: Object.fromEntries(days.map(({ day, cells: ofDay }) => [day, summarizeCells(ofDay)])),
  }
}
