import type { CallAnswer, CallRecord } from '@patchbay/core/context'

/** The lines of answers in the cache: adding the line break to each hit would copy its text. */
const keptLines = new WeakMap<CallAnswer, string>()

/** An answer's text with the line break at its end. */
export const lineOf = (answer: CallAnswer, { cache }: CallRecord): string => {
  const cached = cache === 'HIT' ? keptLines.get(answer) : undefined
  if (cached !== undefined) return cached
  const line = `${answer.envelope}\n`
  if (cache === 'HIT') keptLines.set(answer, line)
  return line
}
