export { type Cost, computeCost, isCurrency, type MonthOfCalls, sumCosts } from './cost.ts'
export { type HourOfCalls, readHours } from './hours.ts'
export { latencyBucket, percentile } from './latency.ts'
export { dayAfter, momentOfId, nextMonth, startOfDay, startOfMonth, toDay, toMonth } from './periods.ts'
export { queryAudit } from './query-audit.ts'
export { billableThisMonth, checkQuota, type Reservation, reserveCall, settleQuota } from './quota.ts'
export { type FailureCount, type RecentCalls, readRecent } from './recent.ts'
export { type RollUp, rollUp, usageDays } from './roll-up.ts'
export { readStatistics, type Statistics } from './statistics.ts'
export { tallies } from './tallies.ts'
export { billableIn, readUsage, summarizeCells, summarizeDays, type UsageSummary } from './usage.ts'
export { addUsage, noUsage, type UsageCell, type UsageDay, type UsageSum } from './usage-day.ts'
export {
  type ActionTotal,
  createUsageTotals,
  type DayTotal,
  type TenantTotal,
  type UsageTotals,
} from './usage-totals.ts'
