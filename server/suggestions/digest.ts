import type { AccountEvidence, Evidence, RuleFinding } from './evidence.ts'
import { p95 } from './words.ts'

const mostTenants = 50
const mostActions = 15

/** The data about one tenant that a model reads: names, counts and times, but no secret, label, address or payload. */
export interface TenantDigest {
  readonly tenant: string
  readonly calls: number
  readonly accounts: readonly object[]
  readonly actions: readonly object[]
  readonly limit: object | null
  /** The titles of the rules' findings. */
  readonly known: readonly string[]
}

const accountDigest = ({ provider, account, credential, seed, health }: AccountEvidence) => ({
  account: `${provider}/${account}`,
  token: credential ? (credential.expires_at ?? 'does not expire') : 'none',
  refresh: seed?.status ?? 'none',
  failed_probes: health?.probe?.failures ?? 0,
})

const buildDigest = (evidence: Evidence, findings: readonly RuleFinding[]): TenantDigest => {
  const { tenant, accounts, billing, usage } = evidence
  const configured = new Set(accounts.map(({ provider, account }) => `${provider}/${account}`))
  // Callers may send any domain name, so a model never reads unknown ones.
  const actions = usage.actions.filter(({ recent }) => configured.has(recent.key))
  return {
    tenant: tenant.id,
    calls: actions.reduce((sum, { recent }) => sum + recent.calls, 0),
    accounts: accounts.slice(0, mostActions).map(accountDigest),
    actions: actions
      .toSorted((a, b) => b.recent.calls - a.recent.calls)
      .slice(0, mostActions)
      .map(({ recent, before }) => ({
        action: `${recent.key} ${recent.action}`,
        last_two_days: {
          calls: recent.calls,
          failures: recent.failures,
          from_cache: recent.cache_hits,
          past_cache: recent.bypassed,
          p95_ms: p95(recent),
        },
        week_before: before ? { calls: before.calls, failures: before.failures, p95_ms: p95(before) } : null,
      })),
    limit: billing ? { monthly_calls: billing.monthly_limit, refuses: billing.hard_limit } : null,
    known: findings.map(({ title }) => title),
  }
}

/** Keeps the digests of the tenants with the most calls. */
export const createDigest = () => {
  let digests: TenantDigest[] = []
  return {
    add(evidence: Evidence, findings: readonly RuleFinding[]): void {
      digests.push(buildDigest(evidence, findings))
      if (digests.length > 2 * mostTenants) digests = busiest(digests)
    },
    tenants: (): readonly TenantDigest[] => busiest(digests),
  }
}

const busiest = (digests: readonly TenantDigest[]): TenantDigest[] =>
  digests.toSorted((a, b) => b.calls - a.calls).slice(0, mostTenants)
