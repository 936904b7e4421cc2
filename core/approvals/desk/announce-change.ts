import { type ApprovalRecord, type ApprovalState, giveBackCounts, type Store } from '../../store/index.ts'

/** The ends of a call that never took effect: the rules count it no longer. */
const ineffective: ReadonlySet<ApprovalState> = new Set(['refused', 'withdrawn', 'expired', 'failed'])

/** Announces a stored change, and gives back the counts of a call that won't be sent. Never rejects. */
export type AnnounceChange = (record: ApprovalRecord) => Promise<void>

export const createAnnounceChange =
  ({ ruleCounts }: Pick<Store, 'ruleCounts'>, onChange: (record: ApprovalRecord) => void): AnnounceChange =>
  async (record) => {
    onChange(record)
    const { tenant, state, counts } = record
    if (counts && ineffective.has(state)) await giveBackCounts(ruleCounts, tenant, counts)
  }
