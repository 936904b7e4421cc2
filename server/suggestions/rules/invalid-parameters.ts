import type { Rule } from '../evidence.ts'
import { auditQuery, formatPercent, recentDays } from '../sums.ts'

const least = 20
const leastShare = 0.2

/** A client whose parameters are refused again and again. */
export const invalidParameters: Rule = (evidence) => {
  const { id } = evidence.tenant
  const byToken = Map.groupBy(
    recentDays(evidence).flatMap(({ tokens }) => Object.entries(tokens)),
    ([token]) => token,
  )
  return [...byToken].flatMap(([token, days]) => {
    const calls = days.reduce((sum, [, use]) => sum + use.calls, 0)
    const invalid = days.reduce((sum, [, use]) => sum + use.invalid, 0)
    if (invalid < least || invalid < calls * leastShare) return []
    return {
      finding: `invalid-parameters/${id}/${token}`,
      tenant: id,
      kind: 'invalid-parameters',
      severity: 'medium',
      title: `A client sends wrong parameters: ${invalid} calls in two days`,
      detail: `${formatPercent(invalid / calls)} of the calls with the token ${token} were refused as VALIDATION_ERROR. Correct the client: the details of the answers say what is wrong, and /openapi.json describes every parameter.`,
      evidence: auditQuery({ tenant: id, since: '2d' }),
    }
  })
}
