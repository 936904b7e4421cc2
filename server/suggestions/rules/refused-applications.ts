import {
  applicationPath,
  parseApplicationPath,
  type SeedRecord,
  type VendorApplicationRecord,
} from '@patchbay/core/store'
import { asUnixMs, isoTime, latest, msOf, type UnixMs } from '@patchbay/core/time'
import type { AccountEvidence, Evidence, RuleFinding } from '../evidence.ts'

const dayMs = 24 * 3_600_000

/** The accounts of one client at a vendor. */
interface ClientTally {
  readonly provider: string
  /** The `application` of the seeds. */
  readonly application: SeedRecord['application']
  readonly refused: Pick<SeedRecord, 'tenant' | 'provider' | 'account' | 'refused_since' | 'error'>[]
  accounts: number
  /** The time at which the endpoint last issued a token for one of them, in Unix milliseconds. */
  refreshedAt: UnixMs
}

/** True if the endpoint refuses the client, or has refused every request for a day. */
const isRefused = ({ refused_as, refused_since }: SeedRecord, now: Date): boolean =>
  refused_as === 'client' ||
  (refused_as === 'grant' && msOf(now) - (refused_since ?? Number.POSITIVE_INFINITY) >= dayMs)

const toFinding = (key: string, { provider, application, accounts, refused }: ClientTally): RuleFinding => {
  const ref = parseApplicationPath(application)
  const [first] = refused.toSorted((one, other) => (one.refused_since ?? 0) - (other.refused_since ?? 0))
  const tenants = new Set(refused.map(({ tenant }) => tenant))
  const onlyTenant = tenants.size === 1 ? first?.tenant : undefined
  const since = isoTime(first?.refused_since ?? asUnixMs(0))
  const words = first?.error ? ` (${first.error})` : ''
  const advice = ref
    ? 'Make a new secret at the vendor and store it: the accounts refresh with it at once, and nobody has to connect again.'
    : "Store the accounts' seeds again, with the client's new secret."
  return {
    finding: `application-refused/${key}`,
    tenant: (ref ? ref.tenant : onlyTenant) || null,
    kind: 'application-refused',
    severity: 'high',
    title: `The vendor refuses ${ref ? `the application ${application}` : `a client at ${provider}`}`,
    detail: `The token endpoint has refused ${refused.length} of ${accounts} account${accounts === 1 ? '' : 's'} since ${since}${words}. The secret may have ended, or the client may have been changed at the vendor. ${advice}`,
    evidence: ref ? `/admin/${application}` : `/admin/tokens/${first?.tenant}/${first?.provider}/${first?.account}`,
  }
}

/**
 * Finds clients that vendors refuse: one suggestion for all accounts of each, as no account is at fault. A grant that is refused while
 * others of its client are taken is its account's own trouble.
 */
export const createClientTally = () => {
  const clients = new Map<string, ClientTally>()

  const add = ({ provider, seed }: AccountEvidence, now: Date): void => {
    if (!seed) return
    const { application, client_id } = seed
    const key = `${parseApplicationPath(application) ? application : provider}#${client_id}`
    const client = clients.get(key) ?? { provider, application, refused: [], accounts: 0, refreshedAt: asUnixMs(0) }
    clients.set(key, client)
    client.accounts++
    if (isRefused(seed, now)) client.refused.push(seed)
    client.refreshedAt = latest([client.refreshedAt, seed.refreshed_at ?? asUnixMs(0)])
  }

  /** The accounts that were refused since the client's last success. */
  const withoutOlder = (client: ClientTally): ClientTally => ({
    ...client,
    refused: client.refused.filter(({ refused_since }) => (refused_since ?? 0) > client.refreshedAt),
  })

  return {
    add({ accounts, now }: Pick<Evidence, 'accounts' | 'now'>): void {
      for (const account of accounts) add(account, now)
    },
    /** The clients that are refused for several accounts, or for all that they have. */
    findings: (): readonly RuleFinding[] =>
      [...clients]
        .map(([key, client]) => [key, withoutOlder(client)] as const)
        .filter(
          ([, { refused, accounts }]) => refused.length > 1 || (refused.length > 0 && refused.length === accounts),
        )
        .map(([key, client]) => toFinding(key, client)),
  }
}

/** The times before the end of a secret at which it is reported, and reported as severe. */
const aheadMs = 30 * dayMs
const graveMs = 7 * dayMs

/** Secrets that the vendor ends within a month, as the operator has stored. */
export const findEndingSecrets = (apps: readonly VendorApplicationRecord[], now: Date): readonly RuleFinding[] =>
  apps.flatMap((app) => {
    const { secret_expires_at: end, tenant } = app
    if (end === null) return []
    const leftMs = msOf(end) - msOf(now)
    if (leftMs > aheadMs) return []
    const path = applicationPath(app)
    return {
      finding: `secret-ends/${path}`,
      tenant: tenant || null,
      kind: 'secret-ends',
      severity: leftMs > graveMs ? 'medium' : 'high',
      title: `The secret of the application ${path} ${leftMs > 0 ? 'ends' : 'ended'} on ${end.slice(0, 10)}`,
      detail: `Without it, no account of this application can refresh its token. Make a new secret at the vendor, and store it with the day on which it ends: the accounts refresh with it at once, and nobody has to connect again.`,
      evidence: `/admin/${path}`,
    }
  })
