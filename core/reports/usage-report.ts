import type { AuditReader } from '../store/index.ts'
import {
  billableIn,
  createPace,
  dayAfter,
  type MonthOfCalls,
  readUsage,
  summarizeDays,
  type UsageDay,
  type UsageSummaries,
} from '../usage/index.ts'

export interface UsagePeriod {
  readonly tenant: string
  /** The first and the last day. */
  readonly from: string
  readonly to: string
}

export interface UsageReport extends UsageSummaries {
  /** The billable calls of each month that the period touches, counted from the month's first day. */
  readonly months: readonly MonthOfCalls[]
}

const countByMonth = (days: readonly UsageDay[], from: string): MonthOfCalls[] =>
  [...Map.groupBy(days, ({ day }) => day.slice(0, 7)).values()].map((month) => ({
    before: billableIn(month.filter(({ day }) => day < from)),
    during: billableIn(month.filter(({ day }) => day >= from)),
  }))

/** A tenant's usage in a period, and the counts that it is charged by. */
export const reportUsage = async (
  reader: AuditReader,
  { tenant, from, to }: UsagePeriod,
  signal?: AbortSignal,
): Promise<UsageReport> => {
  const days = await readUsage(reader, tenant, `${from.slice(0, 7)}-01`, dayAfter(to), signal)
  const shown = days.filter(({ day }) => day >= from)
  return { ...(await summarizeDays(shown, createPace(signal))), months: countByMonth(days, from) }
}
