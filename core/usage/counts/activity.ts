import type { RollUpRecord, Tally } from '../../store/index.ts'
import { addTally, addUsage, isCall, noUsage, type UsageSum } from './usage-day.ts'

export const dimensions = ['action', 'source', 'tenant', 'code', 'key'] as const
export type Dimension = (typeof dimensions)[number]

/** The number of entries, and of errors among them. */
export type Total = readonly [total: number, errors: number]

/** The sums of the audit log's entries of one hour or day. */
export interface Activity {
  /** `2026-11-20T12` or `2026-11-20`. */
  readonly slot: string
  readonly all: Total
  /** Callers choose some of the names, e.g. `constructor`: look at own members only. */
  readonly by: Readonly<Record<Dimension, Readonly<Record<string, Total>>>>
  /** The sums of an hour's calls; left out for days, and for hours that a version up to 0.1 has counted. */
  readonly calls?: UsageSum | undefined
}

/** Callers choose domain names. Values beyond the limit are counted under `others`, which is not a domain's name. */
const maxValues = 10_000
export const others = '*'

/** Hours and days have different prefixes, so that each can be read as a range. */
export const activityId = (slot: string): string => `activity/${isHour(slot) ? 'hour' : 'day'}/${slot}`

export const parseActivity = ({ value }: RollUpRecord): Activity => JSON.parse(value)

export const activityRecord = (activity: Activity): RollUpRecord => ({
  id: activityId(activity.slot),
  value: JSON.stringify(activity),
})

interface Sum {
  total: number
  errors: number
}

interface Sums {
  readonly all: Sum
  readonly by: Readonly<Record<Dimension, Map<string, Sum>>>
  /** `undefined`: they aren't known. */
  calls: UsageSum | undefined
}

const isHour = (slot: string): boolean => slot.includes('T')

const noSums = (slot: string): Sums => ({
  calls: isHour(slot) ? noUsage() : undefined,
  all: { total: 0, errors: 0 },
  by: { action: new Map(), source: new Map(), tenant: new Map(), code: new Map(), key: new Map() },
})

const ensureSum = (values: Map<string, Sum>, value: string): Sum => {
  const ownSum = values.get(value)
  if (ownSum) return ownSum
  if (values.size >= maxValues && value !== others) return ensureSum(values, others)
  const sum = { total: 0, errors: 0 }
  values.set(value, sum)
  return sum
}

const add = (sum: Sum, [total, errors]: Total, times: 1 | -1 = 1): void => {
  sum.total += times * total
  sum.errors += times * errors
}

/** Adds up the audit log by hour and by day. */
export const createActivities = () => {
  const slots = new Map<string, Sums>()
  const ensureSums = (slot: string): Sums => {
    const slotSums = slots.get(slot) ?? noSums(slot)
    slots.set(slot, slotSums)
    return slotSums
  }

  return {
    /** Adds a tally to its hour and its day. */
    count(tally: Tally): void {
      const total: Total = [tally.entries, tally.outcome === 'ok' ? 0 : tally.entries]
      for (const slot of [tally.hour, tally.hour.slice(0, 10)]) {
        const { all, by, calls } = ensureSums(slot)
        add(all, total)
        if (calls && isCall(tally)) addTally(calls, tally)
        for (const dimension of dimensions) {
          const value = tally[dimension]
          if (value !== null) add(ensureSum(by[dimension], value), total)
        }
      }
    },
    /** Adds an activity to a slot, or subtracts it. */
    add({ all, by, calls }: Omit<Activity, 'slot'>, slot: string, times: 1 | -1 = 1): void {
      const sums = ensureSums(slot)
      if (sums.calls && calls) addUsage(sums.calls, calls)
      else sums.calls = undefined
      add(sums.all, all, times)
      for (const dimension of dimensions) {
        for (const [value, total] of Object.entries(by[dimension]))
          add(ensureSum(sums.by[dimension], value), total, times)
      }
    },
    all: (): Activity[] =>
      [...slots].map(([slot, { all, by, calls }]) => ({ slot, all: toTotal(all), by: buildTotals(by), calls })),
  }
}

const toTotal = ({ total, errors }: Sum): Total => [total, errors]

const buildTotals = (by: Sums['by']): Activity['by'] => {
  // fromEntries defines own members, even one named `__proto__`.
  const record = (dimension: Dimension) =>
    Object.fromEntries([...by[dimension]].flatMap(([value, sum]) => (sum.total === 0 ? [] : [[value, toTotal(sum)]])))
  return {
    action: record('action'),
    source: record('source'),
    tenant: record('tenant'),
    code: record('code'),
    key: record('key'),
  }
}
