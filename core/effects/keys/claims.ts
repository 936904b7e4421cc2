import type { PreparedCall, Repetition } from '../../context/index.ts'
import type { EffectKey, KeyClaim } from '../../store/index.ts'
import { shiftTime, type UnixMs } from '../../time.ts'
import { approvalKeyMs, claimLife, keyLife, keyMs } from '../key-life.ts'
import type { TenantDigests } from './tenant-digests.ts'

/** A write that is about to be opened. */
export interface Claimant {
  readonly prepared: PreparedCall
  /** The id of its intent. */
  readonly id: string
  /** Equal for calls of one token that ask for the same. */
  readonly same: string
  readonly canonical: string
  /** The id of the handover of the credential with which it is made. */
  readonly handoverId: string | null
  readonly gatewayId: string
  readonly now: UnixMs
}

const buildKey = (
  { prepared, id, handoverId, gatewayId, now }: Claimant,
  members: Pick<EffectKey, 'id' | 'parameters'>,
  lifeMs: number,
): EffectKey => ({
  ...members,
  tenant: prepared.ref.tenant,
  entry_id: id,
  handover_id: handoverId,
  state: claimLife.take.free,
  sealed_answer: null,
  bytes: 0,
  expires_at: shiftTime(now, lifeMs),
  gateway_id: gatewayId,
})

/** The caller's own key, which is the tenant's, the account's and the action's. */
export const claimOwnKey = (digests: TenantDigests, claimant: Claimant, key: string): KeyClaim => {
  const id = buildOwnKeyId(digests, claimant.prepared, key)
  const parameters = digests.of('parameters', claimant.canonical)
  return { kind: 'take', key: buildKey(claimant, { id, parameters }, keyMs) }
}

/** The key of a caller's own key, by which its writes are found. */
export const buildOwnKeyId = (digests: TenantDigests, { ref, name }: Pick<PreparedCall, 'ref' | 'name'>, key: string) =>
  digests.of('key', ref.provider, ref.account, name, key)

/** The key of an approval, which has one for all gateways. Whoever has it carries out the call, or has made sure that nobody does. */
export const buildApprovalKeyId = (digests: TenantDigests, approvalId: string): string =>
  digests.of('approval', approvalId)

export const claimApproval = (digests: TenantDigests, claimant: Claimant, approvalId: string): KeyClaim => ({
  kind: 'take',
  key: buildKey(claimant, { id: buildApprovalKeyId(digests, approvalId), parameters: '' }, approvalKeyMs),
})

/** Takes the key of an approval that is not to be carried out any more. Its holder is then the approval itself. */
export const closeApproval = (
  digests: TenantDigests,
  { id, tenant }: { readonly id: string; readonly tenant: string },
  gatewayId: string,
  now: UnixMs,
): KeyClaim => ({
  kind: 'take',
  key: {
    id: buildApprovalKeyId(digests, id),
    tenant,
    entry_id: id,
    parameters: '',
    handover_id: null,
    state: keyLife['given-up'].approval,
    sealed_answer: null,
    bytes: 0,
    expires_at: shiftTime(now, approvalKeyMs),
    gateway_id: gatewayId,
  },
})

/** The call itself as a key. */
const claimSame = (claimant: Claimant, kind: 'take' | 'look', lifeMs: number): KeyClaim => ({
  kind,
  key: buildKey(claimant, { id: claimant.same, parameters: '' }, lifeMs),
})

/**
 * The key that a write claims, so that it isn't sent where it would be a repeat; `undefined`: nothing stands in its way. `mayBeUnknown`: the same
 * call may have ended unknown lately.
 */
export const chooseClaim = (
  digests: TenantDigests,
  claimant: Claimant,
  { idempotencyKey, repeat }: Repetition,
  refuseDuplicatesMs: number,
  mayBeUnknown: (same: string) => boolean,
): KeyClaim | undefined => {
  if (idempotencyKey !== undefined) return claimOwnKey(digests, claimant, idempotencyKey)
  if (repeat) return undefined
  if (refuseDuplicatesMs > 0) return claimSame(claimant, 'take', refuseDuplicatesMs)
  return mayBeUnknown(claimant.same) ? claimSame(claimant, 'look', 0) : undefined
}
