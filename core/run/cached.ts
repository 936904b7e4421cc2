import type { AnyAction } from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'
import type { Account, AccountRef } from '../store/index.ts'
import type { AnswerCache, CacheSlot } from './answer-cache.ts'
import type { Data, KeptAnswer, Trail } from './call-request.ts'
import { canonical } from './canonical.ts'
import { envelope } from './envelope.ts'
import type { Input } from './read-input.ts'

/** Where the call's answer is kept; `undefined` for a write, an action without a TTL, or an account without credential. */
export const slotFor = (
  cache: AnswerCache,
  { tenant, provider, account: id }: AccountRef,
  account: Account,
  { name, action, params, resultFields }: Input,
  credential: Credential | undefined,
): CacheSlot | undefined => {
  if (action.effect.kind !== 'read' || action.effect.ttlMs === 0 || !credential) return undefined
  const asked = canonical([account.settings ?? {}, name, params, resultFields ?? null])
  return cache.slot(tenant, `${tenant}/${provider}/${id}`, [credential.version, asked])
}

export const cachedAnswer = (cache: AnswerCache, slot: CacheSlot, trail: Trail): KeptAnswer | undefined => {
  const hit = cache.read(slot)
  if (hit) trail.cache = 'HIT'
  return hit
}

export const keepAnswer = (cache: AnswerCache, slot: CacheSlot, { effect }: AnyAction, data: Data): void => {
  if (effect.kind !== 'read') return
  cache.keep(slot, envelope(data, 'HIT'), effect.ttlMs)
}
