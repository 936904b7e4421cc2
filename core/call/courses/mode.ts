import { type AskRule, refuse } from '../../access/index.ts'
import type { ApprovalAsking, OverStanding } from '../../approvals/index.ts'
import type { AdmittedCaller, CallRecord, Data, PreparedCall } from '../../context/index.ts'
import type { CallEffects } from '../../effects/index.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { giveBackCounts } from '../../store/index.ts'
import { describeCall } from '../receive/raw-action.ts'
import type { ReceivedCall } from '../receive/receive-call.ts'
import { type CountedCall, type CountParts, countByRules } from './count-by-rules.ts'

/** A call that is made because people said yes to it. */
export interface ApprovedCall {
  /** The id of its approval. */
  readonly id: string
  /** The counts of rules that it was added to when it was asked. */
  readonly counts: readonly string[]
  /** Throws CONFLICT unless the call, and the request that would be sent now, are those that people saw. */
  assertSame(prepared: PreparedCall, request: unknown): Promise<void>
}

/** The purpose of a call, decided once: show it, ask people about it, continue an earlier answer, or carry it out. */
export type CallMode =
  | { readonly kind: 'dry-run' }
  | { readonly kind: 'ask'; readonly rule: AskRule; readonly counts: readonly string[] }
  | { readonly kind: 'continue'; readonly data: Data }
  | {
      readonly kind: 'run'
      readonly approved: ApprovedCall | undefined
      /** The standing approval that lets the call be sent without waiting. */
      readonly standingId: string | undefined
    }

/** A call's mode, and the standing approvals that no longer hold; the caller of `chooseMode` ends them. */
export interface ChosenMode {
  readonly mode: CallMode
  readonly over: readonly OverStanding[]
  /** The counts of rules that the call was added to; the caller of `chooseMode` gives them back if nothing is sent. */
  readonly counts: readonly string[]
}

export interface ModeParts extends CountParts {
  readonly asking: Pick<ApprovalAsking, 'findStanding'>
  readonly effects: Pick<CallEffects, 'findKept'>
}

const nothingOver: readonly OverStanding[] = []
const notCounted: readonly string[] = []
const dryRun: ChosenMode = { mode: { kind: 'dry-run' }, over: nothingOver, counts: notCounted }

const runAs = (approved: ApprovedCall | undefined, counts: readonly string[]): ChosenMode => ({
  mode: { kind: 'run', approved, standingId: undefined },
  over: nothingOver,
  counts,
})
const plainRun = runAs(undefined, notCounted)

/** The mode of a call that a rule asks for: it waits, unless a standing approval lets it pass. */
const chooseByRule = async (
  { asking }: ModeParts,
  caller: AdmittedCaller,
  record: CallRecord,
  { prepared, repetition }: ReceivedCall,
  rule: AskRule,
  counts: readonly string[],
): Promise<ChosenMode> => {
  const { standingId, over } = await asking.findStanding(caller, record, prepared, repetition)
  if (standingId === undefined) return { mode: { kind: 'ask', rule, counts }, over, counts }
  return { mode: { kind: 'run', approved: undefined, standingId }, over, counts }
}

/** Counts the call. Throws FORBIDDEN if rules are used up, except for a repeat that gets the answer of its key: it sends nothing. */
const count = async (
  parts: ModeParts,
  caller: AdmittedCaller,
  record: CallRecord,
  { prepared, repetition }: ReceivedCall,
  approved: ApprovedCall | undefined,
): Promise<CountedCall> => {
  const call = describeCall(prepared)
  const decide = (isFull?: Parameters<typeof caller.access.decide>[1]) =>
    caller.access.decide(call, isFull, approved !== undefined)
  const counted = await countByRules(parts, caller, decide, approved?.counts ?? notCounted)
  if (counted.decision.kind !== 'refused') return counted
  if (await parts.effects.findKept(caller, record, prepared, repetition)) return { decision: decide(), counts: [] }
  throw refuse(call, counted.decision.refusal)
}

/** Gives back what was counted if the rest of the choice fails. */
const chooseCounted = async (
  parts: ModeParts,
  caller: AdmittedCaller,
  record: CallRecord,
  received: ReceivedCall,
  approved: ApprovedCall | undefined,
): Promise<ChosenMode> => {
  const { decision, counts } = await count(parts, caller, record, received, approved)
  if (decision.kind !== 'asked') return runAs(approved, counts)
  try {
    return await chooseByRule(parts, caller, record, received, decision.rule, counts)
  } catch (error) {
    await giveBackCounts(parts.store.ruleCounts, caller.tenant.id, counts)
    throw error
  }
}

/** Decides the mode of a call, and counts it by the rules that let it through. `approved`: people have approved the call. */
export const chooseMode = (
  parts: ModeParts,
  caller: AdmittedCaller,
  record: CallRecord,
  received: ReceivedCall,
  approved: ApprovedCall | undefined,
): MaybePromise<ChosenMode> => {
  const { prepared, decision, continued } = received
  if (prepared.dryRun) return dryRun
  if (continued) return { mode: { kind: 'continue', data: continued }, over: nothingOver, counts: notCounted }
  if (decision.counted.length > 0) return chooseCounted(parts, caller, record, received, approved)
  if (approved) return runAs(approved, notCounted)
  return decision.kind === 'asked' ? chooseByRule(parts, caller, record, received, decision.rule, notCounted) : plainRun
}
