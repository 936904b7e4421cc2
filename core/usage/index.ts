export { type Cost, computeCost, isCurrency, type MonthOfCalls, sumCosts } from './cost.ts'
export { type Counting, createCounting } from './counts/counting.ts'
export { latencyBucket, percentile } from './counts/latency.ts'
export { createPace, type Pace } from './counts/pace.ts'
export { dayAfter, momentOfId, nextMonth, startOfDay, startOfMonth, toDay, toMonth } from './counts/periods.ts'
export { type RollUp, rollUp, usageDays } from './counts/roll-up.ts'
export { tallies } from './counts/tallies.ts'
export { addUsage, noUsage, type TokenUse, type UsageCell, type UsageDay, type UsageSum } from './counts/usage-day.ts'
export { type DayOfHours, readHours } from './hours.ts'
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
export { readStatistics, type Statistics, type StatisticsByWindow } from './statistics.ts'
export {
  billableIn,
  readUsage,
  summarizeCells,
  summarizeDays,
  type UsageSummaries,
  type UsageSummary,
} from './usage.ts'
export {
  type ActionTotal,
  createUsageTotals,
  type DayTotal,
  type TenantTotal,
  type UsageTotals,
} from './usage-totals.ts'
