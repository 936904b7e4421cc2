import type { Rule } from '../evidence.ts'

const soonMs = 7 * 24 * 3_600_000

/** A credential that expires within a week and has no seed to refresh it. */
export const tokenLapses: Rule = ({ tenant, accounts, now }) =>
  accounts.flatMap(({ provider, account, credential, seed }) => {
    const expiresAt = credential?.expires_at
    if (seed || expiresAt === null || expiresAt === undefined) return []
    const leftMs = expiresAt * 1000 - now.getTime()
    if (leftMs <= 0 || leftMs > soonMs) return []
    return {
      finding: `token-lapses/${tenant.id}/${provider}/${account}`,
      tenant: tenant.id,
      kind: 'token-lapses',
      severity: leftMs < soonMs / 7 ? 'high' : 'medium',
      title: `The token of ${provider}/${account} expires on ${new Date(expiresAt * 1000).toISOString().slice(0, 10)}`,
      detail: 'Nothing refreshes it. Store a new one before that day, or a seed that refreshes it.',
      evidence: `/admin/tokens/${tenant.id}/${provider}/${account}`,
    }
  })
