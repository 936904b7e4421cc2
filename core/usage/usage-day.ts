import type { RollUpRecord, Tally } from '../store/index.ts'

/** What a tenant's calls of one day to one account and action come to. */
export interface UsageCell {
  /** `<provider>/<account>`, or what the caller gave for a provider. */
  readonly key: string
  readonly action: string | null
  calls: number
  errors: number
  billable: number
  cache_hits: number
  bytes: number
  readonly latencies: Record<string, number>
}

/** What a tenant's calls of one day come to. */
export interface UsageDay {
  readonly tenant: string
  readonly day: string
  readonly cells: readonly UsageCell[]
}

/** A caller may ask for whatever domain; beyond these, calls are counted together. */
const maxCells = 1000
const others = 'others'

export const usageDayId = (tenant: string, day: string): string => `usage/${day}/${tenant}`

export const usageDayOf = ({ value }: RollUpRecord): UsageDay => JSON.parse(value)

export const usageDayRecord = (usage: UsageDay): RollUpRecord => ({
  id: usageDayId(usage.tenant, usage.day),
  value: JSON.stringify(usage),
})

/** A call counts from step 4 on, where its entry gets its key (decisions, "Admin"). */
export const isCall = (tally: Tally): tally is Tally & { readonly tenant: string; readonly key: string } =>
  (tally.source === 'rest' || tally.source === 'mcp') && tally.tenant !== null && tally.key !== null

/** Adds up the usage of tenants by day. */
export const createUsageDays = () => {
  const days = new Map<
    string,
    { readonly tenant: string; readonly day: string; readonly cells: Map<string, UsageCell> }
  >()

  const dayOf = (tenant: string, day: string) => {
    const id = usageDayId(tenant, day)
    const known = days.get(id) ?? { tenant, day, cells: new Map() }
    days.set(id, known)
    return known.cells
  }

  const cellOf = (cells: Map<string, UsageCell>, key: string, action: string | null): UsageCell => {
    const name = `${key}\n${action ?? ''}`
    const known = cells.get(name)
    if (known) return known
    if (cells.size >= maxCells && key !== others) return cellOf(cells, others, null)
    const cell = { key, action, calls: 0, errors: 0, billable: 0, cache_hits: 0, bytes: 0, latencies: {} }
    cells.set(name, cell)
    return cell
  }

  return {
    /** Passes over what is no call. */
    count(tally: Tally): void {
      if (!isCall(tally)) return
      const { entries } = tally
      const cell = cellOf(dayOf(tally.tenant, tally.hour.slice(0, 10)), tally.key, tally.action)
      cell.calls += entries
      if (tally.outcome === 'error') cell.errors += entries
      if (tally.billable) cell.billable += entries
      if (tally.cache === 'HIT') cell.cache_hits += entries
      cell.bytes += tally.bytes
      cell.latencies[tally.latency] = (cell.latencies[tally.latency] ?? 0) + entries
    },
    add({ tenant, day, cells }: UsageDay): void {
      const sums = dayOf(tenant, day)
      for (const cell of cells) addCell(cellOf(sums, cell.key, cell.action), cell)
    },
    all: (): UsageDay[] => [...days.values()].map(({ cells, ...rest }) => ({ ...rest, cells: [...cells.values()] })),
  }
}

/** Adds the second to the first. */
export const addCell = (sum: Omit<UsageCell, 'key' | 'action'>, cell: Omit<UsageCell, 'key' | 'action'>): void => {
  sum.calls += cell.calls
  sum.errors += cell.errors
  sum.billable += cell.billable
  sum.cache_hits += cell.cache_hits
  sum.bytes += cell.bytes
  for (const [bucket, count] of Object.entries(cell.latencies)) {
    sum.latencies[bucket] = (sum.latencies[bucket] ?? 0) + count
  }
}
