import type { Rule } from '../evidence.ts'
import { auditQuery, formatLatency, p95 } from '../words.ts'

const leastCalls = 20
const leastMs = 1000
const leastGrowth = 2

/** An action that takes much longer than in the week before. */
export const latencySpike: Rule = (evidence) =>
  evidence.usage.actions.flatMap(({ recent, before }) => {
    if (!before || recent.calls < leastCalls || before.calls < leastCalls) return []
    const [now, usual] = [p95(recent), p95(before)]
    if (now < leastMs || now < usual * leastGrowth) return []
    const { id } = evidence.tenant
    const { key, action } = recent
    return {
      finding: `latency-spike/${id}/${key}/${action}`,
      tenant: id,
      kind: 'latency-spike',
      severity: 'medium',
      title: `${action} to ${key} takes ${formatLatency(now)}`,
      detail: `That is the 95th percentile of the last two days; in the week before it was ${formatLatency(usual)}. See the provider's status page, and ask for less at a time where the action has a limit.`,
      evidence: auditQuery({ tenant: id, key, action, since: '2d' }),
    }
  })
