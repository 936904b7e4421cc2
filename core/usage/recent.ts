import { type AuditReader, accountOfKey } from '../store/index.ts'
import { isoTime } from '../time.ts'
import { tallies } from './counts/tallies.ts'
import { isCall } from './counts/usage-day.ts'

/** Calls that failed alike. */
export interface FailureCount {
  readonly code: string
  /** `unknown`: the call named none that is registered. */
  readonly provider: string
  readonly calls: number
  readonly tenants: number
}

/** The minutes up to now. */
export interface RecentMinutes {
  readonly now: Date
  readonly minutes: number
}

export interface RecentCalls {
  /** ISO 8601, UTC. */
  readonly since: string
  readonly calls: number
  readonly errors: number
  /** The most frequent first. */
  readonly failures: readonly FailureCount[]
}

const mostFailures = 20

/** The calls of all tenants in the last minutes, and how they failed; counted from the audit log itself. */
export const readRecent = async (
  { audit }: Pick<AuditReader, 'audit'>,
  { now, minutes }: RecentMinutes,
  signal?: AbortSignal,
): Promise<RecentCalls> => {
  const since = new Date(now.getTime() - minutes * 60_000)
  const failures = new Map<string, { code: string; provider: string; calls: number; tenants: Set<string> }>()
  let [calls, errors] = [0, 0]
  for await (const slice of tallies(audit, { since }, signal)) {
    for (const tally of slice.tallies) {
      if (!isCall(tally)) continue
      calls += tally.entries
      if (tally.outcome === 'ok') continue
      errors += tally.entries
      const code = tally.code ?? String(tally.status)
      const { provider } = accountOfKey(tally.key)
      const name = `${code} ${provider}`
      const ofCode = failures.get(name) ?? { code, provider, calls: 0, tenants: new Set() }
      failures.set(name, ofCode)
      ofCode.calls += tally.entries
      ofCode.tenants.add(tally.tenant)
    }
  }
  return {
    since: isoTime(since),
    calls,
    errors,
    failures: [...failures.values()]
      .map((failure) => ({ ...failure, tenants: failure.tenants.size }))
      .toSorted((one, other) => other.calls - one.calls)
      .slice(0, mostFailures),
  }
}
