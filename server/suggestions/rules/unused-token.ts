import type { Rule } from '../evidence.ts'

const unusedMs = 30 * 24 * 3_600_000

/** A tenant token that was not used for 30 days. */
export const unusedToken: Rule = ({ tenant, tenantTokens, hasGrants, usage, now }) => {
  // OAuth clients that were authorized with a token call with tokens of their own.
  if (hasGrants) return []
  return tenantTokens
    .filter(
      ({ token_id, created_at }) =>
        !usage.usedTokens.has(token_id) && now.getTime() - Date.parse(created_at) > unusedMs,
    )
    .map(({ token_id }) => ({
      finding: `unused-token/${tenant.id}/${token_id}`,
      tenant: tenant.id,
      kind: 'unused-token',
      severity: 'low',
      title: `The tenant token ${token_id} was not used for 30 days`,
      detail: 'A token that nobody uses is a needless risk: revoke it if nobody misses it.',
      evidence: `/admin/auth/${tenant.id}`,
    }))
}
