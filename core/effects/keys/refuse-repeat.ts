import type { CallSource } from '../../context/index.ts'
import { GatewayError } from '../../errors.ts'
import { type EffectKey, momentOfEntry } from '../../store/index.ts'
import type { UnixMs } from '../../time.ts'

/** Seconds after which the first call may have ended. */
const runningRetryAfter = 1

/** A surface's words for the parts of a request that decide about a repeated write. */
interface RetryWords {
  /** @example 'Idempotency-Key' */
  readonly key: string
  /** @example 'the header X-Repeat: true' */
  readonly repeat: string
}

/** The words of each surface, which core doesn't know. */
export type SurfaceWords = Readonly<Record<CallSource, RetryWords>>

const formatCount = (count: number, unit: string): string => {
  const whole = Math.round(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

/** An age in words: `12 seconds`, `3 minutes`. */
export const describeAge = (ms: number): string => {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 120) return formatCount(seconds, 'second')
  return seconds < 7200 ? formatCount(seconds / 60, 'minute') : formatCount(seconds / 3600, 'hour')
}

const conflict = (message: string, holder: EffectKey, retryAfter?: number): GatewayError =>
  new GatewayError('CONFLICT', message, {
    details: [{ path: '', message }],
    duplicateOf: holder.entry_id,
    retryAfter,
  })

/** The refusal of a call whose key has no answer for it. */
export const refuseKey = (holder: EffectKey, parameters: string, { key }: RetryWords): GatewayError => {
  const first = `the call ${holder.entry_id}`
  if (holder.parameters !== parameters)
    return conflict(
      `The ${key} belongs to ${first}, which had other parameters; send another call under a new key`,
      holder,
    )
  if (holder.state === 'running')
    return conflict(
      `The ${key} belongs to ${first}, which is still running; try again under the same key`,
      holder,
      runningRetryAfter,
    )
  if (holder.state === 'unknown')
    return conflict(
      `Nobody knows whether ${first} with this ${key} was carried out: its provider gave no certain answer; look there before you send it under a new key`,
      holder,
    )
  return conflict(
    `${first.replace('the', 'The')} with this ${key} was carried out, and its answer is not kept; do not send it again`,
    holder,
  )
}

/** The refusal of a call whose key was taken when the account may have been somebody else's. */
export const refuseOtherOwner = (holder: EffectKey, { key }: RetryWords): GatewayError =>
  conflict(
    `The ${key} belongs to the call ${holder.entry_id}, and the account was given another credential since, perhaps somebody else's; to call as the account is now, send a new key`,
    holder,
  )

/** The refusal of a call without a key: the same call came before. */
export const refuseDuplicate = (holder: EffectKey, { repeat }: RetryWords, now: UnixMs): GatewayError => {
  const age = describeAge(now - momentOfEntry(holder.entry_id))
  const first = `The same call was sent ${age} ago (${holder.entry_id})`
  const firstState = {
    running: 'and is still running',
    done: 'and was carried out',
    unknown: 'and nobody knows whether it was carried out; look at the provider first',
  }[holder.state]
  return conflict(`${first} ${firstState}; to send it all the same, add ${repeat}`, holder)
}
