import {
  addUsage,
  dayAfter,
  noUsage,
  percentile,
  toDay,
  type UsageCell,
  type UsageDay,
  type UsageSum,
} from '@patchbay/core/usage'
import type { Evidence } from './evidence.ts'

/** The calls to one action of one account. */
export interface ActionSum extends UsageSum {
  readonly key: string
  readonly action: string
}

const sumUsageByAction = (days: readonly UsageDay[]): Map<string, ActionSum> => {
  const sums = new Map<string, ActionSum>()
  for (const cell of days.flatMap(({ cells }) => cells)) {
    if (cell.action === null) continue
    const name = `${cell.key} ${cell.action}`
    const sum = sums.get(name) ?? { key: cell.key, action: cell.action, ...noUsage() }
    addUsage(sum, cell)
    sums.set(name, sum)
  }
  return sums
}

/** Yesterday and today, which is at least a whole day. */
export const recentDays = ({ days, now }: Pick<Evidence, 'days' | 'now'>): readonly UsageDay[] =>
  days.filter(({ day }) => day >= dayAfter(toDay(now), -1))

/** Each action's calls of the last two days, and those of the seven days before. */
export const recentAndBefore = (
  evidence: Evidence,
): { readonly recent: ActionSum; readonly before: ActionSum | undefined }[] => {
  const today = toDay(evidence.now)
  const before = sumUsageByAction(
    evidence.days.filter(({ day }) => day < dayAfter(today, -1) && day >= dayAfter(today, -8)),
  )
  return [...sumUsageByAction(recentDays(evidence))].map(([name, recent]) => ({ recent, before: before.get(name) }))
}

/** Each action's calls of the last seven days. */
export const sumLastWeek = ({ days, now }: Evidence): ActionSum[] => [
  ...sumUsageByAction(days.filter(({ day }) => day > dayAfter(toDay(now), -7))).values(),
]

/** Counts errors whose code and status begin with one of these. */
export const countFailuresLike = ({ failures }: Pick<UsageCell, 'failures'>, ...names: readonly string[]): number =>
  Object.entries(failures).reduce(
    (sum, [failure, count]) => (names.some((name) => failure.startsWith(name)) ? sum + count : sum),
    0,
  )

export const p95 = ({ latencies }: Pick<UsageCell, 'latencies'>): number => percentile(latencies, 0.95)

/** The audit log query that shows the calls in question. */
export const auditQuery = (filter: Readonly<Record<string, string>>): string =>
  `/admin/audit?${new URLSearchParams(filter)}`

/** `12.5 %` */
export const formatPercent = (share: number): string => `${Math.round(share * 1000) / 10} %`
