import type { Statistics } from '@patchbay/core/usage'
import type { RuleFinding } from '../evidence.ts'

const least = 100

/**
 * Clients that exceed the gateway's own limits; a client that is refused by its address has no tenant yet. `overLimit`:
 * how many calls went over monthly limits, which are RATE_LIMITED as well.
 */
export const limitedClients = ({ by_code }: Pick<Statistics, 'by_code'>, overLimit: number): readonly RuleFinding[] => {
  const refused = (by_code.RATE_LIMITED ?? 0) - overLimit
  if (refused < least) return []
  return [
    {
      finding: 'limited-clients/gateway',
      tenant: null,
      kind: 'limited-clients',
      severity: 'medium',
      title: `${refused} calls were refused by the gateway's own limits in 24 hours`,
      detail:
        'Clients behind one address share a limit. Give the token of a backend or its tenant calls_per_minute, which replaces that limit, raise CALLS_PER_MINUTE, name the proxies in TRUSTED_PROXIES if all clients seem to have one address, or slow down the client whose address the entries show.',
      evidence: '/admin/audit/stats',
    },
  ]
}
