import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type AuditReader, accountOfKey } from '../store/index.ts'
import { readConsistently } from './consistent.ts'
import { daysBetween, momentOfId, startOfDay, startOfMonth, toDay, toMonth } from './counts/periods.ts'
import { tallies } from './counts/tallies.ts'
import { addUsage, createUsageDays, noUsage, parseUsageDay, type UsageDay, type UsageSum } from './counts/usage-day.ts'

/** The calls of all tenants to an action. */
export interface ActionTotal extends UsageSum {
  readonly provider: string
  readonly action: string | null
}

/** The calls of all tenants on one day. */
export interface DayTotal {
  readonly day: string
  readonly actions: readonly ActionTotal[]
}

/** The calls of a tenant in a month. */
export interface TenantTotal {
  calls: number
  errors: number
  billable: number
}

export interface UsageTotals {
  /** From `first` (inclusive) to `end` (exclusive), up to now. */
  readDays(first: string, end: string, signal?: AbortSignal): Promise<readonly DayTotal[]>
  /** Every tenant with calls in the month, up to now. */
  readMonth(month: string, signal?: AbortSignal): Promise<ReadonlyMap<string, TenantTotal>>
}

/** The days from `first` (inclusive) to `end` (exclusive). */
interface Period {
  readonly first: string
  readonly end: string
}

/** Entries may arrive for a day that was read: rarely, as when a clock was set back. */
const keepMs = 15 * 60_000
/** Records that are parsed at once. They take about a millisecond. */
const sliceRecords = 64

const sumActions = (cells: UsageDay['cells'], sums: Map<string, ActionTotal>): void => {
  for (const cell of cells) {
    const { provider } = accountOfKey(cell.key)
    const name = `${provider}\n${cell.action ?? ''}`
    const sum = sums.get(name) ?? { provider, action: cell.action, ...noUsage() }
    sums.set(name, sum)
    addUsage(sum, cell)
  }
}

const sumTenant = ({ tenant, cells }: UsageDay, sums: Map<string, TenantTotal>): void => {
  const sum = sums.get(tenant) ?? { calls: 0, errors: 0, billable: 0 }
  sums.set(tenant, sum)
  for (const { calls, errors, billable } of cells) {
    sum.calls += calls
    sum.errors += errors
    sum.billable += billable
  }
}

interface MonthPart {
  /** The first day that is not in it. */
  readonly end: string
  readonly tenants: ReadonlyMap<string, TenantTotal>
}

/**
 * Sums over all tenants, from the roll-ups of each one's days and from the log after them. Days that are over are kept for a while: the
 * first sum over a month with thousands of tenants takes a second, in steps between which calls run.
 */
export const createUsageTotals = ({ audit, rollUps }: AuditReader): UsageTotals => {
  const dayCache = new LRUCache<string, DayTotal>({ max: 62, ttl: keepMs })
  const monthCache = new LRUCache<string, MonthPart>({ max: 3, ttl: keepMs })

  const eachUsage = async (
    day: string,
    signal: AbortSignal | undefined,
    use: (usage: UsageDay) => void,
  ): Promise<void> => {
    signal?.throwIfAborted()
    const records = await rollUps.between(`usage/${day}/`, `usage/${day}/~`)
    for (const [index, record] of records.entries()) {
      if (index % sliceRecords === sliceRecords - 1) await setImmediate()
      use(parseUsageDay(record))
    }
  }

  /** The entries that aren't counted yet, by tenant and day. */
  const readRest = async (counted: string, period: Period, signal?: AbortSignal): Promise<readonly UsageDay[]> => {
    const days = createUsageDays()
    const range = { after: counted, since: startOfDay(period.first), until: startOfDay(period.end) }
    for await (const slice of tallies(audit, range, signal)) for (const tally of slice.tallies) days.count(tally)
    return days.all()
  }

  /** Days that nothing is added to any more: those before the one that is being counted. */
  const findOver = (counted: string): string => (counted === '' ? '' : toDay(momentOfId(counted)))

  const readDay = async (day: string, rest: readonly UsageDay[], signal?: AbortSignal): Promise<DayTotal> => {
    const sums = new Map<string, ActionTotal>()
    await eachUsage(day, signal, ({ cells }) => sumActions(cells, sums))
    for (const usage of rest) if (usage.day === day) sumActions(usage.cells, sums)
    return { day, actions: [...sums.values()] }
  }

  /** The days of the month that are over, with what was kept of them. */
  const readMonthPart = async (month: string, end: string, signal?: AbortSignal): Promise<MonthPart> => {
    const first = `${month}-01`
    const cachedPart = monthCache.get(month)
    if (cachedPart?.end === end) return cachedPart
    const tenants = new Map([...(cachedPart?.tenants ?? [])].map(([tenant, sum]) => [tenant, { ...sum }] as const))
    for (const day of daysBetween(cachedPart?.end ?? first, end))
      await eachUsage(day, signal, (usage) => sumTenant(usage, tenants))
    const part = { end, tenants }
    // The time runs from the first read: later days don't keep what was read before.
    monthCache.set(month, part, cachedPart ? { ttl: Math.max(1, monthCache.getRemainingTTL(month)) } : {})
    return part
  }

  return {
    readDays: (first, end, signal) =>
      readConsistently(rollUps, async ({ counted }) => {
        const over = findOver(counted)
        const rest = await readRest(counted, { first, end }, signal)
        const totals: DayTotal[] = []
        for (const day of daysBetween(first, end)) {
          const isOver = day < over && !rest.some((usage) => usage.day === day)
          const total = (isOver && dayCache.get(day)) || (await readDay(day, rest, signal))
          if (isOver && !dayCache.has(day)) dayCache.set(day, total)
          totals.push(total)
        }
        return totals
      }),
    readMonth: (month, signal) =>
      readConsistently(rollUps, async ({ counted }) => {
        const first = `${month}-01`
        const end = `${toMonth(new Date(startOfMonth(month).getTime() + 32 * 86_400_000))}-01`
        const over = [findOver(counted), end].toSorted()[0] ?? ''
        const part = await readMonthPart(month, over > first ? over : first, signal)
        const tenants = new Map([...part.tenants].map(([tenant, sum]) => [tenant, { ...sum }] as const))
        // The day that is being counted, if it is one of the month.
        if (over < end && over >= first) await eachUsage(over, signal, (usage) => sumTenant(usage, tenants))
        for (const usage of await readRest(counted, { first, end }, signal)) sumTenant(usage, tenants)
        return tenants
      }),
  }
}
