import type { StoreCache } from '@patchbay/core/admission'
import type { Probe } from '@patchbay/core/call'
import { type Credential, tokenState } from '@patchbay/core/refresh'
import type { Domain } from '@patchbay/core/schema'
import type { AccountRef, SeedRecord, Store, StorePart, TenantRecord } from '@patchbay/core/store'
import { VaultError } from '@patchbay/core/vault'
import type { ProcessHealth } from '../health/process-health.ts'
import { type AccountHealth, readSystemHealth, type SystemHealth, systemHealth } from '../health/system-health.ts'
import { allTenants } from '../store/rules/all-tenants.ts'
import { readAll } from '../store/rules/read-all.ts'
import type { Job } from './job.ts'
import { type ProbedAccount, probeAccounts } from './probe-accounts.ts'
import type { Schedules } from './schedules.ts'

export interface HealthSnapshotParts {
  readonly store: Store
  readonly known: Pick<StoreCache, 'credential'>
  readonly domains: ReadonlyMap<string, Domain>
  readonly probe: Probe
  readonly schedules: Schedules
  readonly processHealth: () => ProcessHealth
  /** Calls and failed calls since the previous call of this function. */
  readonly calls: () => { readonly total: number; readonly errors: number }
  readonly now?: () => Date
}

/** About 5 MB of JSON; MongoDB stores up to 16 MB. */
const mostAccounts = 20_000

const keyOf = ({ tenant, provider, account }: AccountRef): string => `${tenant}/${provider}/${account}`

const refsOf = ({ id, providers }: TenantRecord) =>
  Object.entries(providers).flatMap(([provider, { accounts }]) =>
    accounts.map((account) => ({ ref: { tenant: id, provider, account: account.id }, account })),
  )

/** Probes the accounts that are due, and stores a snapshot of the whole system. */
export const createHealthSnapshotJob = (
  cron: string,
  { store, known, domains, probe, schedules, processHealth, calls, now = () => new Date() }: HealthSnapshotParts,
): Job => {
  const credentialOf = async (ref: AccountRef): Promise<Credential | 'missing' | 'unreadable'> => {
    try {
      return (await known.credential(ref)) ?? 'missing'
    } catch (error) {
      if (error instanceof VaultError) return 'unreadable'
      throw error
    }
  }

  const seedsByAccount = async (): Promise<Map<string, SeedRecord['status']>> => {
    const found = new Map<string, SeedRecord['status']>()
    for await (const { records } of readAll(store, 'seeds')) {
      for (const record of records) found.set(keyOf(record), record.status)
    }
    return found
  }

  /** Every account with its token's state, and the accounts that can be probed. */
  const readAccounts = async (signal: AbortSignal) => {
    const before = await readSystemHealth(store.snapshots)
    const lastOf = new Map(before?.accounts.map((account) => [keyOf(account), account.probe]))
    const found = new Map<string, AccountHealth>()
    const probed: ProbedAccount[] = []
    const seeds = await seedsByAccount()
    let leftOut = 0
    for await (const tenant of allTenants(store)) {
      for (const { ref, account } of refsOf(tenant)) {
        signal.throwIfAborted()
        if (found.size >= mostAccounts) {
          leftOut++
          continue
        }
        const credential = await credentialOf(ref)
        const last = lastOf.get(keyOf(ref)) ?? null
        const token =
          typeof credential === 'string' ? credential : tokenState(credential.expiresAt, seeds.get(keyOf(ref)), now())
        found.set(keyOf(ref), { ...ref, token, probe: last })
        const domain = domains.get(ref.provider)
        if (domain && typeof credential !== 'string' && tenant.status === 'active')
          probed.push({ ref, domain, account, credential, last })
      }
    }
    return { found, probed, leftOut }
  }

  const latencyOf = async (part: StorePart): Promise<number | null> => {
    const startedAt = performance.now()
    try {
      await store.ping(part)
      return Math.round((performance.now() - startedAt) * 100) / 100
    } catch {
      return null
    }
  }

  const errorRates = () => {
    const { total, errors } = calls()
    return { total, errors, error_rate: total === 0 ? 0 : Math.round((errors / total) * 10_000) / 10_000 }
  }

  return {
    name: 'health-snapshot',
    cron,
    async run(signal) {
      const [configuration, audit] = await Promise.all([latencyOf('configuration'), latencyOf('audit')])
      const { found, probed, leftOut } = await readAccounts(signal)
      let probes = 0
      await probeAccounts(probe, probed, {
        now,
        signal,
        done({ ref }, state) {
          const account = found.get(keyOf(ref))
          if (account) found.set(keyOf(ref), { ...account, probe: state })
          probes++
        },
      })
      const accounts = [...found.values()]
      const isFailing = ({ probe: last, token }: AccountHealth) =>
        last?.outcome === 'error' || (token !== 'valid' && token !== 'expiring_soon')
      const byProvider = Map.groupBy(accounts, ({ provider }) => provider)
      const snapshot: SystemHealth = {
        at: now().toISOString(),
        store_latency_ms: { configuration, audit },
        providers: Object.fromEntries(
          [...byProvider].map(([provider, all]) => [
            provider,
            { accounts: all.length, failing: all.filter(isFailing).length },
          ]),
        ),
        accounts,
        accounts_left_out: leftOut,
        jobs: [...(await schedules()).values()].map(({ name, lag_ms, is_running }) => ({ name, lag_ms, is_running })),
        calls: errorRates(),
        process: processHealth(),
      }
      await store.snapshots.put({ name: systemHealth, at: snapshot.at, value: JSON.stringify(snapshot) })
      return { accounts: accounts.length, failing: accounts.filter(isFailing).length, probes }
    },
  }
}
