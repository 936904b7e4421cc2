export { type Cost, computeCost, isCurrency, type MonthOfCalls, sumCosts } from './cost.ts'
export { type Counting, createCounting } from './counting.ts'
export { type DayOfHours, readHours } from './hours.ts'
export { latencyBucket, percentile } from './latency.ts'
export { createPace, type Pace } from './pace.ts'
export { dayAfter, momentOfId, nextMonth, startOfDay, startOfMonth, toDay, toMonth } from './periods.ts'
export { queryAudit } from './query-audit.ts'
export {
  billableThisMonth,
  type CountBillable,
  checkQuota,
  type Reservation,
  reserveCall,
  settleQuota,
} from './quota.ts'
export { type FailureCount, type RecentCalls, type RecentMinutes, readRecent } from './recent.ts'
export { type RollUp, rollUp, usageDays } from './roll-up.ts'
export { readStatistics, type Statistics, type StatisticsByWindow } from './statistics.ts'
export { tallies } from './tallies.ts'
export {
  billableIn,
  readUsage,
  summarizeCells,
  summarizeDays,
  type UsageSummaries,
  type UsageSummary,
} from './usage.ts'
export { addUsage, noUsage, type TokenUse, type UsageCell, type UsageDay, type UsageSum } from './usage-day.ts'
export {
  type ActionTotal,
  createUsageTotals,
  type DayTotal,
  type TenantTotal,
  type UsageTotals,
} from './usage-totals.ts'
