import type { Rule } from '../evidence.ts'
import { auditQuery, formatPercent } from '../words.ts'

const least = 20
const leastShare = 0.2

/** A client whose parameters are refused again and again. */
export const invalidParameters: Rule = (evidence) => {
  const { id } = evidence.tenant
  return Object.entries(evidence.usage.tokens).flatMap(([token, { calls, invalid }]) => {
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
