import { GatewayError } from '@patchbay/core/errors'

/** The error that callers get if the store fails. The reason is in `cause`, for the log only. */
export const unavailable = (cause: unknown): GatewayError =>
  new GatewayError('UNAVAILABLE', 'The store is unavailable', { cause, retryAfter: 1 })
