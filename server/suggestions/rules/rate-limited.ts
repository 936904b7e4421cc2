import type { Rule } from '../evidence.ts'
import { auditQuery, failuresLike, recentAndBefore } from '../sums.ts'

const least = 10

/** An action that runs into its provider's rate limit. */
export const rateLimited: Rule = (evidence) =>
  recentAndBefore(evidence).flatMap(({ recent }) => {
    const hits = failuresLike(recent, 'UPSTREAM_ERROR 429')
    if (hits < least) return []
    const { id } = evidence.tenant
    const { key, action } = recent
    return {
      finding: `rate-limited/${id}/${key}/${action}`,
      tenant: id,
      kind: 'rate-limited',
      severity: hits > recent.calls / 10 ? 'high' : 'medium',
      title: `${hits} calls of ${action} to ${key} hit the provider's rate limit`,
      detail: `That is of ${recent.calls} calls in two days, after the gateway's own retries. Spread the calls out, read from the cache where that will do (no Cache-Control: no-cache), or have the provider raise the limit.`,
      evidence: auditQuery({ tenant: id, key, action, since: '2d' }),
    }
  })
