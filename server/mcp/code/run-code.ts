import { createHash } from 'node:crypto'
import type { AuditLog } from '@patchbay/core/audit'
import { buildEnvelope, type CallAnswer } from '@patchbay/core/context'
import { elapsedMs } from '@patchbay/core/elapsed-ms'
import { asGatewayError, type ErrorEnvelope, GatewayError, invalid } from '@patchbay/core/errors'
import type { ToolArguments } from '@patchbay/core/schema'
import { LRUCache } from 'lru-cache'
import { unknownContinuation } from '../answer/continuations.ts'
import { fitAnswer, nextPart } from '../call/fit-answer.ts'
import type { McpScope } from '../mcp-scope.ts'
import { type CodeArguments, readCodeArguments } from '../tools/code-tools.ts'
import { runLimits } from '../tools/run-limits.ts'
import type { ToolEffect } from '../tools/tool-names.ts'
import { createRunCalls, type RunCallParts } from './run-calls.ts'
import { type AnswerCall, createRunPool, type RunPoolOptions } from './run-pool.ts'
import type { FailedOutcome, RunEnd, RunFailure } from './sandbox/messages.ts'

export interface CodeParts extends RunCallParts {
  readonly auditLog: Pick<AuditLog, 'record'>
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

/** No provider has this name. */
const runDomain = '(run)'
/** Each may have a result of a megabyte. */
const mostRuns = 32
const keptMs = 10 * 60_000
/** So many runs of a tenant may run or wait. */
const mostOfTenant = 8

/** Why a run failed, for the audit log: what the code threw may hold what a provider answered. */
const reasons: Readonly<Record<RunFailure, string>> = {
  syntax: 'The code could not be read',
  thrown: 'The code threw an error',
  call: 'A call of the code failed',
  cpu: 'The code used too much processor time',
  memory: 'The code used too much memory',
}

/** What a model is told of a run that ended without a result: it may have done something before. */
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
    const { code, status, details, retry_after: retryAfter } = JSON.parse(json) as ErrorEnvelope
    return new GatewayError(code, `A call of the code failed: ${text}`, { status, details, retryAfter, reason })
  }
  if (failure === 'cpu') return new GatewayError('TIMEOUT', text, { reason })
  return new GatewayError('VALIDATION_ERROR', text, { details: [{ path: '/code', message }], reason })
}

/** Throws GatewayError for a run that failed. */
const buildAnswer = (end: RunEnd, isAnswer: (json: string) => boolean): CallAnswer => {
  const { outcome, logs, calls } = end
  if ('failure' in outcome) throw buildError(end, outcome, isAnswer)
  const beside = { run: { calls, ...(logs.length > 0 && { log: logs }) } }
  return buildEnvelope({ status: 200, text: outcome.json, beside }, 'BYPASS')
}

/** What a run comes to whose calls wait for an approval. */
const buildAsked = (asked: readonly string[]): CallAnswer => {
  const approvals = asked.map((json) => JSON.parse(json))
  const note =
    'The code was stopped at a call that waits for the approval of a person. The calls that were begun before it were made, nothing after it. Call this tool with {"approval_id": "..."} for its state and its result. Then run code for what is left, without the calls that were made.'
  const text = JSON.stringify({ state: 'waiting', approvals })
  return buildEnvelope({ status: 202, text, beside: { note } }, 'BYPASS')
}

/** Runs code that calls actions. */
export const createCodeRunner = (parts: CodeParts): CodeRunner => {
  const { auditLog, continuations, timeoutMs } = parts
  const pool = createRunPool(parts.pool)
  const createAnswer = createRunCalls(parts)
  const runs = new LRUCache<string, Run>({ max: mostRuns, ttl: keptMs })
  const openRuns = new Map<string, number>()
  const count = (tenant: string, by: 1 | -1): void => {
    const open = (openRuns.get(tenant) ?? 0) + by
    if (open > 0) openRuns.set(tenant, open)
    else openRuns.delete(tenant)
  }

  const record = (
    scope: McpScope,
    run: Pick<Run, 'id' | 'effect'>,
    code: string,
    { status = 200, reason, code: errorCode }: Partial<Pick<GatewayError, 'code' | 'status' | 'reason'>> = {},
  ) => {
    const { tokenId, arrival } = scope.context
    return auditLog.record(
      {
        tenant: scope.tenant.id,
        action: run.effect === 'read' ? 'run_read' : 'run_code',
        source: 'mcp',
        key: `runs/${run.id}`,
        outcome: errorCode ? 'error' : 'ok',
        code: errorCode ?? null,
        status,
        ip: arrival.ip,
        token_id: tokenId ?? null,
        request_id: arrival.requestId,
        duration_ms: elapsedMs(arrival.startedAt),
        reason: reason ?? null,
        digest: createHash('sha256').update(code).digest('hex'),
      },
      { id: run.id },
    )
  }

  const execute = async (scope: McpScope, run: Omit<Run, 'result'>, code: string, parameters: string) => {
    const { id, effect, abort } = run
    let asked: readonly string[] | undefined
    const onAsked = (data: readonly string[]): void => {
      asked = data
      abort.abort(new GatewayError('CLIENT_CLOSED', 'A call of the code waits for approval'))
    }
    const answer = createAnswer({ scope, effect, id, abort, onAsked })
    const failures = new Set<string>()
    const remember: AnswerCall = async (json) => {
      const result = await answer(json)
      if (result.isError) failures.add(result.json)
      return result
    }
    const seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0
    count(run.tenant, 1)
    try {
      const end = await pool.run({ code, parameters, startedAt: Date.now(), seed }, remember, abort.signal)
      const built = buildAnswer(end, (json) => failures.has(json))
      await record(scope, run, code)
      return built
    } catch (thrown) {
      if (asked) {
        await record(scope, run, code, { status: 202, reason: 'A call of the code waits for approval' })
        return buildAsked(asked)
      }
      const error = asGatewayError(thrown)
      await record(scope, run, code, error)
      throw error
    } finally {
      // The calls that the code did not wait for end with it.
      abort.abort(new GatewayError('CLIENT_CLOSED', 'The run has ended'))
      count(run.tenant, -1)
    }
  }

  const begin = (scope: McpScope, effect: ToolEffect, code: string, { parameters = {} }: CodeArguments): Run => {
    const text = JSON.stringify(parameters)
    if (Buffer.byteLength(text) > runLimits.parametersBytes)
      throw invalid('/parameters', `must have at most ${runLimits.parametersBytes} bytes`)
    if ((openRuns.get(scope.tenant.id) ?? 0) >= mostOfTenant)
      throw new GatewayError('UNAVAILABLE', 'Too many runs of this tenant are open; try again', { retryAfter: 5 })
    const id = Bun.randomUUIDv7('hex')
    const base = { id, tenant: scope.tenant.id, token: scope.context.tokenId, effect, abort: new AbortController() }
    const run = { ...base, result: execute(scope, base, code, text) }
    // Somebody may ask for it later, or nobody.
    run.result.catch(() => undefined)
    return run
  }

  const find = ({ tenant, context }: McpScope, effect: ToolEffect, id: string): Run => {
    const run = runs.get(id)
    if (!run || run.tenant !== tenant.id || run.token !== context.tokenId || run.effect !== effect)
      throw invalid('/run_id', 'is unknown, or older than ten minutes')
    return run
  }

  /** The answer of the run; `undefined`: it isn't there in time. A caller that hangs up ends the run. */
  const waitFor = async ({ context }: McpScope, { result, abort }: Run): Promise<CallAnswer | undefined> => {
    const { arrival } = context
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

  const goOn = async ({ tenant, context, resultBytes }: McpScope, name: string): Promise<string> => {
    const found = await continuations.find(tenant.id, name)
    const { domain, account } = found.cutAnswer
    if (domain !== runDomain || account !== (context.tokenId ?? '')) throw unknownContinuation()
    return buildEnvelope(nextPart(found, resultBytes), 'BYPASS').envelope
  }

  return {
    async run(scope, effect, given) {
      const args = readCodeArguments(given)
      if (args.continuation !== undefined) return goOn(scope, args.continuation)
      const run =
        args.run_id !== undefined ? find(scope, effect, args.run_id) : begin(scope, effect, args.code ?? '', args)
      const answer = await waitFor(scope, run)
      if (!answer) {
        runs.set(run.id, run)
        return JSON.stringify({ success: true, status: 202, data: { run_id: run.id, state: 'running' } })
      }
      const { tenant, context, resultBytes } = scope
      const call = { tenant: tenant.id, domain: runDomain, account: context.tokenId ?? '', resultBytes }
      return fitAnswer(continuations, answer, { body: {}, coerced: [] }, { ...call, note: undefined, hint: undefined })
    },
    close: pool.close,
  }
}
