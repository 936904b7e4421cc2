import { setImmediate } from 'node:timers/promises'
import type { readClosedQuotas } from '@patchbay/core/admission'
import { allTenants } from '@patchbay/core/rules'
import { type AccountRef, accountPath, type ClosedQuota, type Store, type TenantRecord } from '@patchbay/core/store'
import { isoTime, msOf, shiftTime, type UnixSeconds } from '@patchbay/core/time'
import { type ProbeState, readSystemHealth } from '../../../health/system-health.ts'
import { credentialToJson, tokenStates } from '../credentials/json.ts'
import { type StoredAccount, storedAccounts } from '../credentials/list.ts'

/** The states of an account: that of its credential, or `missing`. `silent`: the credential seems fine, and the last probe failed. */
export const accountStates = [...tokenStates, 'missing', 'silent'] as const
export type AccountState = (typeof accountStates)[number]

/** The states that somebody has to mend: an account that was never connected isn't in trouble. */
export const troubles: readonly AccountState[] = ['rejected', 'needs_reauth', 'expired', 'silent']

/** An account of a tenant, with what is stored for it. */
export interface ConfiguredAccount extends AccountRef {
  readonly tenant_name: string
  readonly label: string
  readonly state: AccountState
  readonly expires_at: UnixSeconds | null
  readonly rejected_at: string | null
  readonly updated_at: string | null
  /** The time of the last successful probe with its credential; `null`: none is known. */
  readonly tested_at: string | null
  /** The reason for which its credential is refused, if known. */
  readonly reason: string | null
  /** Set while the vendor's own limit blocks all calls: its end, and the vendor's message. `null`: calls are sent. */
  readonly closed: { readonly until: string; readonly reason: string | null } | null
}

/** The last probe of each account, by its path. */
export interface Probes {
  readonly last: ReadonlyMap<string, ProbeState>
  /** The time of the newest probe of any account; ISO 8601. */
  readonly at: string | null
}

export const readProbes = async ({ snapshots }: Pick<Store, 'snapshots'>): Promise<Probes> => {
  const snapshot = await readSystemHealth(snapshots)
  const last = new Map<string, ProbeState>()
  let newest: string | null = null
  for (const { probe, ...ref } of snapshot?.accounts ?? []) {
    if (!probe) continue
    last.set(accountPath(ref), probe)
    if (newest === null || probe.at > newest) newest = probe.at
  }
  // There may be 20,000: calls get their turn before more is read.
  await setImmediate()
  return { last, at: newest }
}

const nothingStored = {
  expires_at: null,
  rejected_at: null,
  updated_at: null,
  tested_at: null,
  reason: null,
  closed: null,
}

const describeClosed = (quota: ClosedQuota | undefined, now: Date): ConfiguredAccount['closed'] =>
  quota ? { until: isoTime(shiftTime(msOf(now), quota.endsInMs)), reason: quota.reason } : null

const describeStored = ({ ref, credential, seed }: StoredAccount, probe: ProbeState | undefined, now: Date) => {
  const { state, expires_at, rejected_at = null, updated_at = null } = credentialToJson(ref, credential, seed, now)
  const isSilent =
    probe?.outcome === 'error' &&
    probe.version === credential?.version &&
    (state === 'valid' || state === 'expiring_soon')
  const reason = isSilent ? probe.reason : (seed?.error ?? null)
  // A token that a seed has refreshed since is of the same access.
  const isTested = probe?.outcome === 'ok' && (probe.version === credential?.version || seed !== undefined)
  const tested_at = isTested ? probe.at : null
  return { state: isSilent ? ('silent' as const) : state, expires_at, rejected_at, updated_at, tested_at, reason }
}

const readOne = async function* ({ tenants }: Store, id: string): AsyncGenerator<TenantRecord> {
  const tenant = await tenants.get(id)
  if (tenant) yield tenant
}

/** The facts about accounts beside what is stored for them. */
interface AccountsView {
  readonly probes: Probes
  /** Unset: no account is closed. */
  readonly closed?: Awaited<ReturnType<typeof readClosedQuotas>>
  readonly now: Date
}

/**
 * Yields the accounts of all tenants, or of one, by tenant, provider and id, as the store has them now; calls run while it is read.
 * Stored accounts are read in the same order, so that nothing is held for later.
 */
export async function* readConfiguredAccounts(
  store: Store,
  { probes, closed, now }: AccountsView,
  tenant?: string,
): AsyncGenerator<ConfiguredAccount> {
  const stored = storedAccounts(store, tenant === undefined ? null : [tenant, '', ''])
  let next = await stored.next()
  for await (const { id, name, providers } of tenant === undefined ? allTenants(store) : readOne(store, tenant)) {
    const held = new Map<string, StoredAccount>()
    for (; !next.done && next.value.ref.tenant <= id; next = await stored.next()) {
      // A tenant that was removed or added meanwhile has no others to go with.
      if (next.value.ref.tenant === id) held.set(accountPath(next.value.ref), next.value)
    }
    for (const provider of Object.keys(providers).toSorted()) {
      const accounts = providers[provider]?.accounts ?? []
      for (const { id: account, label } of accounts.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
        const ref = { tenant: id, provider, account }
        const path = accountPath(ref)
        const stored = held.get(path)
        const about = stored
          ? {
              ...describeStored(stored, probes.last.get(path), now),
              closed: describeClosed(closed?.(ref, stored.credential?.handover_id ?? null), now),
            }
          : { state: 'missing' as const, ...nothingStored }
        yield { ...ref, tenant_name: name, label, ...about }
      }
    }
  }
}
