import type { AskerDesk } from '@patchbay/core/approvals'
import type { CallOutcome } from '@patchbay/core/call'
import { buildEnvelope, type CallRecord, toAsker } from '@patchbay/core/context'
import { describeAge } from '@patchbay/core/effects'
import { currentMs, type IsoTime, msOf } from '@patchbay/core/time'
import type { McpScope } from '../../mcp-scope.ts'
import { describeWait, wordWait } from '../../tasks/wait-words.ts'
import type { ToolName } from '../../tools/tool-names.ts'

/** The arguments by which the tool that was called gives the state of the call. */
const describeLook = (kind: ToolName['kind'], { provider, action, account, approvalId }: CallRecord): string =>
  `{${Object.entries({
    ...(kind === 'call' && { provider }),
    ...(kind !== 'action' && { action }),
    account_id: account,
    approval_id: approvalId,
  })
    .map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
    .join(', ')}}`

/** The state of a call as its envelope has it. */
interface WaitingData {
  readonly refused_before?: { readonly at: IsoTime; readonly reason: string | null }
}

const wordRefusal = ({ refused_before: refusal }: WaitingData): string => {
  if (!refusal) return ''
  const why = refusal.reason === null ? '' : ` (${refusal.reason})`
  const ago = describeAge(currentMs() - msOf(refusal.at))
  return ` A person refused the same call ${ago} ago${why}: tell your user, and do not ask for it a third time.`
}

/** The state of a requested call: it waits, or an earlier call with its key was decided. */
export interface ToldWait {
  readonly outcome: CallOutcome
  /** The page where people of the tenant decide; `undefined`: none of them may, or it waits no longer. */
  readonly url: string | undefined
}

/** Adds what a model has to know of a call that waits: that it needn't be sent again, who decides, where, and when to look again. */
export const tellWaiting = async (
  desk: Pick<AskerDesk, 'findWhoDecides'> | undefined,
  { caller, showsCard }: Pick<McpScope, 'caller' | 'showsCard'>,
  kind: ToolName['kind'],
  record: CallRecord,
  outcome: CallOutcome,
): Promise<ToldWait> => {
  const { approvalId } = record
  if (approvalId === undefined || outcome.answer.status !== 202) return { outcome, url: undefined }
  const deciders = await desk?.findWhoDecides(approvalId, toAsker(caller))
  const url = deciders?.approve_url
  // The card shows the address to the user, and no model needs it then.
  const who = deciders && showsCard ? { decided_by: deciders.decided_by } : deciders
  const { data } = JSON.parse(outcome.answer.envelope) as { readonly data: WaitingData }
  const answer = buildEnvelope({ status: 202, text: JSON.stringify({ ...data, ...describeWait(who) }) }, 'BYPASS')
  const look = `call this tool again with ${describeLook(kind, record)}. That gives the state of this call, and its result once it was carried out. Do not send the call itself again.`
  const note = who
    ? `Nothing was sent yet: this call waits for the approval of a person. ${wordWait(who)}. Look again in a minute, not earlier: ${look}${wordRefusal(data)}`
    : `This call was asked for before: ${look}`
  return { outcome: { ...outcome, answer, note }, url }
}
