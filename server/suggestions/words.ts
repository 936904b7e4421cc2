import { percentile, type UsageCell } from '@patchbay/core/usage'

export const p95 = ({ latencies }: Pick<UsageCell, 'latencies'>): number => percentile(latencies, 0.95)

/** The audit log query that shows the calls in question. */
export const auditQuery = (filter: Readonly<Record<string, string>>): string =>
  `/admin/audit?${new URLSearchParams(filter)}`

/** `12.5 %` */
export const formatPercent = (share: number): string => `${Math.round(share * 1000) / 10} %`

/** `246 ms`, and from a second on `1.2 s`. */
export const formatLatency = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
