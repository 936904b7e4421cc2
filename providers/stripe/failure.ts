import type { Answer, Failure } from '@patchbay/core/provider'

/** Stripe's error body, `{error: {type, code, message, ...}}`: https://docs.stripe.com/api/errors */
export const failure = (body: unknown, answer: Answer): Failure | undefined => {
  if (answer.status < 400 || typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { message, code, type } = Object(body.error) as Record<string, unknown>
  const words = [message, code, type].find((said) => typeof said === 'string')
  return words === undefined ? undefined : { message: words }
}
