import type { Answer, Failure } from '@patchbay/core/provider'

/**
 * Seconds. The daily limit ends at midnight in the account's time zone, which HubSpot doesn't tell: within an hour at the
 * soonest, and no wait within a call gets over it. https://developers.hubspot.com/docs/api/usage-details
 */
const dailyWait = 3600

/** What went wrong with a batch of which nothing was done: sent with 200 or 207. An association is a batch of one. */
const batchFailure = (results: unknown, errors: unknown): Failure | undefined => {
  if (!Array.isArray(results) || results.length > 0 || !Array.isArray(errors)) return undefined
  const { message } = Object(errors[0]) as Record<string, unknown>
  return typeof message === 'string' ? { message, status: 400 } : undefined
}

/**
 * HubSpot's error body: `message`, `category`, and more in `errors`.
 * https://developers.hubspot.com/docs/api-reference/error-handling
 */
export const failure = (body: unknown, { status }: Answer): Failure | undefined => {
  const { message, policyName, results, errors } = Object(body) as Record<string, unknown>
  if (status < 400) return batchFailure(results, errors)
  if (typeof message !== 'string') return undefined
  return { message, ...(policyName === 'DAILY' && { retryAfter: dailyWait }) }
}
