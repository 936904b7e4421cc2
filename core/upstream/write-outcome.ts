import type { FetchError, FetchErrorKind } from '../fetch/index.ts'
import type { ActionEffect, Failure } from '../provider/index.ts'
import type { WriteOutcome } from '../tries.ts'

/** True if this status means that nothing was done, so that any write may be sent again. */
export const saysNotDone = (effect: ActionEffect, status: number): boolean =>
  effect.kind === 'write' && (effect.repeatOn?.includes(status) ?? false)

/** The outcome of a write by an error's status. A vendor that times out or breaks may have done it. Every other error is a refusal. */
const outcomeOfStatus = (effect: ActionEffect, status: number): WriteOutcome =>
  (status === 408 || status >= 500) && !saysNotDone(effect, status) ? 'unknown' : 'absent'

/** The outcome of a write by its answer: done, refused, or an error after which it may be done. */
export const outcomeOfAnswer = (
  effect: ActionEffect,
  status: number,
  isGood: boolean,
  failure: Failure | undefined,
): WriteOutcome => {
  if (!failure) return isGood ? 'done' : outcomeOfStatus(effect, status)
  if (failure.refused === false) return 'unknown'
  if (status < 400 && failure.refused) return 'absent'
  return saysNotDone(effect, status) ? 'absent' : outcomeOfStatus(effect, failure.status ?? status)
}

/** The errors after which nothing of the request was sent. */
const unsent: ReadonlySet<FetchErrorKind> = new Set([
  'invalid',
  'insecure',
  'refused-address',
  'unresolved',
  'unreachable',
  'untrusted',
  'no-handshake',
  'proxy-refused',
  'withheld',
])

/** The outcome of a write without a usable answer. `isSent`: it was handed to the network. */
export const outcomeOfFailure = (effect: ActionEffect, error: FetchError, isSent: boolean): WriteOutcome => {
  const { kind, status } = error
  if (!isSent || unsent.has(kind)) return 'absent'
  // The connection broke, or the caller's time was over: the answer may have been another than its head promised.
  if (kind === 'broken' || kind === 'aborted' || status === undefined) return 'unknown'
  return status >= 200 && status < 300 ? 'done' : outcomeOfStatus(effect, status)
}
