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

const codes = { refused: 'FORBIDDEN', expired: 'TIMEOUT' } as const

/** The error for an ended approval without a result: the call was never sent, or its result can't be read any more. */
const explain = ({ state, reason }: ApprovalRecord): GatewayError => {
  const code = state === 'refused' || state === 'expired' ? codes[state] : 'CONFLICT'
  const detail = reason === null || state === 'expired' ? '' : `: ${reason}`
  return new GatewayError(code, `${approvalWords[state]}${detail}`)
}

/** The envelope of a call that waited, as it would have been without waiting. `print` writes the envelope of an error. */
export const buildDecidedAnswer = (
  { record, result }: OwnApproval,
  print: (error: GatewayError) => string,
): ToolAnswer => {
  if (result === undefined) return { envelope: print(explain(record)), isError: true }
  return { envelope: JSON.stringify(result), isError: Object(result).success !== true }
}
