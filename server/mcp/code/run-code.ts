import type { AskerDesk } from '@patchbay/core/approvals'
import type { AuditLog } from '@patchbay/core/audit'
import { buildEnvelope, type CallAnswer } from '@patchbay/core/context'
import { asGatewayError, GatewayError, invalid } from '@patchbay/core/errors'
import type { ToolArguments } from '@patchbay/core/schema'
import type { CodeRunRecord } from '@patchbay/core/store'
import { LRUCache } from 'lru-cache'
import { unknownContinuation } from '../answer/continuations.ts'
import { fitAnswer, nextPart } from '../call/fit-answer.ts'
import type { McpScope } from '../mcp-scope.ts'
import { type CodeArguments, readCodeArguments } from '../tools/code-tools.ts'
import { runLimits } from '../tools/run-limits.ts'
import type { ToolEffect } from '../tools/tool-names.ts'
import { type CallLog, createCallLog, type DoneCall } from './call-log.ts'
import { readDecided } from './decided-calls.ts'
import { createKeptRuns, type KeptRunParts, type StoppedRun, toRunError } from './kept-runs.ts'
import { createRunPool, type RunPoolOptions } from './pool/run-pool.ts'
import { createRecordRun } from './record-run.ts'
import { type OwnersStore, refuseChangedAccounts } from './refuse-changed-accounts.ts'
import { buildRunAnswer, buildWaitingAnswer, printRunning } from './run-answers.ts'
import { createRunCalls, type RunCallParts } from './run-calls.ts'

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

/** A run that somebody may still ask for. */
interface Run {
  readonly id: string
  readonly tenant: string
  readonly token: string | undefined
  readonly effect: ToolEffect
  readonly result: Promise<CallAnswer>
  readonly abort: AbortController
}

type Program = Pick<StoppedRun, 'code' | 'parameters' | 'startedAt' | 'seed'>

/** What a run knows that goes on: what its earlier calls came to, and its record, which this gateway has claimed. */
interface Continued {
  readonly earlier: readonly DoneCall[]
  readonly claimed?: CodeRunRecord
}

const waits = 'A call of the code waits for approval'

const notAllowed = () =>
  new GatewayError('FORBIDDEN', 'Callers of this tenant may not run code: make the calls one by one')

/** No provider has this name. */
const runDomain = '(run)'
/** Each may have a result of a megabyte. */
const mostRuns = 32
const keptMs = 10 * 60_000
/** So many runs of a tenant may run or wait. */
const mostOfTenant = 8

/** Runs code that calls actions. */
export const createCodeRunner = (parts: CodeParts): CodeRunner => {
  const { auditLog, continuations, timeoutMs, approvalDesk, docsUrl } = parts
  const pool = createRunPool(parts.pool)
  const createCalls = createRunCalls(parts)
  const kept = createKeptRuns(parts)
  const record = createRecordRun(auditLog)
  const runs = new LRUCache<string, Run>({ max: mostRuns, ttl: keptMs })
  const openRuns = new Map<string, number>()
  const count = (tenant: string, by: 1 | -1): void => {
    const open = (openRuns.get(tenant) ?? 0) + by
    if (open > 0) openRuns.set(tenant, open)
    else openRuns.delete(tenant)
  }

  const stop = async (
    scope: McpScope,
    run: Omit<Run, 'result'>,
    stopped: StoppedRun,
    { claimed, isWhole }: { readonly claimed: CodeRunRecord | undefined; readonly isWhole: boolean },
  ): Promise<CallAnswer> => {
    const stored = isWhole ? await kept.stop(scope, run, stopped, claimed) : undefined
    const answer = buildWaitingAnswer(
      stored && run.id,
      stopped.asked.map(({ state }) => JSON.parse(state)),
    )
    if (stored) runs.delete(run.id)
    else if (claimed) await kept.end(claimed, { answer })
    return answer
  }

  /** For a run that was stopped and failed after that. Where it wasn't the code that failed, it goes on another time. */
  const endKept = async (claimed: CodeRunRecord, { code, message, status, extras }: GatewayError): Promise<void> => {
    if (code === 'CLIENT_CLOSED' || code === 'UNAVAILABLE') await kept.release(claimed)
    else await kept.end(claimed, { error: { code, message, status, details: extras.details } })
  }

  const execute = async (
    scope: McpScope,
    run: Omit<Run, 'result'>,
    { code, parameters, startedAt, seed }: Program,
    { earlier, claimed }: Continued = { earlier: [] },
  ): Promise<CallAnswer> => {
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
    count(run.tenant, 1)
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
      if (claimed) await endKept(claimed, error)
      throw error
    } finally {
      // The calls that the code did not wait for end with it.
      abort.abort(new GatewayError('CLIENT_CLOSED', 'The run has ended'))
      count(run.tenant, -1)
    }
  }

  const start = (
    { tenant, caller }: McpScope,
    { id, effect }: Pick<Run, 'id' | 'effect'>,
    work: (run: Omit<Run, 'result'>) => Promise<CallAnswer>,
  ): Run => {
    const base = { id, tenant: tenant.id, token: caller.tokenId, effect, abort: new AbortController() }
    const run = { ...base, result: work(base) }
    // Somebody may ask for it later, or nobody.
    run.result.catch(() => undefined)
    return run
  }

  const checkRoom = ({ tenant }: McpScope): void => {
    if ((openRuns.get(tenant.id) ?? 0) >= mostOfTenant)
      throw new GatewayError('UNAVAILABLE', 'Too many runs of this tenant are open; try again', { retryAfter: 5 })
  }

  const begin = (scope: McpScope, effect: ToolEffect, code: string, { parameters: given = {} }: CodeArguments): Run => {
    const parameters = JSON.stringify(given)
    if (Buffer.byteLength(parameters) > runLimits.parametersBytes)
      throw invalid('/parameters', `must have at most ${runLimits.parametersBytes} bytes`)
    checkRoom(scope)
    const seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0
    const program = { code, parameters, startedAt: Date.now(), seed }
    return start(scope, { id: Bun.randomUUIDv7('hex'), effect }, (run) => execute(scope, run, program))
  }

  /** Goes on with a run that was stopped, if everything is decided. An envelope: it waits, runs elsewhere, or has ended. */
  const resume = async (scope: McpScope, effect: ToolEffect, id: string): Promise<Run | CallAnswer | string> => {
    const found = await kept.find(scope, effect, id)
    if (!found) throw invalid('/run_id', 'is unknown, or too old')
    if (await kept.isRunning(found)) return printRunning(id)
    const { stopped, outcome } = (await kept.open(found)) ?? {}
    if (outcome && 'answer' in outcome) return outcome.answer
    if (outcome) throw toRunError(outcome.error)
    if (!stopped || !approvalDesk) throw invalid('/run_id', 'can not be continued')
    const { decided, states } = await readDecided(approvalDesk, scope, stopped.asked, docsUrl)
    if (!decided) return buildWaitingAnswer(id, states)
    checkRoom(scope)
    const claimed = await kept.claim(found)
    if (!claimed) return printRunning(id)
    const earlier = [...stopped.done, ...decided]
    return start(scope, { id, effect }, async (run) => {
      try {
        await refuseChangedAccounts(parts.store, run, earlier)
      } catch (thrown) {
        await endKept(claimed, asGatewayError(thrown))
        throw thrown
      }
      return execute(scope, run, stopped, { earlier, claimed })
    })
  }

  /** `undefined`: it isn't in the memory of this gateway. */
  const find = ({ tenant, caller }: McpScope, effect: ToolEffect, id: string): Run | undefined => {
    const run = runs.get(id)
    const isOwn = run?.tenant === tenant.id && run.token === caller.tokenId && run.effect === effect
    return isOwn ? run : undefined
  }

  /** The answer of the run; `undefined`: it isn't there in time. A caller that hangs up ends the run. */
  const waitFor = async ({ caller }: McpScope, { result, abort }: Run): Promise<CallAnswer | undefined> => {
    const { arrival } = caller
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const left = timeoutMs * 0.9 - (performance.now() - arrival.startedAt)
    const timer = setTimeout(resolve, Math.max(left, 0))
    const onAbort = (): void => abort.abort(new GatewayError('CLIENT_CLOSED', 'The caller has hung up'))
    arrival.signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await Promise.race([result, promise])
    } finally {
      clearTimeout(timer)
      arrival.signal.removeEventListener('abort', onAbort)
    }
  }

  const fitRun = (scope: McpScope, answer: CallAnswer) => {
    const { tenant, caller, resultBytes } = scope
    const call = { tenant: tenant.id, domain: runDomain, account: caller.tokenId, resultBytes }
    return fitAnswer(continuations, answer, { body: {}, coerced: [] }, { ...call, note: undefined, hint: undefined })
  }

  const goOn = async ({ tenant, caller, resultBytes }: McpScope, name: string): Promise<string> => {
    const found = await continuations.find(tenant.id, name)
    const { domain, account } = found.cutAnswer
    if (domain !== runDomain || account !== caller.tokenId) throw unknownContinuation()
    return buildEnvelope(nextPart(found, resultBytes), 'BYPASS').envelope
  }

  return {
    async run(scope, effect, given) {
      if (scope.tenant.options.code === false) throw notAllowed()
      const args = readCodeArguments(given)
      if (args.continuation !== undefined) return goOn(scope, args.continuation)
      const { run_id: id } = args
      const run =
        id === undefined
          ? begin(scope, effect, args.code ?? '', args)
          : (find(scope, effect, id) ?? (await resume(scope, effect, id)))
      if (typeof run === 'string') return run
      if (!('result' in run)) return fitRun(scope, run)
      const answer = await waitFor(scope, run)
      if (answer) return fitRun(scope, answer)
      runs.set(run.id, run)
      return printRunning(run.id)
    },
    close: pool.close,
  }
}
