import type { Intent } from '../../audit/index.ts'
import type { WriteAnswer } from '../../context/index.ts'
import type { EffectKey, KeyClaim } from '../../store/index.ts'
import { shiftTime, type UnixMs } from '../../time.ts'
import type { Vault } from '../../vault/index.ts'
import { keyLife, untakenMs } from '../key-life.ts'
import { sealAnswer } from './kept-answer.ts'

const untakenEnd = '/untaken'

/**
 * The id of the key that has the answer of a write whose caller hung up. It is another than that of the call itself, which says whether an equal
 * write ended unknown or is refused as a duplicate. `same`: the digest that equal calls of one token or grant share.
 */
export const buildUntakenId = (same: string): string => same + untakenEnd

/** The digest that equal calls share, from the id of a key for their untaken answer; `undefined`: the key is for something else. */
export const readUntakenId = (id: string): string | undefined =>
  id.endsWith(untakenEnd) ? id.slice(0, -untakenEnd.length) : undefined

/** The key of an untaken answer, without the answer. `now`: when its caller had hung up. */
export const buildUntaken = (
  { id, tenant, same }: Pick<Intent, 'id' | 'tenant' | 'same'>,
  handoverId: string | null,
  gatewayId: string,
  now: UnixMs,
): EffectKey => ({
  id: buildUntakenId(same),
  tenant: tenant ?? '',
  entry_id: id,
  parameters: '',
  handover_id: handoverId,
  state: keyLife.ok.untaken,
  sealed_answer: null,
  bytes: 0,
  expires_at: shiftTime(now, untakenMs),
  gateway_id: gatewayId,
})

/**
 * The claim that stores an untaken answer. Even if the answer can't be stored, its existence is noted: the write isn't
 * sent again.
 */
export const claimUntaken = async (
  vault: Pick<Vault, 'seal'>,
  key: EffectKey,
  answer: WriteAnswer | undefined,
): Promise<KeyClaim> => {
  const sealed_answer = answer ? await sealAnswer(vault, key, answer) : null
  return { kind: 'replace', key: { ...key, sealed_answer, bytes: sealed_answer?.length ?? 0 } }
}
