import type { ProbeCall } from '@patchbay/core/call'
import { elapsedMs } from '@patchbay/core/elapsed-ms'
import { accountPath, type Store, type StorePart } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import type { ProcessHealth } from '../health/process-health.ts'
import { type AccountHealth, type SystemHealth, systemHealth } from '../health/system-health.ts'
import { probeAccounts } from './probe-accounts.ts'
import { type AccountSources, readAccounts } from './read-accounts.ts'
import type { Job } from './schedule/job.ts'
import type { Schedules } from './schedule/schedules.ts'

export interface HealthSnapshotParts extends AccountSources {
  readonly probe: ProbeCall
  readonly schedules: Schedules
  readonly processHealth: () => ProcessHealth
  /** Calls and failed calls since the previous call of this function. */
  readonly calls: () => { readonly total: number; readonly errors: number }
  readonly now?: () => Date
}

const measureLatency = async (store: Store, part: StorePart): Promise<number | null> => {
  const startedAt = performance.now()
  try {
    await store.ping(part)
    return elapsedMs(startedAt)
  } catch {
    return null
  }
}

const latencies = async (store: Store): Promise<SystemHealth['store_latency_ms']> => {
  const [configuration, audit] = await Promise.all([
    measureLatency(store, 'configuration'),
    measureLatency(store, 'audit'),
  ])
  return { configuration, audit }
}

const errorRates = ({ total, errors }: ReturnType<HealthSnapshotParts['calls']>): SystemHealth['calls'] => ({
  total,
  errors,
  error_rate: total === 0 ? 0 : Math.round((errors / total) * 10_000) / 10_000,
})

const isFailing = ({ probe: last, token }: AccountHealth): boolean =>
  last?.outcome === 'error' || (token !== 'valid' && token !== 'expiring_soon')

const byProvider = (accounts: readonly AccountHealth[]): SystemHealth['providers'] =>
  Object.fromEntries(
    [...Map.groupBy(accounts, ({ provider }) => provider)].map(([provider, all]) => [
      provider,
      { accounts: all.length, failing: all.filter(isFailing).length },
    ]),
  )

const jobStates = async (schedules: Schedules): Promise<SystemHealth['jobs']> =>
  [...(await schedules()).values()].map(({ name, lag_ms, is_running }) => ({ name, lag_ms, is_running }))

/** Probes the accounts that are due, and stores a snapshot of the whole system. */
export const createHealthSnapshotJob = (
  cron: string,
  { probe, schedules, processHealth, calls, now = () => new Date(), ...sources }: HealthSnapshotParts,
): Job => ({
  name: 'health-snapshot',
  cron,
  changes: [],
  async run(signal) {
    const { store } = sources
    const store_latency_ms = await latencies(store)
    const reading = await readAccounts(sources, now, signal)
    let probes = 0
    await probeAccounts(probe, reading.probed, {
      now,
      signal,
      done({ ref }, state) {
        const account = reading.accounts.get(accountPath(ref))
        if (account) reading.accounts.set(accountPath(ref), { ...account, probe: state })
        probes++
      },
    })
    const accounts = [...reading.accounts.values()]
    const snapshot: SystemHealth = {
      at: isoTime(now()),
      store_latency_ms,
      providers: byProvider(accounts),
      accounts,
      accounts_left_out: reading.leftOut,
      jobs: await jobStates(schedules),
      calls: errorRates(calls()),
      process: processHealth(),
    }
    await store.snapshots.put({ name: systemHealth, at: snapshot.at, value: JSON.stringify(snapshot) })
    return { accounts: accounts.length, failing: accounts.filter(isFailing).length, probes }
  },
})
