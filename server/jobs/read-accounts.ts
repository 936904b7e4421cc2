import type { StoreCache } from '@patchbay/core/admission'
import { findCredential } from '@patchbay/core/call'
import { type Credential, tokenState } from '@patchbay/core/refresh'
import { allTenants, readAll } from '@patchbay/core/rules'
import type { Domain } from '@patchbay/core/schema'
import { type AccountRef, accountPath, type SeedRecord, type Store, type TenantRecord } from '@patchbay/core/store'
import { VaultError } from '@patchbay/core/vault'
import { type AccountHealth, readSystemHealth } from '../health/system-health.ts'
import type { ProbedAccount } from './probe-accounts.ts'

export interface AccountSources {
  readonly store: Store
  readonly storeCache: Pick<StoreCache, 'credential'>
  readonly domains: ReadonlyMap<string, Domain>
}

export interface FoundAccounts {
  /** Every account with its token's state and its last probe, by `accountPath`. */
  readonly accounts: Map<string, AccountHealth>
  /** The accounts among them that can be probed. */
  readonly probed: readonly ProbedAccount[]
  readonly leftOut: number
}

/** About 5 MB of JSON; MongoDB stores up to 16 MB. */
const mostAccounts = 20_000

const listAccountRefs = ({ id, providers }: TenantRecord) =>
  Object.entries(providers).flatMap(([provider, { accounts }]) =>
    accounts.map((account) => ({ ref: { tenant: id, provider, account: account.id }, account })),
  )

const loadCredential = async (
  storeCache: AccountSources['storeCache'],
  domain: Domain | undefined,
  ref: AccountRef,
): Promise<Credential | 'missing' | 'unreadable'> => {
  try {
    return (await findCredential(storeCache, domain?.provider, ref)) ?? 'missing'
  } catch (error) {
    if (error instanceof VaultError) return 'unreadable'
    throw error
  }
}

const seedsByAccount = async (store: Store): Promise<Map<string, SeedRecord['status']>> => {
  const statuses = new Map<string, SeedRecord['status']>()
  for await (const { records } of readAll(store, 'seeds')) {
    for (const record of records) statuses.set(accountPath(record), record.status)
  }
  return statuses
}

/** Reads the accounts of all tenants, up to the number that a snapshot holds. */
export const readAccounts = async (
  { store, storeCache, domains }: AccountSources,
  now: () => Date,
  signal: AbortSignal,
): Promise<FoundAccounts> => {
  const before = await readSystemHealth(store.snapshots)
  const lastProbeByAccount = new Map(before?.accounts.map((account) => [accountPath(account), account.probe]))
  const seeds = await seedsByAccount(store)
  const accounts = new Map<string, AccountHealth>()
  const probed: ProbedAccount[] = []
  let leftOut = 0
  for await (const tenant of allTenants(store)) {
    for (const { ref, account } of listAccountRefs(tenant)) {
      signal.throwIfAborted()
      if (accounts.size >= mostAccounts) {
        leftOut++
        continue
      }
      const key = accountPath(ref)
      const domain = domains.get(ref.provider)
      const credential = await loadCredential(storeCache, domain, ref)
      const last = lastProbeByAccount.get(key) ?? null
      if (typeof credential === 'string') accounts.set(key, { ...ref, token: credential, probe: last })
      else {
        accounts.set(key, {
          ...ref,
          token: tokenState(credential.expiresAt, seeds.get(key), now(), credential.rejected),
          probe: last,
        })
        if (domain?.provider.probe && tenant.status === 'active')
          probed.push({ ref, domain, account, credential, last })
      }
    }
  }
  return { accounts, probed, leftOut }
}
