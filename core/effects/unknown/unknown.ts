import type { Intent } from '../../audit/index.ts'
import type { Aftermath, EffectKey, KeyEnd, UnknownEffect } from '../../store/index.ts'
import { shiftTime, type UnixMs } from '../../time.ts'
import { claimLife, keyLife, unknownMs } from '../key-life.ts'

/** The record of a write whose outcome is unknown. */
export const buildUnknown = (
  { id, tenant, action, key, source, token_id, request_id, takes, same }: Intent,
  sealedParameters: string | null,
  now: UnixMs,
): UnknownEffect => ({
  id,
  tenant,
  action,
  key,
  source,
  token_id,
  request_id,
  keys: takes === null ? [same] : [takes, same],
  sealed_parameters: sealedParameters,
  // The first look comes within a minute.
  next_at: sealedParameters === null ? null : now,
  asked: 0,
})

/** The key that an unknown write leaves, so that an equal call isn't sent silently. */
const sameKey = ({ id, tenant, same }: Intent, gatewayId: string, now: UnixMs): EffectKey => ({
  id: same,
  tenant: tenant ?? '',
  entry_id: id,
  parameters: '',
  handover_id: null,
  state: claimLife.replace.free,
  sealed_answer: null,
  bytes: 0,
  expires_at: shiftTime(now, unknownMs),
  gateway_id: gatewayId,
})

/** The end of a key, with the sealed answer if there is one. */
export const buildKeyEnd = (
  id: string,
  entryId: string,
  state: KeyEnd['state'],
  sealedAnswer: string | null = null,
): KeyEnd => ({
  id,
  entry_id: entryId,
  state,
  sealed_answer: sealedAnswer,
  bytes: sealedAnswer?.length ?? 0,
})

/** The finding about a write that had ended unknown. */
type Finding = 'found-done' | 'found-absent'

/** Ends the key that a write took, and the one that it left when it was unknown. */
export const endAll = (
  { id, takes, same }: Pick<Intent, 'id' | 'takes' | 'same'>,
  finding: Finding,
  sealedAnswer: string | null = null,
): readonly KeyEnd[] => {
  const { own, call, left } = keyLife[finding]
  if (takes === same) return [buildKeyEnd(same, id, call)]
  // The key of an approval ends as a caller's own does.
  const taken = takes === null ? [] : [buildKeyEnd(takes, id, own, sealedAnswer)]
  return [...taken, buildKeyEnd(same, id, left)]
}

/** The changes in the store when a write ends unknown. */
export const leaveUnknown = (
  intent: Intent,
  sealedParameters: string | null,
  gatewayId: string,
  now: UnixMs,
): Aftermath & Required<Pick<Aftermath, 'unknown' | 'claims' | 'ends'>> => ({
  unknown: buildUnknown(intent, sealedParameters, now),
  claims: [{ kind: 'replace', key: sameKey(intent, gatewayId, now) }],
  ends: intent.takes === null ? [] : [buildKeyEnd(intent.takes, intent.id, keyLife.unknown.own)],
})

/** Ends the keys that an unknown write still has: the first one is its own, if it took one. */
export const endUnknown = (
  { id, keys }: Pick<UnknownEffect, 'id' | 'keys'>,
  finding: Finding,
  sealedAnswer: string | null = null,
): readonly KeyEnd[] => {
  const [same = '', takes = null] = keys.toReversed()
  return endAll({ id, takes, same }, finding, sealedAnswer)
}
