import type { Intent } from '../../audit/index.ts'
import type { LateOutcome, LateWrite } from '../../context/index.ts'
import type { EffectKey } from '../../store/index.ts'

/** The time to wait for an answer after its call has ended. */
const listenMs = 30_000
/** The most writes whose answers are awaited at once. */
const mostListened = 64

/** Waits for the answers of writes whose calls have ended. */
export interface Listening {
  /** Takes a write once its entry says that its outcome is unknown. Beyond the bound the oldest is dropped. */
  add(intent: Intent, late: LateWrite, untaken?: EffectKey): void
  /** Resolves once it is recorded what became of an equal write whose caller hung up; `undefined`: none is listened for. */
  find(same: string): Promise<void> | undefined
  /** Waits for the answers, for `ms` at most, and lets the others go. */
  close(ms: number): Promise<void>
}

interface Listened extends Pick<LateWrite, 'letGo'> {
  /** The digest of the write, where its caller hung up. */
  readonly same: string | undefined
  readonly done: Promise<void>
}

/** `learn` records the outcome of a write; it is not called if the outcome stays unknown. `untaken`: the key for its answer. */
export const createListening = (
  learn: (intent: Intent, late: LateOutcome, untaken: EffectKey | undefined) => Promise<void>,
  onError: (error: unknown) => void,
): Listening => {
  const listened = new Set<Listened>()

  const settle = async (intent: Intent, { outcome }: LateWrite, untaken: EffectKey | undefined): Promise<void> => {
    try {
      const late = await outcome
      if (late.error !== undefined) onError(late.error)
      if (late.outcome !== 'unknown') await learn(intent, late, untaken)
    } catch (error) {
      onError(error)
    }
  }

  return {
    add(intent, late, untaken) {
      const [oldest] = listened
      if (oldest && listened.size >= mostListened) {
        listened.delete(oldest)
        oldest.letGo()
      }
      const timer = setTimeout(() => late.letGo(), listenMs)
      const done = settle(intent, late, untaken).finally(() => {
        clearTimeout(timer)
        listened.delete(each)
      })
      const each: Listened = { letGo: () => late.letGo(), done, same: untaken && intent.same }
      listened.add(each)
    },
    find(same) {
      for (const each of listened) if (each.same === same) return each.done
      return undefined
    },
    async close(ms) {
      const all = [...listened]
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      await Promise.race([Promise.all(all.map(({ done }) => done)), promise])
      clearTimeout(timer)
      for (const { letGo } of listened) letGo()
      await Promise.all(all.map(({ done }) => done))
    },
  }
}
