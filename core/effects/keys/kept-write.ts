import type { AdmittedCaller, PreparedCall, WriteAnswer } from '../../context/index.ts'
import type { EffectKey } from '../../store/index.ts'
import type { Vault } from '../../vault/index.ts'
import { openAnswer } from './kept-answer.ts'
import { refuseKey, refuseOtherOwner, type SurfaceWords } from './refuse-repeat.ts'
import { hasSameOwner, type OwnerStore } from './same-owner.ts'

/** The answer to an earlier write with the same key. */
export interface KeptWrite {
  /** The id of the earlier write's audit entry. */
  readonly entryId: string
  readonly answer: WriteAnswer
}

export interface KeptWriteParts {
  readonly store: OwnerStore
  readonly vault: Vault
  readonly surfaceWords: SurfaceWords
}

/** Reads the answer of the write that has a key. Throws CONFLICT if there is none for this call. */
export const createReadKeptWrite =
  ({ store, vault, surfaceWords }: KeptWriteParts) =>
  async (
    holder: EffectKey,
    parameters: string,
    { ref }: PreparedCall,
    { source }: AdmittedCaller,
    handoverId: string | null,
  ): Promise<KeptWrite> => {
    const words = surfaceWords[source]
    const { entry_id: entryId, sealed_answer: sealed, state } = holder
    if (!(await hasSameOwner(store, ref, holder, handoverId))) throw refuseOtherOwner(holder, words)
    if (holder.parameters !== parameters || state !== 'done' || sealed === null)
      throw refuseKey(holder, parameters, words)
    try {
      return { entryId, answer: await openAnswer(vault, holder, sealed) }
    } catch (cause) {
      throw refuseKey({ ...holder, sealed_answer: null }, parameters, words).with({ cause })
    }
  }
