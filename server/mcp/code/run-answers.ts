import { buildEnvelope, type CallAnswer } from '@patchbay/core/context'
import { type ErrorEnvelope, GatewayError } from '@patchbay/core/errors'
import { parseExact } from '@patchbay/core/exact-json'
import type { FailedOutcome, RunEnd, RunFailure } from './sandbox/messages.ts'

/** The reasons of failed runs for the audit log, which never gets the code's own error: that may hold a provider's answer. */
const reasons: Readonly<Record<RunFailure, string>> = {
  syntax: 'The code could not be read',
  thrown: 'The code threw an error',
  call: 'A call of the code failed',
  cpu: 'The code used too much processor time',
  memory: 'The code used too much memory',
}

/** The message for a model about a run that ended without a result, and may have done something before. */
const describeRun = ({ logs, calls }: RunEnd): string => {
  const made = calls === 0 ? '' : `. It had made ${calls} ${calls === 1 ? 'call' : 'calls'}`
  return logs.length === 0 ? made : `${made}. Its log: ${logs.join(' | ')}`
}

const buildError = (end: RunEnd, outcome: FailedOutcome, isAnswer: (json: string) => boolean): GatewayError => {
  const { failure, message, json } = outcome
  const reason = reasons[failure]
  const text = `${message[0]?.toUpperCase() ?? ''}${message.slice(1)}${describeRun(end)}`
  // The code may claim anything: only an error that it was given has the code and status of a call.
  if (json !== undefined && isAnswer(json)) {
    const { code, status, details, retry_after: retryAfter } = parseExact(json) as ErrorEnvelope
    return new GatewayError(code, `A call of the code failed: ${text}`, { status, details, retryAfter, reason })
  }
  if (failure === 'cpu') return new GatewayError('TIMEOUT', text, { reason })
  return new GatewayError('VALIDATION_ERROR', text, { details: [{ path: '/code', message }], reason })
}

/** Throws GatewayError for a run that failed. */
export const buildRunAnswer = (end: RunEnd, isAnswer: (json: string) => boolean): CallAnswer => {
  const { outcome, logs, calls } = end
  if ('failure' in outcome) throw buildError(end, outcome, isAnswer)
  const beside = { run: { calls, ...(logs.length > 0 && { log: logs }) } }
  return buildEnvelope({ status: 200, text: outcome.json, beside }, 'BYPASS')
}

const goesOn =
  'The code was stopped at a call that waits for the approval of a person. The calls that were begun before it were made, nothing after it. Once it is decided, call this tool with {"run_id": "..."}: the code goes on from there, without making an earlier call again.'
const endsHere =
  'The code was stopped at a call that waits for the approval of a person. The calls that were begun before it were made, nothing after it, and the run is too large to go on later. Call this tool with {"approval_id": "..."} for the state of the call and its result. Then run code for what is left, without the calls that were made.'

/** The answer of a run whose calls wait for approval. `runId`: the id for resuming it. */
export const buildWaitingAnswer = (runId: string | undefined, approvals: readonly unknown[]): CallAnswer => {
  const id = runId === undefined ? {} : { run_id: runId }
  const text = JSON.stringify({ ...id, state: 'waiting', approvals })
  return buildEnvelope({ status: 202, text, beside: { note: runId === undefined ? endsHere : goesOn } }, 'BYPASS')
}

/** The answer of a run that continues beyond its request, or at another gateway. */
export const printRunning = (runId: string): string =>
  JSON.stringify({ success: true, status: 202, data: { run_id: runId, state: 'running' } })
