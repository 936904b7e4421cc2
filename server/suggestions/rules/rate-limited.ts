import { countFailuresLike } from '@patchbay/core/reports'
import type { Rule } from '../evidence.ts'
import { auditQuery } from '../words.ts'

const least = 10

/** An action that runs into its provider's rate limit. */
export const rateLimited: Rule = (evidence) =>
  evidence.usage.actions.flatMap(({ recent }) => {
    const hits = countFailuresLike(recent, 'UPSTREAM_ERROR 429')
    if (hits < least) return []
    const { id } = evidence.tenant
    const { key, action } = recent
    return {
      finding: `rate-limited/${id}/${key}/${action}`,
      tenant: id,
      kind: 'rate-limited',
      severity: hits > recent.calls / 10 ? 'high' : 'medium',
      title: `${hits} calls of ${action} to ${key} hit the provider's rate limit`,
      detail: `There were ${recent.calls} calls in two days; the gateway's own retries are not included. Spread the calls out, leave out Cache-Control: no-cache where a cached answer will do, or ask the provider for a higher limit.`,
      evidence: auditQuery({ tenant: id, key, action, since: '2d' }),
    }
  })
