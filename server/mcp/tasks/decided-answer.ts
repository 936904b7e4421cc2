import type { OwnApproval } from '@patchbay/core/approvals'
import { GatewayError } from '@patchbay/core/errors'
import type { ApprovalRecord, ApprovalState } from '@patchbay/core/store'
import type { ToolAnswer } from '../answer/tool-result.ts'

/** A state, for people and models. */
export const approvalWords: Readonly<Record<ApprovalState, string>> = {
  waiting: 'Waits for the approval of a person; nothing was sent yet',
  approved: 'Approved; it is being carried out',
  refused: 'Refused; nothing was sent',
  withdrawn: 'Withdrawn; nothing was sent',
  expired: 'Nobody decided in time; nothing was sent',
  done: 'Approved and carried out',
  failed: 'Approved, and failed',
  unknown: 'Approved; nobody knows whether it was carried out',
}

/** The ends of a call that nobody let through. */
const refusedStates: ReadonlySet<ApprovalState> = new Set(['refused', 'withdrawn', 'expired'])

const explain = ({ state, reason }: Pick<ApprovalRecord, 'state' | 'reason'>): string =>
  reason === null || state === 'expired' ? approvalWords[state] : `${approvalWords[state]}: ${reason}`

/** The error for a call that people refused, that was withdrawn, or that nobody decided; `undefined`: it has another state. */
export const refusedCall = (state: ApprovalState, reason: string | null): GatewayError | undefined =>
  refusedStates.has(state)
    ? new GatewayError('FORBIDDEN', `${explain({ state, reason })}. Don't ask again unless your user wants it`, {
        details: [{ path: '/state', message: state }],
      })
    : undefined

/** The error for an ended approval without a result: the call was never sent, or its result can't be read any more. */
const toError = (record: ApprovalRecord): GatewayError =>
  refusedCall(record.state, record.reason) ?? new GatewayError('CONFLICT', explain(record))

/** The envelope of a call that waited, as it would have been without waiting. `print` writes the envelope of an error. */
export const buildDecidedAnswer = (
  { record, result }: OwnApproval,
  print: (error: GatewayError) => string,
): ToolAnswer => {
  if (result === undefined) return { envelope: print(toError(record)), isError: true }
  return { envelope: JSON.stringify(result), isError: Object(result).success !== true }
}
