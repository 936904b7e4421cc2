import { type AskerDesk, digestPolicy } from '@patchbay/core/approvals'
import type { AuditLog } from '@patchbay/core/audit'
import type { CallAnswer } from '@patchbay/core/context'
import { asGatewayError, GatewayError } from '@patchbay/core/errors'
import { inTime } from '@patchbay/core/in-time'
import type { CodeRunRecord } from '@patchbay/core/store'
import type { McpScope } from '../mcp-scope.ts'
import { type CallLog, createCallLog } from './calls/call-log.ts'
import { findWhoDecides } from './calls/decided-calls.ts'
import type { DoneCall } from './calls/given-results.ts'
import { answerFromRecord } from './calls/recorded-calls.ts'
import { createRunCalls, type RunCallParts } from './calls/run-calls.ts'
import type { RunPool } from './pool/run-pool.ts'
import { createRecordRun } from './record-run.ts'
import { addProgress, buildRunAnswer, buildWaitingAnswer, type RunProgress } from './run-answers.ts'
import type { KeptRuns, StoppedRun } from './runs/kept-runs.ts'
import type { BegunRun, RunsInMemory } from './runs/runs-in-memory.ts'

export type CodeProgram = Pick<StoppedRun, 'code' | 'parameters' | 'startedAt' | 'seed' | 'entropy'>

/** State of a resumed run: its earlier results, and its record, claimed by this gateway. */
interface ResumedRun {
  readonly earlier: readonly DoneCall[]
  /** The calls of a run that failed, for mended code. */
  readonly recorded?: readonly DoneCall[]
  readonly claimed?: CodeRunRecord
}

interface ExecutionParts extends RunCallParts {
  readonly approvalDesk?: Pick<AskerDesk, 'findWhoDecides'>
  readonly auditLog: Pick<AuditLog, 'record'>
}

/** Executes a program. Rejects with GatewayError where the run failed. */
type ExecuteRun = (scope: McpScope, run: BegunRun, program: CodeProgram, continued?: ResumedRun) => Promise<CallAnswer>

const waits = 'A call of the code waits for approval'

/**
 * Ends the record of a run that was stopped, and failed after that. If the code itself didn't fail, the run can be
 * resumed.
 */
export const endKeptRun = async (
  storedRuns: KeptRuns,
  claimed: CodeRunRecord,
  { code, message, status, extras }: GatewayError,
): Promise<void> => {
  if (code === 'CLIENT_CLOSED' || code === 'UNAVAILABLE') await storedRuns.release(claimed)
  else await storedRuns.end(claimed, { error: { code, message, status, details: extras.details } })
}

/** The time for calls that the code did not wait for, so that it is known what they did. */
const longestSettling = 5000

const stillOpen = (): Error => new Error('Calls are still open')

/** The entropy of programs stored by earlier versions, which have none, and no code that asks for it. */
const oldEntropy = ({ seed }: CodeProgram): string => (seed >>> 0).toString(16).padStart(32, '0')

/** The share of a run that is held, and its record in the store, claimed by this gateway. */
interface Kept {
  readonly claimed: CodeRunRecord | undefined
  readonly isWhole: boolean
}

/** What becomes of a run that doesn't come to its end: it waits for approval, or has failed. */
const createRunEnds = (
  { approvalDesk }: Pick<ExecutionParts, 'approvalDesk'>,
  storedRuns: KeptRuns,
  runs: RunsInMemory,
) => {
  /** Stores a run whose calls wait, if everything that the code was given is still held. */
  const stop = async (
    scope: McpScope,
    run: BegunRun,
    stopped: StoppedRun,
    { claimed, isWhole, progress }: Kept & { readonly progress: RunProgress },
  ): Promise<CallAnswer> => {
    const stored = isWhole ? await storedRuns.stop(scope, run, stopped, claimed) : undefined
    const states = stopped.asked.map(({ state }) => JSON.parse(state))
    const who = await findWhoDecides(approvalDesk, scope, states)
    const answer = buildWaitingAnswer(stored && run.id, { approvals: states, who }, progress)
    if (stored) runs.forget(run)
    else if (claimed) await storedRuns.end(claimed, { answer })
    return answer
  }

  /** The error of a run, which is kept for mended code: in the store where it changed something, else for a while in memory. */
  const fail = async (
    scope: McpScope,
    run: BegunRun,
    failed: StoppedRun,
    { claimed, isWhole, progress, error }: Kept & { readonly progress: RunProgress; readonly error: GatewayError },
  ): Promise<GatewayError> => {
    if (claimed && (error.code === 'CLIENT_CLOSED' || error.code === 'UNAVAILABLE')) {
      await storedRuns.release(claimed)
      return addProgress(error, progress, run.id)
    }
    const mayResume = isWhole && failed.done.length > 0
    const failure = addProgress(error, progress, mayResume ? run.id : undefined)
    const isStored =
      mayResume && progress.writes.length > 0 && (await storedRuns.fail(scope, run, failed, failure, claimed))
    if (isStored) return failure
    if (claimed) await endKeptRun(storedRuns, claimed, failure)
    if (mayResume) runs.keepFailed(run, failed)
    return failure
  }

  return { stop, fail }
}

export const createExecuteRun = (
  parts: ExecutionParts,
  { pool, storedRuns, runs }: { readonly pool: RunPool; readonly storedRuns: KeptRuns; readonly runs: RunsInMemory },
): ExecuteRun => {
  const createCalls = createRunCalls(parts)
  const record = createRecordRun(parts.auditLog)
  const { stop, fail } = createRunEnds(parts, storedRuns, runs)

  return async (scope, run, program, { earlier, recorded = [], claimed }: ResumedRun = { earlier: [] }) => {
    const { id, effect, abort } = run
    const isContinued = claimed !== undefined
    const runEntry = { code: program.code, isContinued }
    const policy = digestPolicy(scope.caller)
    let waitingLog: CallLog | undefined
    const runCalls = createCalls({ scope, effect, id, abort, isContinued })
    const calls = createCallLog({
      earlier,
      make: answerFromRecord(recorded, runCalls.make),
      onWaiting(log) {
        waitingLog = log
        abort.abort(new GatewayError('CLIENT_CLOSED', waits))
      },
      onDifference: (error) => abort.abort(error),
    })
    const readProgress = (): RunProgress => ({
      writes: [...calls.listWrites(), ...runCalls.listOpenWrites()],
      notes: runCalls.listNotes(),
      resultBytes: scope.resultBytes,
    })
    /** The calls that the code did not wait for end with it. Of writes that were sent it is found out what they did, if that takes not long. */
    const endCalls = async (): Promise<void> => {
      if (runCalls.listOpenWrites().length > 0)
        await inTime(calls.settled(), longestSettling, stillOpen).catch(() => undefined)
      abort.abort(new GatewayError('CLIENT_CLOSED', 'The run has ended'))
    }
    runs.open(run)
    try {
      const { answer: answerCall, isWhole: canRepeat, repeat, rested } = calls
      const pooled = { tenant: run.tenant, answer: answerCall, canRepeat, repeat, rested }
      const end = await pool.run({ ...program, entropy: program.entropy ?? oldEntropy(program) }, pooled, abort.signal)
      await endCalls()
      const answer = buildRunAnswer(end, calls.isFailure, readProgress())
      await record(scope, run, runEntry)
      if (claimed) await storedRuns.end(claimed, { answer })
      return answer
    } catch (thrown) {
      await endCalls()
      const isWhole = calls.isWhole()
      if (waitingLog) {
        await record(scope, run, runEntry, { status: 202, reason: waits })
        return await stop(
          scope,
          run,
          { ...program, ...waitingLog, policy },
          { claimed, isWhole, progress: readProgress() },
        )
      }
      const error = asGatewayError(thrown)
      await record(scope, run, runEntry, error)
      const failed = { ...program, done: calls.listDone(), asked: [], policy }
      throw await fail(scope, run, failed, { claimed, isWhole, progress: readProgress(), error })
    } finally {
      runs.close(run)
    }
  }
}
