import type { ActionSum } from '@patchbay/core/reports'
import type { Rule } from '../evidence.ts'
import { auditQuery, formatPercent } from '../words.ts'

const leastCalls = 20
const leastShare = 0.2
const leastGrowth = 3

const faults = new Set(['TIMEOUT', 'INTERNAL_ERROR'])

/** A vendor's answers below 500 that aren't about the call: about the credential, or too slow a connection. */
const notAboutCall = new Set([401, 403, 407, 408])

/** True if a failure, a code with its status, is neither the caller's fault (a 404, say) nor a limit. */
const isFault = (failure: string): boolean => {
  const [code = '', status] = failure.split(' ')
  return faults.has(code) || (code === 'UPSTREAM_ERROR' && (Number(status) >= 500 || notAboutCall.has(Number(status))))
}

const computeFaultShare = ({ calls, failures }: ActionSum): number => {
  const failed = Object.entries(failures).reduce((sum, [name, count]) => sum + (isFault(name) ? count : 0), 0)
  return calls === 0 ? 0 : failed / calls
}

const comparison = (before: ActionSum | undefined): string =>
  before && before.calls > 0
    ? `In the week before it was ${formatPercent(computeFaultShare(before))}.`
    : 'The week before had no calls.'

/** An action that fails much more often than in the week before. */
export const errorSpike: Rule = (evidence) =>
  evidence.usage.actions.flatMap(({ recent, before }) => {
    const [share, usual] = [computeFaultShare(recent), before ? computeFaultShare(before) : 0]
    if (recent.calls < leastCalls || share < leastShare || share < usual * leastGrowth) return []
    const { id } = evidence.tenant
    const { key, action } = recent
    return {
      finding: `error-spike/${id}/${key}/${action}`,
      tenant: id,
      kind: 'error-spike',
      severity: share > 0.5 ? 'high' : 'medium',
      title: `${formatPercent(share)} of the calls of ${action} to ${key} fail`,
      detail: `${comparison(before)} Look at the reasons in the entries; when it is the provider's fault, see its status page, else what has changed in the calls.`,
      evidence: auditQuery({ tenant: id, key, action, outcome: 'error', since: '2d' }),
    }
  })
