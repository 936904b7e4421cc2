import { isActBesideCalls, type RollUpRecord, type Tally } from '../../store/index.ts'
import { coarsenBucket } from './latency.ts'

/** The sums of a tenant's calls of one day to one account and action. */
export interface UsageCell {
  /** `<provider>/<account>`, `<provider>`, or `unknown`. */
  readonly key: string
  readonly action: string | null
  calls: number
  errors: number
  billable: number
  cache_hits: number
  /** Calls that bypassed the cache. */
  bypassed: number
  bytes: number
  readonly latencies: Record<string, number>
  /** Errors by code and status, e.g. `UPSTREAM_ERROR 429`; `unknown 0`: a gateway died during the call. */
  readonly failures: Record<string, number>
}

/** The sums of a day's calls with one tenant token. */
export interface TokenUse {
  calls: number
  /** Calls whose parameters were refused. */
  invalid: number
}

/** The sums of a tenant's calls of one day. */
export interface UsageDay {
  readonly tenant: string
  readonly day: string
  readonly cells: readonly UsageCell[]
  /** The uses by `token_id`. */
  readonly tokens: Readonly<Record<string, TokenUse>>
}

/** Callers may name any domain. Further calls are counted together. */
const maxCells = 1000
/** OAuth clients call with tokens of their own, so there may be many. */
const maxTokens = 1000
const others = 'others'

export const usageDayId = (tenant: string, day: string): string => `usage/${day}/${tenant}`

/** A cell is stored without the names of its members: a busy tenant's day is written every minute. */
type CellTuple = readonly [
  ...[key: string, action: string | null, calls: number, errors: number, billable: number, cacheHits: number],
  ...[bypassed: number, bytes: number, latencies: UsageCell['latencies'], failures?: UsageCell['failures']],
]

const toCellTuple = (cell: UsageCell): CellTuple => {
  const { key, action, calls, errors, billable, cache_hits, bypassed, bytes, latencies, failures } = cell
  const members = [key, action, calls, errors, billable, cache_hits, bypassed, bytes, latencies] as const
  return errors > 0 ? [...members, failures] : members
}

const cellFrom = (cell: CellTuple): UsageCell => {
  const [key, action, calls, errors, billable, cache_hits, bypassed, bytes, latencies, failures = {}] = cell
  return { key, action, calls, errors, billable, cache_hits, bypassed, bytes, latencies, failures }
}

export const parseUsageDay = ({ value }: RollUpRecord): UsageDay => {
  const { cells, ...usage } = JSON.parse(value)
  return { ...usage, cells: cells.map(cellFrom) }
}

export const usageDayRecord = ({ tenant, day, tokens, cells }: UsageDay): RollUpRecord => ({
  id: usageDayId(tenant, day),
  value: JSON.stringify({ tenant, day, tokens, cells: cells.map(toCellTuple) }),
})

type OfAccount = Tally & { readonly tenant: string; readonly key: string }

/** True for what an admitted caller did: other entries have no key. */
const isOfCaller = (tally: Tally): tally is OfAccount =>
  (tally.source === 'rest' || tally.source === 'mcp') && tally.tenant !== null && tally.key !== null

/** Only admitted calls count. */
export const isCall = (tally: Tally): tally is OfAccount => isOfCaller(tally) && !isActBesideCalls(tally)

/** Entries that resolve a call of unknown outcome as done: the call was counted, and is billed by them. */
const billsACall = (tally: Tally): tally is OfAccount =>
  tally.billable && (tally.source === 'admin' || tally.source === 'job') && tally.tenant !== null && tally.key !== null

interface Sums {
  readonly tenant: string
  readonly day: string
  readonly cells: Map<string, UsageCell>
  readonly tokens: Map<string, TokenUse>
}

const ensureCell = (cells: Sums['cells'], key: string, action: string | null): UsageCell => {
  const name = `${key}\n${action ?? ''}`
  const ownCell = cells.get(name)
  if (ownCell) return ownCell
  if (cells.size >= maxCells && key !== others) return ensureCell(cells, others, null)
  const cell = { key, action, ...noUsage() }
  cells.set(name, cell)
  return cell
}

const ensureTokenUse = (tokens: Sums['tokens'], id: string): TokenUse => {
  const ownUse = tokens.get(id)
  if (ownUse) return ownUse
  if (tokens.size >= maxTokens && id !== others) return ensureTokenUse(tokens, others)
  const use = { calls: 0, invalid: 0 }
  tokens.set(id, use)
  return use
}

/** Adds up the usage of tenants by day. */
export const createUsageDays = () => {
  const days = new Map<string, Sums>()

  const ensureDay = (tenant: string, day: string): Sums => {
    const id = usageDayId(tenant, day)
    const ownSums = days.get(id)
    if (ownSums) return ownSums
    const sums: Sums = { tenant, day, cells: new Map(), tokens: new Map() }
    days.set(id, sums)
    return sums
  }

  return {
    /** Ignores tallies that are not calls, but that a token was used. */
    count(tally: Tally): void {
      if (billsACall(tally)) {
        const { cells } = ensureDay(tally.tenant, tally.hour.slice(0, 10))
        ensureCell(cells, tally.key, tally.action).billable += tally.entries
      }
      if (!isOfCaller(tally)) return
      const { cells, tokens } = ensureDay(tally.tenant, tally.hour.slice(0, 10))
      const use = tally.token_id === null ? undefined : ensureTokenUse(tokens, tally.token_id)
      if (!isCall(tally)) return
      addTally(ensureCell(cells, tally.key, tally.action), tally)
      if (!use) return
      use.calls += tally.entries
      if (tally.code === 'VALIDATION_ERROR') use.invalid += tally.entries
    },
    add(usage: UsageDay): void {
      const { cells, tokens } = ensureDay(usage.tenant, usage.day)
      for (const cell of usage.cells) addUsage(ensureCell(cells, cell.key, cell.action), cell)
      for (const [id, { calls, invalid }] of Object.entries(usage.tokens)) {
        const use = ensureTokenUse(tokens, id)
        use.calls += calls
        use.invalid += invalid
      }
    },
    all: (): UsageDay[] =>
      [...days.values()].map(({ tenant, day, cells, tokens }) => ({
        tenant,
        day,
        cells: [...cells.values()],
        tokens: Object.fromEntries(tokens),
      })),
  }
}

/** The sums of some calls. */
export type UsageSum = Omit<UsageCell, 'key' | 'action'>

/** The sums of no calls. */
export const noUsage = (): UsageSum => ({
  calls: 0,
  errors: 0,
  billable: 0,
  cache_hits: 0,
  bypassed: 0,
  bytes: 0,
  latencies: {},
  failures: {},
})

const addCount = (counts: Record<string, number>, name: string | number, count: number): void => {
  counts[name] = (counts[name] ?? 0) + count
}

export const addTally = (sum: UsageSum, { entries, ...tally }: Tally): void => {
  sum.calls += entries
  if (tally.billable) sum.billable += entries
  if (tally.cache === 'HIT') sum.cache_hits += entries
  if (tally.cache === 'BYPASS') sum.bypassed += entries
  sum.bytes += tally.bytes
  addCount(sum.latencies, coarsenBucket(tally.latency), entries)
  if (tally.outcome === 'ok') return
  sum.errors += entries
  addCount(sum.failures, `${tally.code ?? tally.outcome} ${tally.status}`, entries)
}

/** Adds `cell` to `sum`. */
export const addUsage = (sum: UsageSum, cell: UsageSum): void => {
  sum.calls += cell.calls
  sum.errors += cell.errors
  sum.billable += cell.billable
  sum.cache_hits += cell.cache_hits
  sum.bypassed += cell.bypassed
  sum.bytes += cell.bytes
  for (const [bucket, count] of Object.entries(cell.latencies)) addCount(sum.latencies, bucket, count)
  for (const [failure, count] of Object.entries(cell.failures)) addCount(sum.failures, failure, count)
}
