import type { Rule } from '../evidence.ts'
import { type ActionSum, auditQuery, failuresLike, percent, recentAndBefore } from '../sums.ts'

const leastCalls = 20
const leastShare = 0.2
const leastGrowth = 3

/** The share of failures that are neither the caller's fault nor a limit. */
const shareOf = (sum: ActionSum | undefined): number => {
  if (!sum || sum.calls === 0) return 0
  const failed =
    failuresLike(sum, 'UPSTREAM_ERROR', 'TIMEOUT', 'INTERNAL_ERROR') - failuresLike(sum, 'UPSTREAM_ERROR 429')
  return failed / sum.calls
}

/** An action that fails much more often than in the week before. */
export const errorSpike: Rule = (evidence) =>
  recentAndBefore(evidence).flatMap(({ recent, before }) => {
    const [share, usual] = [shareOf(recent), shareOf(before)]
    if (recent.calls < leastCalls || share < leastShare || share < usual * leastGrowth) return []
    const { id } = evidence.tenant
    const { key, action } = recent
    return {
      finding: `error-spike/${id}/${key}/${action}`,
      tenant: id,
      kind: 'error-spike',
      severity: share > 0.5 ? 'high' : 'medium',
      title: `${percent(share)} of the calls of ${action} to ${key} fail`,
      detail: `In the week before it was ${percent(usual)}. Look at the codes and statuses of the entries; when it is the provider's fault, see its status page, else what has changed in the calls.`,
      evidence: auditQuery({ tenant: id, key, action, since: '2d' }),
    }
  })
