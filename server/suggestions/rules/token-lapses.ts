import { isoTime, msOf } from '@patchbay/core/time'
import type { Rule } from '../evidence.ts'

const soonMs = 7 * 24 * 3_600_000

/** A credential that expires within a week and has no seed to refresh it. */
export const tokenLapses: Rule = ({ tenant, accounts, now }) =>
  accounts.flatMap(({ provider, account, credential, seed }) => {
    const expiresAt = credential?.expires_at
    if (seed || expiresAt === null || expiresAt === undefined) return []
    const leftMs = msOf(expiresAt) - msOf(now)
    if (leftMs <= 0 || leftMs > soonMs) return []
    return {
      finding: `token-lapses/${tenant.id}/${provider}/${account}`,
      tenant: tenant.id,
      kind: 'token-lapses',
      severity: leftMs < soonMs / 7 ? 'high' : 'medium',
      title: `The token of ${provider}/${account} expires on ${isoTime(msOf(expiresAt)).slice(0, 10)}`,
      detail:
        'Nothing refreshes it. Store a new one before that day, or what renews it, such as a refresh token (a seed).',
      evidence: `/admin/tokens/${tenant.id}/${provider}/${account}`,
    }
  })
