import type { CallAnswer } from '@patchbay/core/context'

/** Cached answers as models get them, for as long as they are cached: each is shaped once for a size of results. */
export const createKeptAnswers = () => {
  const kept = new WeakMap<CallAnswer, { readonly resultBytes: number; readonly envelope: string }>()
  return {
    /** The answer's envelope. One that is cut is built each time, as its rest is stored. */
    find(answer: CallAnswer, resultBytes: number, build: () => string | Promise<string>): string | Promise<string> {
      const known = kept.get(answer)
      if (known?.resultBytes === resultBytes) return known.envelope
      const envelope = build()
      if (typeof envelope === 'string') kept.set(answer, { resultBytes, envelope })
      return envelope
    },
  }
}
