import { inTime } from '@patchbay/core/in-time'
import { OAuthError } from './oauth-error.ts'

/** A form is some hundred bytes: who takes longer holds a connection. */
const longestMs = 10_000

/**
 * Waits for a body that a stranger sends. Throws `invalid_request` where it doesn't come in time, and has the connection
 * closed: what is left of the body would be waited for otherwise.
 */
export const readInTime = <T>(reading: Promise<T>): Promise<T> =>
  inTime(
    reading,
    longestMs,
    () =>
      new OAuthError('invalid_request', `The body took longer than ${longestMs / 1000} s`, 408, {
        connection: 'close',
      }),
  )
