import type { LateOutcome, WriteAnswer } from '../../context/index.ts'
import { FetchError } from '../../fetch/index.ts'
import type { ActionEffect } from '../../provider/index.ts'
import type { WriteOutcome } from '../../tries.ts'
import { outcomeOfFailure } from '../write-outcome.ts'

/** An answer that came after its call had ended. */
interface LateAnswer {
  readonly outcome: WriteOutcome
  readonly status: number
  readonly answer: WriteAnswer | undefined
}

/** The outcome of all tries together: an earlier try may have done the write even if the last one didn't. */
const combine = (before: WriteOutcome, last: WriteOutcome): WriteOutcome => (last === 'absent' ? before : last)

/** The outcome of a write whose last request outlived its call. `before`: the outcome of its earlier tries. */
export const hearLate = async (
  effect: ActionEffect,
  answer: Promise<LateAnswer>,
  before: WriteOutcome,
): Promise<LateOutcome> => {
  try {
    const late = await answer
    return { ...late, outcome: combine(before, late.outcome) }
  } catch (error) {
    if (!(error instanceof FetchError)) return { outcome: 'unknown', error }
    return { outcome: combine(before, outcomeOfFailure(effect, error, true)), status: error.status }
  }
}
