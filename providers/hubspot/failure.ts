import type { Answer, Failure } from '@patchbay/core/provider'

/**
 * HubSpot's error body: `message`, `category`, and more in `errors`.
 * https://developers.hubspot.com/docs/api-reference/error-handling
 */
export const failure = (body: unknown, answer: Answer): Failure | undefined => {
  if (answer.status < 400 || typeof body !== 'object' || body === null) return undefined
  return 'message' in body && typeof body.message === 'string' ? { message: body.message } : undefined
}
