import { type Answer, type Failure, messageAt } from '@patchbay/core/provider'

const message = messageAt('/error/message', '/error_description', '/error')

/** Rate limits are a 403 too: https://developers.google.com/workspace/drive/api/guides/handle-errors */
export const failure = (body: unknown, answer: Answer): Failure | undefined => {
  const found = message(body, answer)
  const limited = answer.status === 403 && /rateLimitExceeded/i.test(Object(body).error?.errors?.[0]?.reason)
  return found && limited ? { ...found, retryAfter: 1 } : found
}
