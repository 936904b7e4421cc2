import { accountOfKey } from '@patchbay/core/store'
import type { Rule } from '../evidence.ts'
import { auditQuery, formatPercent } from '../words.ts'

const leastCalls = 100
const leastBypassed = 0.9

/** A read that could be served from the cache, if its callers didn't forbid it. */
export const neverCached: Rule = (evidence) =>
  evidence.usage.week.flatMap(({ key, action, calls, cache_hits, bypassed }) => {
    const effect = evidence.domains.get(accountOfKey(key).provider)?.source.action(action)?.effect
    if (effect?.kind !== 'read' || effect.ttlMs === 0) return []
    if (calls < leastCalls || cache_hits > 0 || bypassed < calls * leastBypassed) return []
    const { id } = evidence.tenant
    return {
      finding: `never-cached/${id}/${key}/${action}`,
      tenant: id,
      kind: 'never-cached',
      severity: 'low',
      title: `${action} to ${key} is never served from the cache`,
      detail: `${formatPercent(bypassed / calls)} of ${calls} calls in a week bypassed the cache, although an answer is valid for ${effect.ttlMs / 1000} s. Leave out the header Cache-Control: no-cache.`,
      evidence: auditQuery({ tenant: id, key, action, since: '7d' }),
    }
  })
