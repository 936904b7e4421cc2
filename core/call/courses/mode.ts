import type { AskRule } from '../../access/index.ts'
import type { ApprovalAsking, OverStanding } from '../../approvals/index.ts'
import type { AdmittedCaller, CallRecord, PreparedCall } from '../../context/index.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { ReceivedCall, StatedMode } from '../receive/receive-call.ts'
import type { CountedCall } from './count-by-rules.ts'

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
  | StatedMode
  | { readonly kind: 'ask'; readonly rule: AskRule; readonly counts: readonly string[] }
  | {
      readonly kind: 'run'
      readonly approved: ApprovedCall | undefined
      /** The standing approval that lets the call be sent without waiting. */
      readonly standingId: string | undefined
    }

/** True for the modes whose calls send nothing: they use up nothing of the month's quota. */
export const freeModes: Readonly<Record<CallMode['kind'], boolean>> = {
  'dry-run': true,
  ask: true,
  continue: false,
  run: false,
}

/** A call's mode, and the standing approvals that no longer hold; the caller of `chooseMode` ends them. */
export interface ChosenMode {
  readonly mode: CallMode
  readonly over: readonly OverStanding[]
}

export interface ModeParts {
  readonly asking: Pick<ApprovalAsking, 'findStanding'>
}

const nothingOver: readonly OverStanding[] = []
const runAs = (approved: ApprovedCall | undefined): ChosenMode => ({
  mode: { kind: 'run', approved, standingId: undefined },
  over: nothingOver,
})
const plainRun = runAs(undefined)

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
  if (standingId === undefined) return { mode: { kind: 'ask', rule, counts }, over }
  return { mode: { kind: 'run', approved: undefined, standingId }, over }
}

/** Decides the mode of a call that its rules have counted, and changes nothing. `approved`: people have approved the call. */
export const chooseMode = (
  parts: ModeParts,
  caller: AdmittedCaller,
  record: CallRecord,
  received: ReceivedCall,
  { decision, counts }: CountedCall,
  approved: ApprovedCall | undefined,
): MaybePromise<ChosenMode> => {
  if (received.stated) return { mode: received.stated, over: nothingOver }
  if (approved) return runAs(approved)
  return decision.kind === 'asked' ? chooseByRule(parts, caller, record, received, decision.rule, counts) : plainRun
}
