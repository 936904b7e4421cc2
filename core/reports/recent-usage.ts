import type { AuditReader } from '../store/index.ts'
import {
  addUsage,
  billableIn,
  createPace,
  dayAfter,
  noUsage,
  type Pace,
  readUsage,
  type TokenUse,
  tallies,
  toDay,
  toMonth,
  type UsageDay,
  type UsageSum,
} from '../usage/index.ts'

/** Days that are looked at, today included. */
const lookedAt = 31

/** The calls to one action of one account. */
export interface ActionSum extends UsageSum {
  readonly key: string
  readonly action: string
}

/** A tenant's usage of the last 31 days, as far as the rules for suggestions and the model read it. */
export interface RecentUsage {
  /** Each action's calls of yesterday and today, which is at least a whole day, and those of the seven days before. */
  readonly actions: readonly { readonly recent: ActionSum; readonly before: ActionSum | undefined }[]
  /** Each action's calls of the last seven days. */
  readonly week: readonly ActionSum[]
  /** The use of each token, by its id, yesterday and today. */
  readonly tokens: Readonly<Record<string, TokenUse>>
  /** The keys that calls named on any of the days, and the tokens they were made with. */
  readonly usedKeys: ReadonlySet<string>
  readonly usedTokens: ReadonlySet<string>
  /** The billable calls of this month. */
  readonly billable: number
  /** Calls that the gateway's own limits have refused since the time that was asked for. */
  readonly overLimit: number
}

const sumByAction = async (days: readonly UsageDay[], pace: Pace): Promise<Map<string, ActionSum>> => {
  const sums = new Map<string, ActionSum>()
  for (const { cells } of days) {
    for (const cell of cells) {
      if (cell.action === null) continue
      const name = `${cell.key} ${cell.action}`
      const sum = sums.get(name) ?? { key: cell.key, action: cell.action, ...noUsage() }
      addUsage(sum, cell)
      sums.set(name, sum)
    }
    await pace()
  }
  return sums
}

const sumByToken = (days: readonly UsageDay[]): Record<string, TokenUse> => {
  const sums = new Map<string, TokenUse>()
  for (const [id, { calls, invalid }] of days.flatMap(({ tokens }) => Object.entries(tokens))) {
    const sum = sums.get(id) ?? { calls: 0, invalid: 0 }
    sum.calls += calls
    sum.invalid += invalid
    sums.set(id, sum)
  }
  return Object.fromEntries(sums)
}

/** The figures of a tenant's days of usage that the rules read. */
export const summarizeRecentUsage = async (
  days: readonly UsageDay[],
  now: Date,
  pace: Pace,
): Promise<Omit<RecentUsage, 'overLimit'>> => {
  const today = toDay(now)
  const yesterday = dayAfter(today, -1)
  const lately = days.filter(({ day }) => day >= yesterday)
  const before = await sumByAction(
    days.filter(({ day }) => day < yesterday && day >= dayAfter(today, -8)),
    pace,
  )
  const recent = await sumByAction(lately, pace)
  const week = await sumByAction(
    days.filter(({ day }) => day > dayAfter(today, -7)),
    pace,
  )
  return {
    actions: [...recent].map(([name, sum]) => ({ recent: sum, before: before.get(name) })),
    week: [...week.values()],
    tokens: sumByToken(lately),
    usedKeys: new Set(days.flatMap(({ cells }) => cells.map(({ key }) => key))),
    usedTokens: new Set(days.flatMap(({ tokens }) => Object.keys(tokens))),
    billable: billableIn(days.filter(({ day }) => day.startsWith(toMonth(now)))),
  }
}

/** Counts errors whose code and status begin with one of these. */
export const countFailuresLike = ({ failures }: Pick<UsageSum, 'failures'>, ...names: readonly string[]): number =>
  Object.entries(failures).reduce(
    (sum, [failure, count]) => (names.some((name) => failure.startsWith(name)) ? sum + count : sum),
    0,
  )

/** The number of a tenant's calls that the gateway's limits refused since a time, which is at most a day ago. */
const countOverLimit = async (
  { audit }: AuditReader,
  { tenant, now, since }: RecentPeriod,
  days: readonly UsageDay[],
  signal?: AbortSignal,
): Promise<number> => {
  const cells = days.filter(({ day }) => day >= dayAfter(toDay(now), -1)).flatMap((day) => day.cells)
  // The usage of days is too coarse, but it shows for nearly all tenants that the log need not be read.
  if (cells.every((cell) => countFailuresLike(cell, 'RATE_LIMITED') === 0)) return 0
  let count = 0
  for await (const slice of tallies(audit, { tenant, since }, signal)) {
    for (const { code, entries } of slice.tallies) if (code === 'RATE_LIMITED') count += entries
  }
  return count
}

export interface RecentPeriod {
  readonly tenant: string
  readonly now: Date
  /** The start of the time in which calls over the limit are counted. */
  readonly since: Date
}

export const readRecentUsage = async (
  reader: AuditReader,
  period: RecentPeriod,
  signal?: AbortSignal,
): Promise<RecentUsage> => {
  const { tenant, now } = period
  const today = toDay(now)
  const days = await readUsage(reader, tenant, dayAfter(today, 1 - lookedAt), dayAfter(today), signal)
  return {
    ...(await summarizeRecentUsage(days, now, createPace(signal))),
    overLimit: await countOverLimit(reader, period, days, signal),
  }
}
