import { type AnswerCache, cacheEntryFor, type Kept, keepAnswer, scopeOf } from '../cache/index.ts'
import type { CallContext, Data, Deadline, Prepared } from '../context/index.ts'
import type { Credential, Refresher } from '../refresh/index.ts'
import { callProvider, type ProviderAccess, type ProviderCall, retryAfterRefresh } from '../upstream/index.ts'
import { findCredential } from './find-credential.ts'

export interface AskingParts extends ProviderAccess {
  readonly refresher: Refresher
  readonly cache: AnswerCache
}

export interface Asking {
  readonly prepared: Prepared
  /** The account's credential, if there is one. */
  readonly stored: Credential | undefined
  /** Where the answer is to be kept, if it is. */
  readonly kept: Kept | undefined
  readonly idempotencyKey: string | undefined
  readonly deadline: Deadline
}

/** A write makes what was read from the account stale when it begins and, as reads go on meanwhile, when it ends. */
const callAndMoveOn = async (parts: AskingParts, scope: string, call: ProviderCall): Promise<Data> => {
  if (call.input.action.effect.kind === 'read') return callProvider(parts, call)
  parts.cache.invalidate(scope)
  try {
    return await callProvider(parts, call)
  } finally {
    parts.cache.invalidate(scope)
  }
}

/** Steps 10 and 11: a credential, and the provider's answer, which goes into the cache. */
export const askProvider = async (
  parts: AskingParts,
  { prepared, stored, kept, idempotencyKey, deadline }: Asking,
  trail: CallContext,
): Promise<Data> => {
  const { refresher, cache } = parts
  const { ref, input } = prepared
  const credential = await findCredential(refresher, stored, ref, deadline)
  const onAnswer = (): void => {
    trail.answered = true
  }
  const call = { ...prepared, idempotencyKey, credential, deadline, onAnswer }
  let place = kept
  const send = (call: ProviderCall): Promise<Data> => {
    // Found before the call goes out: what is written while it is under way makes its answer stale.
    if (call.credential !== stored) place = cacheEntryFor(cache, prepared, call.credential)
    return callAndMoveOn(parts, scopeOf(ref), call)
  }
  const data = await retryAfterRefresh(refresher, ref, call, send)
  if (place) keepAnswer(cache, place.slot, input.action, data)
  return data
}
