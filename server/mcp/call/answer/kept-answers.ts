import type { CallAnswer } from '@patchbay/core/context'

/** Cached answers as models get them, for as long as they are cached: each is shaped once for a size of results. */
export const createKeptAnswers = () => {
  const entries = new WeakMap<CallAnswer, { readonly resultBytes: number; readonly envelope: string }>()
  return {
    /** The answer's envelope; `undefined`: none is kept. */
    find(answer: CallAnswer, resultBytes: number): string | undefined {
      const entry = entries.get(answer)
      return entry?.resultBytes === resultBytes ? entry.envelope : undefined
    },
    keep(answer: CallAnswer, resultBytes: number, envelope: string): void {
      entries.set(answer, { resultBytes, envelope })
    },
  }
}
