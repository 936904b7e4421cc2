import type { AccessPolicy } from '../access/index.ts'
import { type DecidedUse, decideUses, type Subject } from './decided-uses.ts'
import { sumByAction, type UsedAction } from './used-actions.ts'
import type { Use } from './uses.ts'

/** The effects that a changed policy would have had on the calls of a period. */
export interface PolicyCheck {
  /** The number of calls that could be checked. */
  readonly calls: number
  /** The actions that the policies in force allow and the change would refuse. Calls that were refused when they were made don't count. */
  readonly refused: readonly UsedAction[]
  /** The actions that are sent at once under the policies in force and would wait for a person's yes. */
  readonly asked: readonly UsedAction[]
  /** The actions that the policy in force refuses and the change would allow. */
  readonly allowed: readonly UsedAction[]
  /** The actions whose calls the change may have refused, asked about or allowed: their parameters or counts decide, which the log doesn't hold. */
  readonly unsure: readonly UsedAction[]
  /** The actions that can't be called any more. */
  readonly gone: readonly UsedAction[]
}

const countCalls = ({ admitted, refused }: Use): number => admitted + refused

/** Replays uses under a changed policy of the subject, and compares with the stored one. */
export const checkPolicy = (subject: Subject, uses: readonly Use[], changed: AccessPolicy): PolicyCheck => {
  const current = decideUses(subject, uses)
  const proposed = decideUses(subject, uses, changed)
  const refused: DecidedUse[] = []
  const asked: DecidedUse[] = []
  const allowed: DecidedUse[] = []
  const unsure: DecidedUse[] = []
  current.forEach((now, nth) => {
    const then = proposed[nth]
    if (now.isUncertain || then?.isUncertain) {
      unsure.push(then ?? now)
      return
    }
    if (then?.refusal && !now.refusal && now.admitted > 0) refused.push(then)
    if (now.refusal && !then?.refusal) allowed.push(now)
    if (then?.askRule && !now.askRule && !now.refusal && now.admitted > 0) asked.push(then)
  })
  const gone = current.filter(({ kind }) => kind === undefined)
  const decided = current.filter(({ kind }) => kind !== undefined)
  return {
    calls: decided.reduce((sum, use) => sum + countCalls(use), 0),
    refused: sumByAction(refused),
    asked: sumByAction(asked),
    allowed: sumByAction(allowed, countCalls),
    unsure: sumByAction(unsure, countCalls),
    gone: sumByAction(gone, countCalls),
  }
}
