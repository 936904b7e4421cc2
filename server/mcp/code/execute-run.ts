import type { AuditLog } from '@patchbay/core/audit'
import type { CallAnswer } from '@patchbay/core/context'
import { asGatewayError, GatewayError } from '@patchbay/core/errors'
import type { CodeRunRecord } from '@patchbay/core/store'
import type { McpScope } from '../mcp-scope.ts'
import { type CallLog, createCallLog, type DoneCall } from './call-log.ts'
import type { KeptRuns, StoppedRun } from './kept-runs.ts'
import type { RunPool } from './pool/run-pool.ts'
import { createRecordRun } from './record-run.ts'
import { buildRunAnswer, buildWaitingAnswer } from './run-answers.ts'
import { createRunCalls, type RunCallParts } from './run-calls.ts'
import type { BegunRun, RunsInMemory } from './runs-in-memory.ts'

export type CodeProgram = Pick<StoppedRun, 'code' | 'parameters' | 'startedAt' | 'seed'>

/** State of a resumed run: its earlier results, and its record, claimed by this gateway. */
interface ResumedRun {
  readonly earlier: readonly DoneCall[]
  readonly claimed?: CodeRunRecord
}

interface ExecutionParts extends RunCallParts {
  readonly auditLog: Pick<AuditLog, 'record'>
}

/** Executes a program. Rejects with GatewayError where the run failed. */
type ExecuteRun = (scope: McpScope, run: BegunRun, program: CodeProgram, continued?: ResumedRun) => Promise<CallAnswer>

const waits = 'A call of the code waits for approval'

/** Ends the record of a run that was stopped, and failed after that. If it wasn't the code that failed, it goes on another time. */
export const endKeptRun = async (
  kept: KeptRuns,
  claimed: CodeRunRecord,
  { code, message, status, extras }: GatewayError,
): Promise<void> => {
  if (code === 'CLIENT_CLOSED' || code === 'UNAVAILABLE') await kept.release(claimed)
  else await kept.end(claimed, { error: { code, message, status, details: extras.details } })
}

export const createExecuteRun = (
  parts: ExecutionParts,
  { pool, kept, runs }: { readonly pool: RunPool; readonly kept: KeptRuns; readonly runs: RunsInMemory },
): ExecuteRun => {
  const createCalls = createRunCalls(parts)
  const record = createRecordRun(parts.auditLog)

  /** Stores a run whose calls wait, if everything that the code was given is still held. */
  const stop = async (
    scope: McpScope,
    run: BegunRun,
    stopped: StoppedRun,
    { claimed, isWhole }: { readonly claimed: CodeRunRecord | undefined; readonly isWhole: boolean },
  ): Promise<CallAnswer> => {
    const stored = isWhole ? await kept.stop(scope, run, stopped, claimed) : undefined
    const answer = buildWaitingAnswer(
      stored && run.id,
      stopped.asked.map(({ state }) => JSON.parse(state)),
    )
    if (stored) runs.forget(run)
    else if (claimed) await kept.end(claimed, { answer })
    return answer
  }

  return async (
    scope,
    run,
    { code, parameters, startedAt, seed },
    { earlier, claimed }: ResumedRun = { earlier: [] },
  ) => {
    const { id, effect, abort } = run
    const isContinued = claimed !== undefined
    const told = { code, isContinued }
    let asked: CallLog | undefined
    const calls = createCallLog({
      earlier,
      make: createCalls({ scope, effect, id, abort, isContinued }),
      onAsked(log) {
        asked = log
        abort.abort(new GatewayError('CLIENT_CLOSED', waits))
      },
      onDifference: (error) => abort.abort(error),
    })
    runs.open(run)
    try {
      const { answer: answerCall, isWhole: canRepeat, repeat } = calls
      const pooled = { tenant: run.tenant, answer: answerCall, canRepeat, repeat }
      const end = await pool.run({ code, parameters, startedAt, seed }, pooled, abort.signal)
      const answer = buildRunAnswer(end, calls.isFailure)
      await record(scope, run, told)
      if (claimed) await kept.end(claimed, { answer })
      return answer
    } catch (thrown) {
      if (asked) {
        await record(scope, run, told, { status: 202, reason: waits })
        const stopped = { code, parameters, startedAt, seed, ...asked }
        return await stop(scope, run, stopped, { claimed, isWhole: calls.isWhole() })
      }
      const error = asGatewayError(thrown)
      await record(scope, run, told, error)
      if (claimed) await endKeptRun(kept, claimed, error)
      throw error
    } finally {
      // The calls that the code did not wait for end with it.
      abort.abort(new GatewayError('CLIENT_CLOSED', 'The run has ended'))
      runs.close(run)
    }
  }
}
