import { type AskerDesk, awaitEnd, noApproval } from '@patchbay/core/approvals'
import { toAsker } from '@patchbay/core/context'
import type { ApprovalState } from '@patchbay/core/store'
import type { McpScope } from '../mcp-scope.ts'
import { refusedCall } from './decided-answer.ts'
import { describeWait } from './wait-words.ts'

/** The time that a client waits after its user was asked. */
export const askedUserMs = 10_000

const print = (data: object): string => JSON.stringify({ success: true, status: 200, cache: 'BYPASS', data })

/** A person can still read the result over REST. */
export const printTooLarge = (state: object): string =>
  print({
    ...state,
    note: 'The call was carried out; its result is too large for this client. Read what you need with another call.',
  })

/** The state of a call that waited for approval, for the caller that made it. Throws NOT_FOUND, and FORBIDDEN if it was refused or given up. */
export const showApprovalState = async (
  desk: Pick<AskerDesk, 'showToAsker' | 'findWhoDecides'> | undefined,
  { caller, resultBytes, askedApproval }: McpScope,
  approvalId: string,
): Promise<string> => {
  if (!desk) throw noApproval()
  const { startedAt, signal } = caller.arrival
  const until = askedApproval === undefined ? 0 : startedAt + askedUserMs
  const asker = toAsker(caller)
  const { result, ...shown } = await awaitEnd(desk, approvalId, asker, { until, signal })
  const refusal = refusedCall(shown.state as ApprovalState, (shown.reason as string | undefined) ?? null)
  if (refusal) throw refusal
  const state = { ...shown, ...describeWait(await desk.findWhoDecides(approvalId, asker)) }
  const whole = print({ ...state, ...(result !== undefined && { result }) })
  return Buffer.byteLength(whole) <= resultBytes ? whole : printTooLarge(state)
}
