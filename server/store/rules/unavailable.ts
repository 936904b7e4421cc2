import { GatewayError } from '@patchbay/core/errors'

/** What a caller hears of a store that can't do its work; why, only the log does, by way of `cause`. */
export const unavailable = (cause: unknown): GatewayError =>
  new GatewayError('UNAVAILABLE', 'The store is unavailable', { cause, retryAfter: 1 })
