export type StripeErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** Stripe's error body, thrown anywhere in the fake. https://docs.stripe.com/api/errors */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly type: StripeErrorType,
    message: string,
    readonly more: Readonly<{ code?: string; param?: string; decline_code?: string; charge?: string }> = {},
  ) {
    super(message)
  }

  body() {
    const { type, message, more } = this
    return { error: { ...more, message, type } }
  }
}

export const invalidRequest = (message: string, more: StripeError['more'] = {}): StripeError =>
  new StripeError(400, 'invalid_request_error', message, more)

/** An id in the path answers 404, one in a parameter 400. */
export const resourceMissing = (kind: string, id: string, param: string, status: 400 | 404): StripeError =>
  new StripeError(status, 'invalid_request_error', `No such ${kind}: '${id}'`, { code: 'resource_missing', param })

/** The error of a status that the fake was told to answer with. */
export const errorOf = (status: number): StripeError => {
  if (status === 429) return new StripeError(429, 'invalid_request_error', 'Too many requests', { code: 'rate_limit' })
  if (status === 409)
    return new StripeError(409, 'idempotency_error', 'Another request with this key is in progress', {
      code: 'idempotency_key_in_use',
    })
  if (status === 401)
    return new StripeError(401, 'invalid_request_error', 'Expired API Key provided', { code: 'api_key_expired' })
  return new StripeError(status, 'api_error', 'Something went wrong on our end')
}
