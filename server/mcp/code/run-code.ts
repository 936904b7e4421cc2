import type { AskerDesk } from '@patchbay/core/approvals'
import type { AuditLog } from '@patchbay/core/audit'
import type { CallAnswer } from '@patchbay/core/context'
import { asGatewayError, GatewayError, invalid } from '@patchbay/core/errors'
import type { ToolArguments } from '@patchbay/core/schema'
import type { CodeRunRecord } from '@patchbay/core/store'
import { currentMs } from '@patchbay/core/time'
import type { McpScope } from '../mcp-scope.ts'
import type { CreateTasks } from '../tasks/task-sources.ts'
import { type CodeArguments, readCodeArguments } from '../tools/code-tools.ts'
import { runLimits } from '../tools/run-limits.ts'
import type { ToolEffect } from '../tools/tool-names.ts'
import { awaitRun } from './await-run.ts'
import { findWhoDecides, readDecided } from './calls/decided-calls.ts'
import type { RunCallParts } from './calls/run-calls.ts'
import { createExecuteRun, endKeptRun } from './execute-run.ts'
import { continueRunAnswer, fitRun } from './fit-run.ts'
import { createRunPool, type RunPoolOptions } from './pool/run-pool.ts'
import { buildWaitingAnswer, printRunning } from './run-answers.ts'
import { createRunTasks } from './run-tasks.ts'
import { createKeptRuns, type KeptRunParts, type KeptRuns, type StoppedRun, toRunError } from './runs/kept-runs.ts'
import { type OwnersStore, refuseChangedRun } from './runs/refuse-changed-run.ts'
import { type BegunRun, type CodeRun, RunsInMemory } from './runs/runs-in-memory.ts'

export interface CodeParts extends RunCallParts, KeptRunParts {
  readonly store: KeptRunParts['store'] & OwnersStore
  readonly auditLog: Pick<AuditLog, 'record'>
  /** Unset: no call waits for approval. */
  readonly approvalDesk?: Pick<AskerDesk, 'findOwn' | 'findWhoDecides' | 'withdraw'>
  /** The deadline of a request. A run that needs longer is answered with its id. */
  readonly timeoutMs: number
  readonly pool?: RunPoolOptions
}

export interface CodeRunner {
  /** Answers `run_read` (`read`) and `run_code` (`write`) with an envelope. Throws GatewayError. */
  run(scope: McpScope, effect: ToolEffect, args: ToolArguments): Promise<string>
  /** Runs that wait, as tasks; left out: no call waits for approval. */
  readonly createTasks?: CreateTasks | undefined
  close(): Promise<void>
}

const notAllowed = () =>
  new GatewayError('FORBIDDEN', 'Callers of this tenant may not run code: make the calls one by one')

const readParameters = ({ parameters = {} }: CodeArguments): string => {
  const text = JSON.stringify(parameters)
  if (Buffer.byteLength(text) > runLimits.parametersBytes)
    throw invalid('/parameters', `must have at most ${runLimits.parametersBytes} bytes`)
  return text
}

const mayResume = (effect: ToolEffect, run: { readonly effect: ToolEffect }): boolean =>
  effect === 'write' || run.effect === 'read'

/** The clock and the random numbers of a run that begins. */
const createBeginning = () => ({
  startedAt: currentMs(),
  seed: crypto.getRandomValues(new Int32Array(1))[0] ?? 0,
  entropy: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex'),
  parameters: '{}',
})

const start = (
  { tenant, caller }: McpScope,
  { id, effect }: Pick<CodeRun, 'id' | 'effect'>,
  work: (run: BegunRun) => Promise<CallAnswer>,
): CodeRun => {
  const begun = { id, tenant: tenant.id, token: caller.tokenId, effect, abort: new AbortController() }
  const run = { ...begun, result: work(begun) }
  // Somebody may ask for it later, or nobody.
  run.result.catch(() => undefined)
  return run
}

/** Finds the run that mended code resumes. What it did is given to the same caller only, and no run that only reads learns what a write answered. */
const createFindFailed =
  (storedRuns: KeptRuns, runs: RunsInMemory) =>
  async (scope: McpScope, effect: ToolEffect, id: string): Promise<StoppedRun> => {
    const inMemory = runs.findFailed(scope, id)
    if (inMemory && mayResume(effect, inMemory)) return inMemory.stopped
    const record = await storedRuns.find(scope, undefined, id)
    if (!record || !mayResume(effect, record)) throw invalid('/resume', 'is unknown, or too old: leave it out')
    const { stopped } = (await storedRuns.open(record)) ?? {}
    if (!stopped || record.state !== 'ended')
      throw invalid('/resume', 'has no failure to mend: send {"run_id": "..."} alone for its state and its result')
    return stopped
  }

/** Runs code that calls actions. */
export const createCodeRunner = (parts: CodeParts): CodeRunner => {
  const { continuations, timeoutMs, approvalDesk, docsUrl } = parts
  const pool = createRunPool(parts.pool)
  const storedRuns = createKeptRuns(parts)
  const runs = new RunsInMemory()
  const execute = createExecuteRun(parts, { pool, storedRuns, runs })
  const findFailed = createFindFailed(storedRuns, runs)

  const begin = async (scope: McpScope, effect: ToolEffect, args: CodeArguments): Promise<CodeRun> => {
    const { code = '', resume: failedId } = args
    const ownParameters = args.parameters && readParameters(args)
    const failed = failedId === undefined ? undefined : await findFailed(scope, effect, failedId)
    runs.checkRoom(scope)
    const { startedAt, seed, entropy, parameters } = failed ?? createBeginning()
    const program = {
      code,
      parameters: ownParameters ?? parameters,
      startedAt,
      seed,
      ...(entropy !== undefined && { entropy }),
    }
    const recorded = failed?.done ?? []
    return start(scope, { id: Bun.randomUUIDv7('hex'), effect }, async (run) => {
      if (failed) await refuseChangedRun(parts.store, scope, { ...failed, id: failedId ?? run.id }, recorded)
      return execute(scope, run, program, { earlier: [], recorded })
    })
  }

  /** Resumes a run that was stopped, if everything is decided. An envelope: it waits, runs elsewhere, or has ended. */
  const resume = async (scope: McpScope, record: CodeRunRecord): Promise<CodeRun | CallAnswer | string> => {
    const { id, effect } = record
    if (await storedRuns.isRunning(record)) return printRunning(id)
    const { stopped, outcome } = (await storedRuns.open(record)) ?? {}
    if (outcome && 'answer' in outcome) return outcome.answer
    if (outcome) throw toRunError(outcome.error)
    if (!stopped || !approvalDesk) throw invalid('/run_id', 'can not be continued')
    const { decided, states } = await readDecided(approvalDesk, scope, stopped.asked, docsUrl)
    if (!decided)
      return buildWaitingAnswer(id, { approvals: states, who: await findWhoDecides(approvalDesk, scope, states) })
    runs.checkRoom(scope)
    const claimed = await storedRuns.claim(record)
    if (!claimed) return printRunning(id)
    const earlier = [...stopped.done, ...decided]
    return start(scope, { id, effect }, async (run) => {
      try {
        await refuseChangedRun(parts.store, scope, { ...stopped, id }, earlier)
      } catch (thrown) {
        await endKeptRun(storedRuns, claimed, asGatewayError(thrown))
        throw thrown
      }
      return execute(scope, run, stopped, { earlier, claimed })
    })
  }

  const resumeById = async (scope: McpScope, effect: ToolEffect, id: string) => {
    const record = await storedRuns.find(scope, effect, id)
    if (!record) throw invalid('/run_id', 'is unknown, or too old')
    return resume(scope, record)
  }

  return {
    createTasks: approvalDesk && createRunTasks({ storedRuns, approvalDesk, continuations, docsUrl, resume }),
    async run(scope, effect, toolArguments) {
      if (scope.tenant.options.code === false) throw notAllowed()
      const args = readCodeArguments(toolArguments)
      if (args.continuation !== undefined) return continueRunAnswer(continuations, scope, args.continuation)
      const { run_id: id } = args
      const run =
        id === undefined
          ? await begin(scope, effect, args)
          : (runs.find(scope, effect, id) ?? (await resumeById(scope, effect, id)))
      if (typeof run === 'string') return run
      if (!('result' in run)) return fitRun(continuations, scope, run)
      const answer = await awaitRun(scope, run, timeoutMs)
      if (answer) return fitRun(continuations, scope, answer)
      runs.keep(run)
      return printRunning(run.id)
    },
    close: pool.close,
  }
}
