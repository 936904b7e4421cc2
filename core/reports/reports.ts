import { type AccessUses, createAccessUses, type Uses } from '../policies/index.ts'
import type { AuditEntry, AuditReader } from '../store/index.ts'
import {
  billableThisMonth,
  type CountBillable,
  type Counting,
  createCounting,
  createUsageTotals,
  type DayOfHours,
  type DayTotal,
  type RecentCalls,
  type RecentMinutes,
  readHours,
  readRecent,
  readStatistics,
  type StatisticsByWindow,
  type TenantTotal,
} from '../usage/index.ts'
import { type ChangesQuery, queryChanges } from './change-entries.ts'
import { type CountedLog, countEntries, type EntriesCount } from './count-entries.ts'
import { type ExportedPage, type ExportRequest, exportPage } from './export-page.ts'
import { type RecentPeriod, type RecentUsage, readRecentUsage } from './recent-usage.ts'
import { type EntriesSearch, type FoundEntries, searchEntries } from './search-entries.ts'
import { reportUsage, type UsagePeriod, type UsageReport } from './usage-report.ts'
import { type EntryQuery, queryWanted } from './wanted-entries.ts'

type Report<Input, Answer> = (input: Input, signal?: AbortSignal) => Promise<Answer>

/**
 * The reads of the past for administrators and jobs. Each may take long, answers no call, and rejects with the signal's reason once it
 * is aborted. What goes in and comes out can be sent to another thread.
 */
export interface Reports extends Counting {
  /** Entries of the audit log, newest first. */
  readonly entries: Report<EntryQuery, readonly AuditEntry[]>
  /** A page of entries that are compared with each condition, newest first. */
  readonly searchEntries: Report<EntriesSearch, FoundEntries>
  /** Entries by time and outcome, and failed calls by their causes. */
  readonly countEntries: Report<EntriesCount, CountedLog>
  /** Entries of what was changed, newest first. */
  readonly changes: Report<ChangesQuery, readonly AuditEntry[]>
  readonly exportPage: Report<ExportRequest, ExportedPage>
  /** Sums of the audit log up to now. */
  readonly statistics: Report<Date, StatisticsByWindow>
  /** The calls of the 24 hours up to now. */
  readonly hours: Report<Date, DayOfHours>
  /** The calls of the last minutes, and how they failed. */
  readonly recentCalls: Report<RecentMinutes, RecentCalls>
  /** The calls of all tenants by day, from `first` (inclusive) to `end` (exclusive). */
  readonly dayTotals: Report<{ readonly first: string; readonly end: string }, readonly DayTotal[]>
  /** Every tenant with calls in the month. */
  readonly monthTotals: Report<string, ReadonlyMap<string, TenantTotal>>
  readonly usage: Report<UsagePeriod, UsageReport>
  /** A tenant's billable calls of this month. */
  readonly billable: CountBillable
  readonly recentUsage: Report<RecentPeriod, RecentUsage>
  /** The uses of a tenant's tokens in the last `days` days. */
  readonly uses: Report<{ readonly tenant: string; readonly days: number; readonly now: Date }, Uses>
}

export interface ReportSources {
  /** The source of bills and lists. */
  readonly exact: AuditReader
  /** The source of statistics, exports and history: it may lag behind by a moment. */
  readonly past: AuditReader
  /** The milliseconds for which uses are counted before a part of them is answered. */
  readonly usesMs?: number
}

/** Reports that are made on the thread of the caller. */
export const createReports = ({ exact, past, usesMs }: ReportSources): Reports => {
  const uses: AccessUses = createAccessUses(past.audit, usesMs)
  const totals = createUsageTotals(exact)
  return {
    ...createCounting(exact),
    entries: (filter, signal) => queryWanted(exact, filter, signal),
    searchEntries: (query, signal) => searchEntries(exact, query, signal),
    countEntries: (count, signal) => countEntries(exact, count, signal),
    changes: (query, signal) => queryChanges(exact, query, signal),
    exportPage: (request, signal) => exportPage(past, request, signal),
    statistics: (now, signal) => readStatistics(past, now, signal),
    hours: (now, signal) => readHours(past, now, signal),
    recentCalls: (minutes, signal) => readRecent(past, minutes, signal),
    dayTotals: ({ first, end }, signal) => totals.readDays(first, end, signal),
    monthTotals: (month, signal) => totals.readMonth(month, signal),
    usage: (period, signal) => reportUsage(exact, period, signal),
    billable: ({ tenant, now }, signal) => billableThisMonth(exact, tenant, now, signal),
    recentUsage: (period, signal) => readRecentUsage(past, period, signal),
    uses: ({ tenant, days, now }, signal) => uses.read(tenant, days, now, signal),
  }
}
