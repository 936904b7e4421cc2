import { printCanonical } from '../../effects/index.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { type ApprovalRecord, approvalBounds, type Store } from '../../store/index.ts'
import { noApproval } from './asker-desk.ts'
import type { RunWord, Word } from './decision-body.ts'
import { type Decider, toDecidedBy } from './may-decide.ts'

/** The calls of a run of code that wait, as somebody sees them who decides. */
export interface WaitingRun {
  readonly runId: string
  readonly tenant: string
  /** A digest of the digests of the calls: a decision names what was shown. */
  readonly digest: string
  /** The oldest first. */
  readonly records: readonly ApprovalRecord[]
}

/** Calls of one run of code stand together and are decided together. */
export interface RunDesk {
  /** The waiting calls of a run about which this person may decide; an administrator may look at all. Throws NOT_FOUND and FORBIDDEN. */
  findRun(runId: string, decider?: Decider): Promise<WaitingRun>
  /**
   * Decides about all waiting calls of a run but those that the word takes out, which go on waiting. Returns the calls as they are then; a call
   * that somebody else has decided meanwhile keeps that decision. Throws as `decide` does, before anything is decided.
   */
  decideRun(runId: string, decider: Decider, word: RunWord): Promise<readonly ApprovalRecord[]>
}

export interface RunDeskParts {
  readonly store: Pick<Store, 'approvals'>
  /** Throws NOT_FOUND or FORBIDDEN if this person may not decide about the call. */
  readonly checkDecider: (record: ApprovalRecord, decider: Decider) => void
  /** Throws as `decide` does. */
  readonly checkWord: (record: ApprovalRecord, decider: Decider, word: Word) => Promise<void>
  /** Stores one person's word. Throws as `decide` does. */
  readonly storeWord: (record: ApprovalRecord, decider: Decider, word: Word) => Promise<ApprovalRecord>
  /** Carries approved calls out, in their order. */
  readonly start: (approved: readonly ApprovalRecord[]) => void
}

const digestRun = (records: readonly ApprovalRecord[]): string =>
  Bun.CryptoHasher.hash('sha256', printCanonical(records.map(({ id, digest }) => [id, digest])), 'hex')

const isRefusal = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')

const hasDecided = ({ decisions }: ApprovalRecord, decider: Decider): boolean => {
  const { by, id } = toDecidedBy(decider)
  return decisions.some((other) => other.by === by && other.id === id)
}

/** The calls of a list that a word is about. Throws CONFLICT for another list, and VALIDATION_ERROR. */
const chooseCalls = ({ digest, records }: WaitingRun, word: RunWord): readonly ApprovalRecord[] => {
  if (word.digest !== digest)
    throw new GatewayError('CONFLICT', 'The digest does not match the waiting calls of this run: load them again')
  const out = new Set(word.except)
  const unknown = (word.except ?? []).findIndex((id) => records.every((record) => record.id !== id))
  if (unknown >= 0) throw invalid(`/except/${unknown}`, 'is no call of this run that waits')
  const chosen = records.filter(({ id }) => !out.has(id))
  if (chosen.length === 0) throw invalid('/except', 'takes every call out')
  return chosen
}

export const createRunDesk = ({ store, checkDecider, checkWord, storeWord, start }: RunDeskParts): RunDesk => {
  const mayDecide = (record: ApprovalRecord, decider: Decider): boolean => {
    try {
      checkDecider(record, decider)
      return true
    } catch (error) {
      if (isRefusal(error)) return false
      throw error
    }
  }

  const findRun = async (run_id: string, decider?: Decider): Promise<WaitingRun> => {
    const page = { run_id, state: 'waiting', isOldestFirst: true, limit: approvalBounds.ofToken } as const
    const waiting = await store.approvals.list(page)
    const [first] = waiting
    if (!first) throw noApproval()
    const records = decider ? waiting.filter((record) => mayDecide(record, decider)) : waiting
    // Throws the reason why the decider may decide none of them.
    if (decider && records.length === 0) checkDecider(first, decider)
    return { runId: run_id, tenant: first.tenant, digest: digestRun(records), records }
  }

  return {
    findRun,
    async decideRun(runId, decider, word) {
      const run = await findRun(runId, decider)
      const chosen = chooseCalls(run, word)
      const { except: _, digest: _list, ...said } = word
      // A decider who was interrupted decides the others with a second call.
      const undecided = chosen.filter((record) => !hasDecided(record, decider))
      const words = (undecided.length > 0 ? undecided : chosen).map((record) => ({
        record,
        word: { ...said, digest: record.digest },
      }))
      for (const one of words) await checkWord(one.record, decider, one.word)
      const decided = new Map<string, ApprovalRecord>()
      let conflict: GatewayError | undefined
      try {
        for (const { record, word: own } of words) {
          try {
            decided.set(record.id, await storeWord(record, decider, own))
          } catch (error) {
            // Somebody else was first, or the call has expired.
            if (!(error instanceof GatewayError) || error.code !== 'CONFLICT') throw error
            conflict = error
          }
        }
      } finally {
        start([...decided.values()].filter(({ state }) => state === 'approved'))
      }
      if (conflict && decided.size === 0) throw conflict
      const others = run.records.map(async (record) => decided.get(record.id) ?? (await store.approvals.get(record.id)))
      return (await Promise.all(others)).filter((record) => record !== undefined)
    },
  }
}
