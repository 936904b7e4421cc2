import type { WhoDecides } from '@patchbay/core/approvals'
import { buildEnvelope, type CallAnswer } from '@patchbay/core/context'
import { type ErrorEnvelope, GatewayError } from '@patchbay/core/errors'
import { parseExact } from '@patchbay/core/exact-json'
import { describeWait, wordWait } from '../tasks/wait-words.ts'
import type { WriteNote } from './calls/write-note.ts'
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
  const callsText = calls === 0 ? '' : `. It had made ${calls} ${calls === 1 ? 'call' : 'calls'}`
  return logs.length === 0 ? callsText : `${callsText}. Its log: ${logs.join(' | ')}`
}

/** The progress of a run, for its answer or its error. */
export interface RunProgress {
  readonly writes: readonly WriteNote[]
  /** Notes of its calls: lists that stopped, writes that were repeats. */
  readonly notes: readonly string[]
  /** The most bytes of the answer that the caller takes. */
  readonly resultBytes: number
}

/** The writes as far as they fit beside the result: all of them, but for clients that keep little. */
const fitWrites = ({ writes, resultBytes }: RunProgress): { writes?: readonly WriteNote[]; more_writes?: number } => {
  let room = resultBytes / 2
  const end = writes.findIndex((write) => {
    room -= Buffer.byteLength(JSON.stringify(write)) + 1
    return room < 0
  })
  const shown = end < 0 ? writes : writes.slice(0, end)
  const more = writes.length - shown.length
  return { ...(writes.length > 0 && { writes: shown }), ...(more > 0 && { more_writes: more }) }
}

const mend =
  'Mend the code and send it to this tool with {"code": "...", "resume": "<run_id>"}: equal calls are then answered from this run, none is made again'

/** The error of a run with what it changed before, and the id by which mended code resumes it. */
export const addProgress = (error: GatewayError, progress: RunProgress, runId: string | undefined): GatewayError => {
  const message = runId === undefined ? error.message : `${error.message}. ${mend}`
  const run = { run_id: runId, ...fitWrites(progress) }
  return new GatewayError(error.code, message, { ...error.extras, status: error.status, reason: error.reason, run })
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
export const buildRunAnswer = (end: RunEnd, isAnswer: (json: string) => boolean, progress: RunProgress): CallAnswer => {
  const { outcome, logs, calls } = end
  if ('failure' in outcome) throw buildError(end, outcome, isAnswer)
  const { notes } = progress
  const run = { calls, ...(logs.length > 0 && { log: logs }), ...(notes.length > 0 && { notes }) }
  const beside = { run, ...fitWrites(progress), ...(outcome.json === undefined && { note: nothing }) }
  return buildEnvelope({ status: 200, text: outcome.json ?? 'null', beside }, 'BYPASS')
}

const nothing = 'The code returned nothing: end it with `return` and the value that you want to see'

const stopped = (who: WhoDecides | undefined): string =>
  `The code was stopped at calls that wait for the approval of a person; they are decided together. ${who ? `${wordWait(who)}. ` : ''}The calls that were begun with them were made, nothing after them`
const goesOn =
  '. Look again in a minute, not earlier, with {"run_id": "..."}: once all are decided, the code goes on from there, without making an earlier call again.'
const endsHere =
  ', and the run is too large to go on later. Call this tool with {"approval_id": "..."} for the state of the call and its result. Then run code for what is left, without the calls that were made.'

/** The answer of a run whose calls wait for approval. `runId`: the id for resuming it. */
export const buildWaitingAnswer = (
  runId: string | undefined,
  { approvals, who }: { readonly approvals: readonly unknown[]; readonly who: WhoDecides | undefined },
  progress?: RunProgress,
): CallAnswer => {
  const id = runId === undefined ? {} : { run_id: runId }
  const text = JSON.stringify({ ...id, state: 'waiting', ...describeWait(who), approvals })
  const note = `${stopped(who)}${runId === undefined ? endsHere : goesOn}`
  const beside = { note, ...(progress && fitWrites(progress)) }
  return buildEnvelope({ status: 202, text, beside }, 'BYPASS')
}

/** The answer of a run that continues beyond its request, or at another gateway. */
export const printRunning = (runId: string): string =>
  JSON.stringify({ success: true, status: 202, data: { run_id: runId, state: 'running' } })
