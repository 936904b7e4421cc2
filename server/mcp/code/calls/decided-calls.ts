import type { AskerDesk, WhoDecides } from '@patchbay/core/approvals'
import { toAsker } from '@patchbay/core/context'
import { GatewayError } from '@patchbay/core/errors'
import { parseExact } from '@patchbay/core/exact-json'
import { endedStates } from '@patchbay/core/store'
import { currentMs, isoTime } from '@patchbay/core/time'
import { type DocsUrl, errorEnvelope } from '../../../http/error-envelope.ts'
import type { McpScope } from '../../mcp-scope.ts'
import { buildDecidedAnswer } from '../../tasks/decided-answer.ts'
import type { WaitingCall } from './call-log.ts'
import type { DoneCall } from './given-results.ts'
import { findId, type WriteNote } from './write-note.ts'

/** The results of the calls that a run waits for. */
export interface DecidedCalls {
  /** The calls with their results for the code; `undefined`: at least one still waits. */
  readonly decided: readonly DoneCall[] | undefined
  readonly states: readonly { readonly approval_id: string; readonly state: string; readonly expires_at: string }[]
}

/** The person who decides the first call that still waits: the calls of a run are decided together. */
export const findWhoDecides = (
  desk: Pick<AskerDesk, 'findWhoDecides'> | undefined,
  { caller }: McpScope,
  states: readonly { readonly approval_id: string; readonly state: string }[],
): Promise<WhoDecides | undefined> => {
  const waiting = states.find(({ state }) => state === 'waiting')
  return desk && waiting ? desk.findWhoDecides(waiting.approval_id, toAsker(caller)) : Promise.resolve(undefined)
}

/** The note of a write that was decided, as it ended: what was refused changed nothing. */
const noteDecided = (write: WriteNote | undefined, state: string, data: unknown): Pick<DoneCall, 'write'> => {
  const isEnd = state === 'done' || state === 'failed' || state === 'unknown'
  return write && isEnd ? { write: { ...write, state, id: findId(data) } } : {}
}

export const readDecided = async (
  desk: Pick<AskerDesk, 'findOwn'>,
  { caller }: McpScope,
  waitingCalls: readonly WaitingCall[],
  docsUrl: DocsUrl,
): Promise<DecidedCalls> => {
  const asker = toAsker(caller)
  const print = (error: GatewayError): string =>
    JSON.stringify(errorEnvelope(error, caller.arrival.requestId, 'caller', docsUrl))
  const now = currentMs()
  const states = await Promise.all(
    waitingCalls.map(async ({ id, json, account, handoverId, approvalId, state, write }) => {
      const identity = { id, json, account, ...(handoverId !== undefined && { handoverId }) }
      try {
        const own = await desk.findOwn(approvalId, asker)
        const { envelope, isError } = buildDecidedAnswer(own, print)
        const data = isError ? undefined : Object(parseExact(envelope)).data
        const result = isError ? envelope : JSON.stringify(data)
        const { record } = own
        const shown = { approval_id: approvalId, state: record.state, expires_at: isoTime(record.expires_at) }
        const notes = noteDecided(write, record.state, data)
        return { shown, hasEnded: endedStates.has(record.state), call: { ...identity, ...notes, isError, result, now } }
      } catch (error) {
        if (!(error instanceof GatewayError) || error.code !== 'NOT_FOUND') throw error
        // The approval was removed a day after its end.
        const call = { ...identity, isError: true, result: print(error), now }
        return { shown: { ...JSON.parse(state), state: 'forgotten' }, hasEnded: true, call }
      }
    }),
  )
  const isDecided = states.every(({ hasEnded }) => hasEnded)
  return { decided: isDecided ? states.map(({ call }) => call) : undefined, states: states.map(({ shown }) => shown) }
}
