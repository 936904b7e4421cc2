import type { AskRule } from '../../access/index.ts'
import type { ApprovalAsking, OverStanding } from '../../approvals/index.ts'
import type { AdmittedCaller, Data, PreparedCall } from '../../context/index.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { findAccessKind } from '../receive/raw-action.ts'
import type { ReceivedCall } from '../receive/receive-call.ts'

/** A call that is made because people said yes to it. */
export interface ApprovedCall {
  /** The id of its approval. */
  readonly id: string
  /** Throws CONFLICT unless the call, and the request that would be sent now, are those that people saw. */
  assertSame(prepared: PreparedCall, request: unknown): Promise<void>
}

/** The purpose of a call, decided once: show it, ask people about it, continue an earlier answer, or carry it out. */
export type CallMode =
  | { readonly kind: 'dry-run' }
  | { readonly kind: 'ask'; readonly rule: AskRule }
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
}

const nothingOver: readonly OverStanding[] = []
const dryRun: ChosenMode = { mode: { kind: 'dry-run' }, over: nothingOver }
const plainRun: ChosenMode = { mode: { kind: 'run', approved: undefined, standingId: undefined }, over: nothingOver }

/** The mode of a call that a rule asks for: it waits, unless a standing approval lets it pass. */
const chooseByRule = async (
  asking: Pick<ApprovalAsking, 'findStanding'>,
  caller: AdmittedCaller,
  { prepared, repetition }: ReceivedCall,
  rule: AskRule,
): Promise<ChosenMode> => {
  const { standingId, over } = await asking.findStanding(caller, prepared, repetition)
  if (standingId === undefined) return { mode: { kind: 'ask', rule }, over }
  return { mode: { kind: 'run', approved: undefined, standingId }, over }
}

/** Decides the mode of a call, and changes nothing. `approved`: people have approved the call. */
export const chooseMode = (
  asking: Pick<ApprovalAsking, 'findStanding'>,
  caller: AdmittedCaller,
  received: ReceivedCall,
  approved: ApprovedCall | undefined,
): MaybePromise<ChosenMode> => {
  const { prepared, isWrite, continued } = received
  if (prepared.dryRun) return dryRun
  if (continued) return { mode: { kind: 'continue', data: continued }, over: nothingOver }
  if (approved) return { mode: { kind: 'run', approved, standingId: undefined }, over: nothingOver }
  const { ref, name } = prepared
  const rule = caller.access.findAskRule(ref.provider, name, findAccessKind(prepared), ref.account, !isWrite)
  return rule ? chooseByRule(asking, caller, received, rule) : plainRun
}
