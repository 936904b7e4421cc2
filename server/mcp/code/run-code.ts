import type { AskerDesk } from '@patchbay/core/approvals'
import type { AuditLog } from '@patchbay/core/audit'
import type { CallAnswer } from '@patchbay/core/context'
import { asGatewayError, GatewayError, invalid } from '@patchbay/core/errors'
import type { ToolArguments } from '@patchbay/core/schema'
import type { McpScope } from '../mcp-scope.ts'
import { type CodeArguments, readCodeArguments } from '../tools/code-tools.ts'
import { runLimits } from '../tools/run-limits.ts'
import type { ToolEffect } from '../tools/tool-names.ts'
import { awaitRun } from './await-run.ts'
import { readDecided } from './decided-calls.ts'
import { createExecuteRun, endKeptRun } from './execute-run.ts'
import { continueRunAnswer, fitRun } from './fit-run.ts'
import { createKeptRuns, type KeptRunParts, toRunError } from './kept-runs.ts'
import { createRunPool, type RunPoolOptions } from './pool/run-pool.ts'
import { type OwnersStore, refuseChangedAccounts } from './refuse-changed-accounts.ts'
import { buildWaitingAnswer, printRunning } from './run-answers.ts'
import type { RunCallParts } from './run-calls.ts'
import { type BegunRun, type CodeRun, RunsInMemory } from './runs-in-memory.ts'

export interface CodeParts extends RunCallParts, KeptRunParts {
  readonly store: KeptRunParts['store'] & OwnersStore
  readonly auditLog: Pick<AuditLog, 'record'>
  /** Left out: no call waits for approval. */
  readonly approvalDesk?: Pick<AskerDesk, 'findOwn'>
  /** The deadline of a request. A run that needs longer is answered with its id. */
  readonly timeoutMs: number
  readonly pool?: RunPoolOptions
}

export interface CodeRunner {
  /** Answers `run_read` (`read`) and `run_code` (`write`) with an envelope. Throws GatewayError. */
  run(scope: McpScope, effect: ToolEffect, args: ToolArguments): Promise<string>
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

/** Runs code that calls actions. */
export const createCodeRunner = (parts: CodeParts): CodeRunner => {
  const { continuations, timeoutMs, approvalDesk, docsUrl } = parts
  const pool = createRunPool(parts.pool)
  const kept = createKeptRuns(parts)
  const runs = new RunsInMemory()
  const execute = createExecuteRun(parts, { pool, kept, runs })

  const begin = (scope: McpScope, effect: ToolEffect, args: CodeArguments): CodeRun => {
    const parameters = readParameters(args)
    runs.checkRoom(scope)
    const seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0
    const program = { code: args.code ?? '', parameters, startedAt: Date.now(), seed }
    return start(scope, { id: Bun.randomUUIDv7('hex'), effect }, (run) => execute(scope, run, program))
  }

  /** Resumes a run that was stopped, if everything is decided. An envelope: it waits, runs elsewhere, or has ended. */
  const resume = async (scope: McpScope, effect: ToolEffect, id: string): Promise<CodeRun | CallAnswer | string> => {
    const found = await kept.find(scope, effect, id)
    if (!found) throw invalid('/run_id', 'is unknown, or too old')
    if (await kept.isRunning(found)) return printRunning(id)
    const { stopped, outcome } = (await kept.open(found)) ?? {}
    if (outcome && 'answer' in outcome) return outcome.answer
    if (outcome) throw toRunError(outcome.error)
    if (!stopped || !approvalDesk) throw invalid('/run_id', 'can not be continued')
    const { decided, states } = await readDecided(approvalDesk, scope, stopped.asked, docsUrl)
    if (!decided) return buildWaitingAnswer(id, states)
    runs.checkRoom(scope)
    const claimed = await kept.claim(found)
    if (!claimed) return printRunning(id)
    const earlier = [...stopped.done, ...decided]
    return start(scope, { id, effect }, async (run) => {
      try {
        await refuseChangedAccounts(parts.store, run, earlier)
      } catch (thrown) {
        await endKeptRun(kept, claimed, asGatewayError(thrown))
        throw thrown
      }
      return execute(scope, run, stopped, { earlier, claimed })
    })
  }

  return {
    async run(scope, effect, given) {
      if (scope.tenant.options.code === false) throw notAllowed()
      const args = readCodeArguments(given)
      if (args.continuation !== undefined) return continueRunAnswer(continuations, scope, args.continuation)
      const { run_id: id } = args
      const run =
        id === undefined
          ? begin(scope, effect, args)
          : (runs.find(scope, effect, id) ?? (await resume(scope, effect, id)))
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
