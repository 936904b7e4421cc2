import { LRUCache } from 'lru-cache'
import { type Audit, type AuditRange, accountOfKey, type Tally } from '../store/index.ts'
import { dayAfter, startOfDay, tallies, toDay } from '../usage/index.ts'

/** The calls with one token of one action at one account, as far as access to them was decided. */
export interface Use {
  readonly token_id: string
  readonly provider: string
  /** The account; `null`: the call was refused and had named none. */
  readonly account: string | null
  readonly action: string
  /** The calls that the policies of their time allowed, even if they failed later. */
  admitted: number
  /** The calls that they refused. */
  refused: number
  /** The hour of the last one: `2026-11-20T12`, UTC. */
  last: string
}

/** The uses, as far as the log could be counted in time. */
export interface Uses {
  readonly uses: readonly Use[]
  /** The beginning of the period. */
  readonly since: Date
  /** True if the whole period was counted; otherwise `since` is the first day that was. */
  readonly isComplete: boolean
}

export interface AccessUses {
  /** The uses of a tenant in the last `days` days by UTC, today included. */
  read(tenant: string, days: number, now: Date, signal?: AbortSignal): Promise<Uses>
}

/** The counted part of a day. */
interface Day {
  readonly uses: Map<string, Use>
  /** The last entry that is counted. */
  after: string | undefined
  /** The moment before which everything is counted. */
  upTo: Date
}

/** The longest time between an event and the writing of its entry. */
const settledMs = 60_000
/** The time for which counted days are kept: entries may arrive late, e.g. after the clock was set back. */
const retentionMs = 3_600_000
/** The most days that are kept of a tenant: a period, and the day on which it ends. */
const mostDays = 31
const mostTenants = 32

/** Adds the calls of a tally whose access was decided: calls with invalid parameters were refused before. */
const addTally = (uses: Map<string, Use>, { source, token_id, action, key, code, entries, hour }: Tally): void => {
  if ((source !== 'rest' && source !== 'mcp') || code === 'VALIDATION_ERROR') return
  if (token_id === null || action === null || key === null) return
  const { provider, account } = accountOfKey(key)
  const isRefused = code === 'FORBIDDEN'
  // Without a chosen account, only a refusal shows that access was decided.
  if (account === null && !isRefused) return
  const counts = isRefused ? { admitted: 0, refused: entries } : { admitted: entries, refused: 0 }
  addUse(uses, { token_id, provider, account, action, ...counts, last: hour })
}

const addUse = (uses: Map<string, Use>, use: Use): void => {
  const name = `${use.token_id} ${use.provider} ${use.account} ${use.action}`
  const sum = uses.get(name)
  if (!sum) {
    uses.set(name, { ...use })
    return
  }
  sum.admitted += use.admitted
  sum.refused += use.refused
  if (use.last > sum.last) sum.last = use.last
}

/** Called before each slice of the log. */
type MayGoOn = () => boolean

interface CountLimits {
  readonly mayGoOn: MayGoOn
  readonly signal: AbortSignal | undefined
}

/** Counts until time is up. The first slice is always counted, so that the next request gets further. */
const timeFor = (ms: number): MayGoOn => {
  const end = performance.now() + ms
  let slices = 0
  return () => slices++ === 0 || performance.now() < end
}

/**
 * Counts a tenant's uses from the audit log, newest day first, for as long as `limitMs` allows. Counted days are kept in memory,
 * so that asking again answers at once, and continues where time was over.
 */
export const createAccessUses = (audit: Pick<Audit, 'tally'>, limitMs = 5000): AccessUses => {
  /** The counted days of each tenant: looking at others takes none of them away. */
  const counted = new LRUCache<string, LRUCache<string, Day>>({ max: mostTenants })
  /** The last count of each tenant that is under way. */
  const turns = new Map<string, Promise<unknown>>()

  /** Counts the entries of a range that follow the last counted one. `false`: time was over. */
  const countOn = async (day: Day, range: AuditRange, { mayGoOn, signal }: CountLimits): Promise<boolean> => {
    const rest = { ...range, ...(day.after !== undefined && { after: day.after }) }
    for await (const slice of tallies(audit, rest, signal)) {
      for (const tally of slice.tallies) addTally(day.uses, tally)
      day.after = slice.last
      if (slice.more && !mayGoOn()) return false
    }
    return true
  }

  /** The uses of a day before the moment `settled`; `undefined`: time was over. */
  const usesOfDay = async (tenant: string, day: string, settled: Date, limits: CountLimits) => {
    const days = counted.get(tenant) ?? new LRUCache({ max: mostDays, ttl: retentionMs, noUpdateTTL: true })
    counted.set(tenant, days)
    const since = startOfDay(day)
    const counts: Day = days.get(day) ?? { uses: new Map(), after: undefined, upTo: since }
    days.set(day, counts)
    const nextDay = startOfDay(dayAfter(day))
    const until = settled < nextDay ? settled : nextDay
    if (counts.upTo < until) {
      if (!limits.mayGoOn() || !(await countOn(counts, { tenant, since, until }, limits))) return undefined
      counts.upTo = until
    }
    return counts.uses.values()
  }

  const count = async (tenant: string, first: string, now: Date, limits: CountLimits): Promise<Uses> => {
    const settled = new Date(now.getTime() - settledMs)
    // The last minute is counted anew each time.
    const lately: Day = { uses: new Map(), after: undefined, upTo: settled }
    await countOn(lately, { tenant, since: settled }, { ...limits, mayGoOn: () => true })
    const result = (since: Date, isComplete: boolean): Uses => ({ uses: [...lately.uses.values()], since, isComplete })
    for (let day = toDay(now); day >= first; day = dayAfter(day, -1)) {
      const usesOnDay = await usesOfDay(tenant, day, settled, limits)
      const nextDay = startOfDay(dayAfter(day))
      if (!usesOnDay) return result(nextDay < settled ? nextDay : settled, false)
      for (const use of usesOnDay) addUse(lately.uses, use)
    }
    return result(startOfDay(first), true)
  }

  return {
    async read(tenant, period, now, signal) {
      // One at a time for each tenant: two at once would count a day twice. The time of a count begins with its turn.
      const counting = () => count(tenant, dayAfter(toDay(now), 1 - period), now, { mayGoOn: timeFor(limitMs), signal })
      const turn = (turns.get(tenant) ?? Promise.resolve()).then(counting, counting)
      turns.set(tenant, turn)
      try {
        return await turn
      } finally {
        if (turns.get(tenant) === turn) turns.delete(tenant)
      }
    },
  }
}
