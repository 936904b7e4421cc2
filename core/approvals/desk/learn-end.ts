import { buildKeyEnd, findResolution, keyLife } from '../../effects/index.ts'
import { type ApprovalRecord, noEffects } from '../../store/index.ts'
import { type CarryOutParts, resolvedStates } from './carry-out.ts'

/** Records the end of an approved call whose unknown outcome was found out later, for the approval and for its caller's key. */
export const createLearnEnd =
  ({ store, announce, now }: Pick<CarryOutParts, 'store' | 'announce' | 'now'>) =>
  async (record: ApprovalRecord): Promise<ApprovalRecord> => {
    const { id, state, entry_id, key, version } = record
    if (state !== 'unknown' || entry_id === null) return record
    const resolution = await findResolution(store, entry_id)
    if (!resolution?.resolved_as) return record
    const isDone = resolution.resolved_as === 'done'
    if (key !== null) {
      const end = buildKeyEnd(key, entry_id, keyLife[isDone ? 'found-done' : 'found-absent'].own)
      await store.effects.commit({ ...noEffects, now: now(), ends: [end] })
    }
    const next: ApprovalRecord = {
      ...record,
      state: resolvedStates[resolution.resolved_as],
      reason: isDone ? null : resolution.reason,
      version: crypto.randomUUID(),
    }
    if (await store.approvals.swap(version, next)) await announce(next)
    return (await store.approvals.get(id)) ?? next
  }
