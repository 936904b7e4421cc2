import { inTime } from '@patchbay/core/in-time'
import { OAuthError } from './oauth-error.ts'

/** A form is some hundred bytes: a client that takes longer only occupies a connection. */
const longestMs = 10_000

/**
 * Waits for a stranger's body. Throws `invalid_request` when it doesn't come in time, and has the connection closed:
 * otherwise the server would wait for the rest of the body.
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
