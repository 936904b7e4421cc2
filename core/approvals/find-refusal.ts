import { type ApprovalRecord, approvalRetentionMs, type EarlierRefusal, type Store } from '../store/index.ts'
import { isoTime, type UnixMs } from '../time.ts'

/** The most refused calls of an action to look through. */
const mostRefused = 100

/** The newest refusal of an equal call of the tenant within a day; `undefined`: there was none. */
export const findRefusal = async (
  { approvals }: Pick<Store, 'approvals'>,
  { tenant, provider, action, parameters }: Pick<ApprovalRecord, 'tenant' | 'provider' | 'action' | 'parameters'>,
  now: UnixMs,
): Promise<EarlierRefusal | undefined> => {
  const refused = await approvals.list({ tenant, provider, action, state: 'refused', limit: mostRefused })
  const earlier = refused.find(
    (other) => other.parameters === parameters && now - (other.ended_at ?? 0) < approvalRetentionMs,
  )
  if (!earlier) return undefined
  const { id, token_id, grant_id, decisions, ended_at, reason } = earlier
  const no = decisions.findLast(({ decision }) => decision === 'refuse')
  return { id, token_id, grant_id, at: no?.at ?? ended_at ?? now, by: no?.name ?? '', reason }
}

/** A refusal as people who decide see it. */
export const showRefusal = ({ refused_before: refusal }: Pick<ApprovalRecord, 'refused_before'>) =>
  refusal ? { approval_id: refusal.id, at: isoTime(refusal.at), by: refusal.by, reason: refusal.reason } : null

/** A refusal as the caller sees it who asks again: that of a call of somebody else doesn't exist for them. */
export const tellRefusal = ({ refused_before: refusal, token_id, grant_id }: ApprovalRecord) =>
  refusal && (refusal.token_id === token_id || (grant_id !== null && refusal.grant_id === grant_id))
    ? { approval_id: refusal.id, at: isoTime(refusal.at), reason: refusal.reason }
    : undefined
