import type { PreparedCall, Repetition } from '../../context/index.ts'
import type { EffectKey, KeyClaim } from '../../store/index.ts'
import { shiftTime, type UnixMs } from '../../time.ts'
import { approvalKeyMs, claimLife, keyLife, keyMs } from '../key-life.ts'
import type { TenantDigests } from './tenant-digests.ts'
import { buildUntakenId } from './untaken.ts'

/** A write that is about to be opened. */
export interface Claimant {
  readonly prepared: PreparedCall
  /** The id of the write's intent. */
  readonly id: string
  /** The digest that equal calls of one token or grant share. */
  readonly same: string
  readonly canonical: string
  /** The handover id of the credential that the write is sent with. */
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

/** A claim of the caller's own key, which holds for one tenant, account and action. */
export const claimOwnKey = (digests: TenantDigests, claimant: Claimant, key: string): KeyClaim => {
  const id = buildOwnKeyId(digests, claimant.prepared, key)
  const parameters = digests.of('parameters', claimant.canonical)
  return { kind: 'take', key: buildKey(claimant, { id, parameters }, keyMs) }
}

/** The id under which a caller's own key is stored, by which its writes are found. */
export const buildOwnKeyId = (digests: TenantDigests, { ref, name }: Pick<PreparedCall, 'ref' | 'name'>, key: string) =>
  digests.of('key', ref.provider, ref.account, name, key)

/** The id of an approval's key, one for all gateways. Its holder carries out the call, or has made sure that nobody does. */
export const buildApprovalKeyId = (digests: TenantDigests, approvalId: string): string =>
  digests.of('approval', approvalId)

export const claimApproval = (digests: TenantDigests, claimant: Claimant, approvalId: string): KeyClaim => ({
  kind: 'take',
  key: buildKey(claimant, { id: buildApprovalKeyId(digests, approvalId), parameters: '' }, approvalKeyMs),
})

/** Takes the key of an abandoned approval. The approval itself is then its holder. */
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

/** Looks for the answer of an equal write whose caller hung up. */
const findUntaken = (claimant: Claimant): KeyClaim => ({
  kind: 'find',
  key: buildKey(claimant, { id: buildUntakenId(claimant.same), parameters: '' }, 0),
})

/**
 * The keys a write must claim before it is sent, what it takes first; none: no duplicate is possible. `mayBeLeft`: the same
 * call may have ended unknown lately, or left an answer that nobody took.
 */
export const chooseClaims = (
  digests: TenantDigests,
  claimant: Claimant,
  { idempotencyKey, repeat }: Repetition,
  refuseDuplicatesMs: number,
  mayBeLeft: (same: string) => boolean,
): readonly KeyClaim[] => {
  if (idempotencyKey !== undefined) return [claimOwnKey(digests, claimant, idempotencyKey)]
  if (repeat) return []
  const isLeft = mayBeLeft(claimant.same)
  if (refuseDuplicatesMs > 0)
    return [claimSame(claimant, 'take', refuseDuplicatesMs), ...(isLeft ? [findUntaken(claimant)] : [])]
  return isLeft ? [claimSame(claimant, 'look', 0), findUntaken(claimant)] : []
}
