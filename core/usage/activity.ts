import type { RollUpRecord, Tally } from '../store/index.ts'

export const dimensions = ['action', 'source', 'tenant', 'code', 'key'] as const
export type Dimension = (typeof dimensions)[number]

/** How many entries, and how many of them were errors. */
export type Total = readonly [total: number, errors: number]

/** What the audit log of one hour or day comes to. */
export interface Activity {
  /** `2026-11-20T12` or `2026-11-20`. */
  readonly slot: string
  readonly all: Total
  /** Names of callers' making are among the values: only own members count. */
  readonly by: Readonly<Record<Dimension, Readonly<Record<string, Total>>>>
}

/** Callers may send whatever domain; further values of a dimension are counted under this name, which none has. */
const maxValues = 10_000
export const others = '*'

/** Hours and days are apart, so that each can be read as a range. */
export const activityId = (slot: string): string => `activity/${slot.includes('T') ? 'hour' : 'day'}/${slot}`

export const activityOf = ({ value }: RollUpRecord): Activity => JSON.parse(value)

export const activityRecord = (activity: Activity): RollUpRecord => ({
  id: activityId(activity.slot),
  value: JSON.stringify(activity),
})

const sum = ([total, errors]: Total = [0, 0], [more, moreErrors]: Total, times: 1 | -1): Total => [
  total + times * more,
  errors + times * moreErrors,
]

interface Sums {
  all: Total
  readonly by: Record<Dimension, Map<string, Total>>
}

const noSums = (): Sums => ({
  all: [0, 0],
  by: { action: new Map(), source: new Map(), tenant: new Map(), code: new Map(), key: new Map() },
})

const addValue = (values: Map<string, Total>, value: string, total: Total, times: 1 | -1 = 1): void => {
  const name = values.has(value) || values.size < maxValues ? value : others
  const added = sum(values.get(name), total, times)
  if (added[0] === 0) values.delete(name)
  else values.set(name, added)
}

/** Adds up the audit log by hour and by day. */
export const createActivities = () => {
  const slots = new Map<string, Sums>()
  const sumsOf = (slot: string): Sums => {
    const known = slots.get(slot) ?? noSums()
    slots.set(slot, known)
    return known
  }

  const add = ({ all, by }: Pick<Activity, 'all' | 'by'>, slot: string, times: 1 | -1 = 1): void => {
    const sums = sumsOf(slot)
    sums.all = sum(sums.all, all, times)
    for (const dimension of dimensions) {
      for (const [value, total] of Object.entries(by[dimension])) addValue(sums.by[dimension], value, total, times)
    }
  }

  return {
    /** Counts into the hour and its day. */
    count(tally: Tally): void {
      const total: Total = [tally.entries, tally.outcome === 'error' ? tally.entries : 0]
      for (const slot of [tally.hour, tally.hour.slice(0, 10)]) {
        const sums = sumsOf(slot)
        sums.all = sum(sums.all, total, 1)
        for (const dimension of dimensions) {
          const value = tally[dimension]
          if (value !== null) addValue(sums.by[dimension], value, total)
        }
      }
    },
    /** Adds an activity to that of a slot, or takes it away again. */
    add,
    all: (): Activity[] => [...slots].map(([slot, { all, by }]) => ({ slot, all, by: byOf(by) })),
  }
}

const byOf = (by: Sums['by']): Activity['by'] => {
  // fromEntries defines members, also one that is named `__proto__`.
  const record = (dimension: Dimension) => Object.fromEntries(by[dimension])
  return {
    action: record('action'),
    source: record('source'),
    tenant: record('tenant'),
    code: record('code'),
    key: record('key'),
  }
}
