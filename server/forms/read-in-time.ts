import { inTime } from '@patchbay/core/in-time'
import { RequestError } from './request-error.ts'

/** A form is some hundred bytes; a client that needs more time only occupies a connection. */
const longestMs = 10_000

/** Waits for the body of an unauthenticated request. Throws `invalid_request` if it takes too long. */
export const readInTime = <T>(reading: Promise<T>): Promise<T> =>
  inTime(
    reading,
    longestMs,
    () => new RequestError('invalid_request', `The body took longer than ${longestMs / 1000} s`, 408),
  )
