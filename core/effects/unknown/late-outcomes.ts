import type { Intent } from '../../audit/index.ts'
import type { LateOutcome, WriteAnswer } from '../../context/index.ts'
import { type AccountRef, type AuditOutcome, type EffectKey, noEffects, type Store } from '../../store/index.ts'
import { currentMs } from '../../time.ts'
import type { Vault } from '../../vault/index.ts'
import { sealAnswer } from '../keys/kept-answer.ts'
import type { AnswerTrimmer } from '../keys/trim-answers.ts'
import { claimUntaken } from '../keys/untaken.ts'
import type { RecentWrites } from './recent-writes.ts'
import { findResolution, resolveUnknown } from './resolve-unknown.ts'

interface LateOutcomeParts {
  readonly store: Pick<Store, 'effects'>
  readonly vault: Vault
  readonly recent: Pick<RecentWrites, 'addDone'>
  readonly trimmer: Pick<AnswerTrimmer, 'noteAnswer'>
  readonly onError: (error: unknown) => void
  readonly onLateEffect: (account: AccountRef) => void
}

/** Records the outcomes of writes whose entries say `unknown`. */
export const createLateOutcomes = ({ store, vault, recent, trimmer, onError, onLateEffect }: LateOutcomeParts) => {
  /** Records an outcome, and keeps the answer for calls with the same key. */
  const tell = async (
    intent: Intent,
    isDone: boolean,
    reason: string,
    answer?: WriteAnswer,
    status = answer?.status,
  ) => {
    const { id, takes, same } = intent
    const tenant = intent.tenant ?? ''
    const keepsAnswer = isDone && answer && takes !== null && takes !== same
    const sealedAnswer = keepsAnswer ? await sealAnswer(vault, { tenant, id: takes }, answer) : null
    const as = isDone ? 'done' : 'absent'
    const finding = { as, source: 'job', reason, sealedAnswer, ...(status !== undefined && { status }) } as const
    const resolution = (await resolveUnknown(store, id, finding, new Date())) ?? (await findResolution(store, id))
    if (sealedAnswer !== null) trimmer.noteAnswer(tenant, sealedAnswer.length)
    if (resolution && resolution.resolved_as !== as)
      onError(new Error(`The call ${id} was resolved as ${resolution.resolved_as} before it turned out to be ${as}`))
  }

  /** Stores the answer for a caller who hung up, before the outcome is recorded, which lets an equal write be sent. */
  const leave = async (untaken: EffectKey, answer: WriteAnswer | undefined): Promise<void> => {
    const claim = await claimUntaken(vault, untaken, answer)
    trimmer.noteAnswer(untaken.tenant, claim.key.bytes)
    await store.effects.commit({ ...noEffects, now: currentMs(), claims: [claim] })
  }

  return {
    /** Corrects the entry of a write that others recorded as unknown, because they took this gateway for dead during the call. */
    async correct(intent: Intent, outcome: AuditOutcome, answer?: WriteAnswer): Promise<void> {
      const [entry] = await store.effects.entries([intent.id])
      if (entry?.outcome !== 'unknown' || outcome === 'unknown') return
      const isDone = outcome === 'ok'
      const reason = `The gateway, which had been taken for dead, learnt that the call ${isDone ? 'was' : 'was not'} carried out`
      await tell(intent, isDone, reason, answer)
    },

    /** Records an outcome that arrived after the write's call had ended. */
    async learn(
      intent: Intent,
      { outcome, status, answer }: LateOutcome,
      untaken: EffectKey | undefined,
    ): Promise<void> {
      const isDone = outcome === 'done'
      if (isDone && untaken) await leave(untaken, answer)
      const reason = `The provider answered after the call had ended${status === undefined ? '' : `, with ${status}`}`
      await tell(intent, isDone, reason, answer, status)
      if (!isDone) return
      recent.addDone(intent.same, intent.id)
      const [provider = '', account = ''] = intent.key?.split('/') ?? []
      onLateEffect({ tenant: intent.tenant ?? '', provider, account })
    },
  }
}
