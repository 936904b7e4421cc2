import { type Data, envelope, type Prepared } from '../context/index.ts'
import type { AnyAction } from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'
import type { AccountRef } from '../store/index.ts'
import type { AnswerCache, CacheSlot } from './answer-cache.ts'

/** What a write makes stale. */
export const scopeOf = ({ tenant, provider, account }: AccountRef): string => `${tenant}/${provider}/${account}`

/** Where a call's answer is kept, and the version of the credential that it was asked with. */
export interface Kept {
  readonly slot: CacheSlot
  readonly version: string
}

/**
 * Where the call's answer is kept; `undefined` for a write, an action without a TTL, or an account without credential.
 * `last`: where it was when the same call came before.
 */
export const cacheEntryFor = (
  cache: AnswerCache,
  { ref, asked }: Prepared,
  credential: Credential | undefined,
  last?: Kept,
): Kept | undefined => {
  if (asked === undefined || !credential) return undefined
  const { version } = credential
  if (last?.version === version && cache.isCurrent(last.slot)) return last
  return { slot: cache.slot(ref.tenant, scopeOf(ref), [version, asked]), version }
}

export const keepAnswer = (cache: AnswerCache, slot: CacheSlot, { effect }: AnyAction, data: Data): void => {
  if (effect.kind !== 'read') return
  cache.keep(slot, envelope(data, 'HIT'), effect.ttlMs)
}
