import type { RecentUsage, Reports } from '@patchbay/core/reports'
import { allTenants } from '@patchbay/core/rules'
import type { Domain } from '@patchbay/core/schema'
import {
  accountPath,
  type BillingRecord,
  type CredentialRecord,
  type Finding,
  type SeedRecord,
  type Store,
  type TenantRecord,
  type TenantTokenRecord,
  type UnknownEffect,
} from '@patchbay/core/store'
import { type AccountHealth, readSystemHealth } from '../health/system-health.ts'

/** One account with its credential and seed, which stay sealed. */
export interface AccountEvidence {
  readonly provider: string
  readonly account: string
  readonly credential: CredentialRecord | undefined
  readonly seed: SeedRecord | undefined
  /** From the newest health snapshot. */
  readonly health: AccountHealth | undefined
}

/** The data about a tenant that the rules read. */
export interface Evidence {
  readonly now: Date
  readonly domains: ReadonlyMap<string, Domain>
  readonly tenant: TenantRecord
  readonly accounts: readonly AccountEvidence[]
  readonly tenantTokens: readonly TenantTokenRecord[]
  /** True if OAuth clients were authorized with the tenant token; they call with tokens of their own. */
  readonly hasGrants: boolean
  readonly billing: BillingRecord | undefined
  readonly usage: RecentUsage
  /** The newest calls with an unknown outcome. */
  readonly unknown: readonly UnknownEffect[]
}

/** A rule's finding, before its source is added. */
export type RuleFinding = Omit<Finding, 'source'>

export type Rule = (evidence: Evidence) => readonly RuleFinding[]

export type EvidenceStore = Pick<
  Store,
  'tenants' | 'credentials' | 'seeds' | 'tenantTokens' | 'grants' | 'billing' | 'snapshots' | 'effects'
>

export interface EvidenceParts {
  readonly store: EvidenceStore
  readonly reports: Pick<Reports, 'recentUsage'>
  readonly domains: ReadonlyMap<string, Domain>
  readonly now: Date
  /** The start of the time in which calls over the gateway's limits are counted. */
  readonly since: Date
}

const gatherAccounts = (
  store: EvidenceStore,
  { id, providers }: TenantRecord,
  healthByAccount: ReadonlyMap<string, AccountHealth>,
): Promise<AccountEvidence[]> => {
  const refs = Object.entries(providers).flatMap(([provider, { accounts }]) =>
    accounts.map((account) => ({ tenant: id, provider, account: account.id })),
  )
  return Promise.all(
    refs.map(async (ref) => ({
      provider: ref.provider,
      account: ref.account,
      credential: await store.credentials.get(ref),
      seed: await store.seeds.get(ref),
      health: healthByAccount.get(accountPath(ref)),
    })),
  )
}

/** Unknown calls that are looked at. */
const mostUnknown = 1000

/** Yields the evidence of each active tenant. */
export async function* gatherEvidence(
  { store, reports, domains, now, since }: EvidenceParts,
  signal: AbortSignal,
): AsyncGenerator<Evidence> {
  const health = await readSystemHealth(store.snapshots)
  const healthByAccount = new Map(health?.accounts.map((each) => [accountPath(each), each]))
  for await (const tenant of allTenants(store)) {
    if (tenant.status !== 'active') continue
    yield {
      now,
      domains,
      tenant,
      accounts: await gatherAccounts(store, tenant, healthByAccount),
      tenantTokens: await store.tenantTokens.list(tenant.id),
      hasGrants: (await store.grants.list(tenant.id, { now, limit: 1 })).length > 0,
      billing: await store.billing.get(tenant.id),
      usage: await reports.recentUsage({ tenant: tenant.id, now, since }, signal),
      unknown: await store.effects.listUnknown({ tenant: tenant.id, limit: mostUnknown }),
    }
  }
}
