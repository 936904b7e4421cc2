import type { Answer, Failure } from '@patchbay/core/provider'

/** The window that was used up. Searches don't have it: https://developers.hubspot.com/docs/api/usage-details */
export const windowHeader = 'X-HubSpot-RateLimit-Interval-Milliseconds'

/**
 * Seconds to wait by the limit's name. The daily one ends at midnight in the account's time zone, which HubSpot doesn't
 * tell: no wait within a call gets over it.
 */
const waits: ReadonlyMap<unknown, number> = new Map([
  ['SECONDLY', 1],
  ['TEN_SECONDLY_ROLLING', 10],
  ['DAILY', 3600],
])

const findWait = (policyName: unknown, headers: Headers): number | undefined =>
  policyName === 'DAILY' || !headers.has(windowHeader) ? waits.get(policyName) : undefined

/** The failure of a batch in which nothing was done: sent with 200 or 207. An association is a batch of one. */
const batchFailure = (results: unknown, errors: unknown): Failure | undefined => {
  if (!Array.isArray(results) || results.length > 0 || !Array.isArray(errors)) return undefined
  const { message } = Object(errors[0]) as Record<string, unknown>
  return typeof message === 'string' ? { message, status: 400 } : undefined
}

/**
 * HubSpot's error body: `message`, `category`, and more in `errors`.
 * https://developers.hubspot.com/docs/api-reference/error-handling
 */
export const failure = (body: unknown, { status, headers }: Answer): Failure | undefined => {
  const { message, policyName, results, errors } = Object(body) as Record<string, unknown>
  if (status < 400) return batchFailure(results, errors)
  if (typeof message !== 'string') return undefined
  const retryAfter = findWait(policyName, headers)
  return { message, ...(retryAfter !== undefined && { retryAfter }) }
}
