import type { AdmittedCaller, PreparedCall } from '../../context/index.ts'
import { type EffectKey, momentOfEntry } from '../../store/index.ts'
import { currentMs } from '../../time.ts'
import { openAnswer } from './kept-answer.ts'
import type { KeptWrite, KeptWriteParts } from './kept-write.ts'
import { describeAge, refuseDuplicate } from './refuse-repeat.ts'
import { hasSameOwner } from './same-owner.ts'

/** The answer of an equal write whose caller hung up. */
export interface UntakenWrite {
  readonly keptWrite: KeptWrite
  readonly note: string
}

/**
 * Reads the answer of a write whose caller hung up, for a caller who repeats it; `undefined`: the account is somebody else's by now, for whom
 * nothing was done. Throws CONFLICT if the write was carried out and its answer isn't kept.
 */
export type ReadUntaken = (
  holder: EffectKey,
  prepared: Pick<PreparedCall, 'ref'>,
  caller: Pick<AdmittedCaller, 'source'>,
  handoverId: string | null,
) => Promise<UntakenWrite | undefined>

export const createReadUntaken =
  ({ store, vault, surfaceWords }: KeptWriteParts): ReadUntaken =>
  async (holder, { ref }, { source }, handoverId) => {
    if (!(await hasSameOwner(store, ref, holder, handoverId))) return undefined
    const { entry_id: entryId, sealed_answer: sealed } = holder
    const now = currentMs()
    const words = surfaceWords[source]
    if (sealed === null) throw refuseDuplicate(holder, words, now)
    const note = `The same call was carried out ${describeAge(now - momentOfEntry(entryId))} ago (${entryId}), and its caller hung up before the answer: this is that answer, and nothing was sent`
    try {
      return { keptWrite: { entryId, answer: await openAnswer(vault, holder, sealed) }, note }
    } catch (cause) {
      throw refuseDuplicate(holder, words, now).with({ cause })
    }
  }
