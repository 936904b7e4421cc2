import { nextMonth, startOfMonth, toMonth } from '@patchbay/core/usage'
import type { Rule } from '../evidence.ts'

/** The share of a month after which its calls allow a forecast. */
const leastShare = 0.1

/** A month that will have more calls than its limit. */
export const quotaForecast: Rule = ({ tenant, billing, usage, now }) => {
  const limit = billing?.monthly_limit ?? null
  if (!billing || limit === null) return []
  const month = toMonth(now)
  const used = usage.billable
  const start = startOfMonth(month).getTime()
  const share = (now.getTime() - start) / (nextMonth(now).getTime() - start)
  const forecast = Math.round(used / share)
  const isReached = used >= limit
  if (!isReached && (share < leastShare || forecast <= limit)) return []
  const consequence = billing.hard_limit
    ? 'Calls over the limit are refused.'
    : 'The limit is a soft one, so no call is refused.'
  return [
    {
      finding: `quota-forecast/${tenant.id}`,
      tenant: tenant.id,
      kind: 'quota-forecast',
      severity: billing.hard_limit ? 'high' : 'medium',
      title: isReached
        ? `The month's limit of ${limit} calls is reached`
        : `The month will have about ${forecast} calls, its limit is ${limit}`,
      detail: `${used} calls so far. ${consequence} Raise the monthly limit, or find out who calls so much.`,
      evidence: `/admin/usage/${tenant.id}`,
    },
  ]
}
