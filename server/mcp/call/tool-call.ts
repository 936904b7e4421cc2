import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { CallOutcome } from '@patchbay/core/call'
import { CallRecord, type Data } from '@patchbay/core/context'
import { asGatewayError, type GatewayError } from '@patchbay/core/errors'
import type { ToolArguments } from '@patchbay/core/schema'
import { findHint, type ModelAnswer } from '../answer/shape-for-model.ts'
import { showBytes } from '../answer/show-bytes.ts'
import { approvalUrlKey } from '../card/card.ts'
import type { Elicitation } from '../elicitation.ts'
import { withSuggestions } from '../find/suggest-actions.ts'
import { readSearcher } from '../find/usable-actions.ts'
import type { McpScope } from '../mcp-scope.ts'
import type { Task } from '../tasks/task.ts'
import { findProviderId } from '../tools/heal-frame.ts'
import type { FailRun } from './answer/failed-run.ts'
import { type createModelEnvelopes, toModelCall } from './answer/model-envelope.ts'
import type { RepeatedCall, RepeatedFailures } from './answer/repeated-failures.ts'
import { tellWaiting } from './answer/tell-waiting.ts'
import { nestError } from './nested-call.ts'
import { type CallTool, readToolBody, type ToolBody } from './tool-body.ts'
import { ToolRequest } from './tool-request.ts'
import type { ToolCallParts, ToolListener, ToolRun } from './tool-run.ts'

export interface ActionCallParts extends ToolCallParts {
  readonly repeatedFailures: RepeatedFailures
  readonly buildEnvelope: ReturnType<typeof createModelEnvelopes>
  readonly failRun: FailRun
  readonly findTask: (scope: McpScope, approvalId: string) => Promise<Task | undefined> | undefined
}

/** The request to approve. In the older era a client would send the call again as another one, so it gets a result with the next step. */
const toApprove = (
  { elicitation }: McpScope,
  { approvalId, action, provider }: CallRecord,
  url: string | undefined,
): Elicitation | undefined =>
  elicitation === 'input' && url !== undefined && approvalId !== undefined
    ? {
        url,
        approvalId,
        message: `Decide about ${action} at ${provider}: nothing is sent before somebody approves it.`,
      }
    : undefined

/** A tool call that calls an action: its arguments are read once the caller is counted, so that a refused one is audited, too. */
export class ToolCall {
  readonly record: CallRecord
  readonly domain: string
  /** The arguments, once they have been read. */
  #body: ToolBody | undefined
  /** The refusal, if the same call failed too often. */
  #refusal: GatewayError | undefined
  /** The next step, if it was determined when the answer came. */
  #known: Pick<ModelAnswer, 'hint'> | undefined
  readonly #repeated: RepeatedCall

  constructor(
    readonly parts: ActionCallParts,
    readonly scope: McpScope,
    readonly name: string,
    readonly tool: CallTool,
    readonly args: ToolArguments,
    readonly listener: ToolListener | undefined,
  ) {
    this.record = new CallRecord('mcp', scope.caller.arrival)
    this.record.onProgress = listener?.progressed
    this.domain = tool.kind === 'call' ? findProviderId(parts.domains, scope.tenant, args) : tool.domain
    this.#repeated = { tool: name, args }
  }

  /** Throws ProtocolError for an unknown tool. */
  async run(): Promise<ToolRun> {
    const { parts, scope, record } = this
    try {
      const request = new ToolRequest(
        this.domain,
        scope.resultBytes,
        () => this.#read(),
        (data) => this.#see(data),
      )
      const outcome = await parts.calls.call(scope.caller, record, request)
      parts.repeatedFailures.worked(scope, this.#repeated)
      if (record.approvalId !== undefined) return await this.#waitingRun(outcome, record.approvalId)
      return await this.#buildRun(outcome)
    } catch (thrown) {
      scope.addToReport({ limits: record.limits })
      return this.#fail(thrown)
    }
  }

  /** Called by the request, once the caller is counted. */
  #read(): ToolBody | Promise<ToolBody> {
    this.scope.addToReport({ limits: this.record.limits })
    return this.listener ? this.listener.begun().then(() => this.#readBody()) : this.#readBody()
  }

  #readBody(): ToolBody | Promise<ToolBody> {
    const { parts, scope, tool, args, domain } = this
    this.#refusal = parts.repeatedFailures.refusal(scope, this.#repeated)
    if (this.#refusal) throw this.#refusal
    const reading = readToolBody(parts, readSearcher(scope), domain, tool, args)
    return reading instanceof Promise ? reading.then((body) => this.#keepBody(body)) : this.#keepBody(reading)
  }

  #keepBody(body: ToolBody): ToolBody {
    this.#body = body
    return body
  }

  /** Called by the request with the provider's answer. */
  #see({ value, next }: Data): void {
    const modelCall = value === undefined || !this.#body ? undefined : toModelCall(this.#body, next)
    if (modelCall) this.#known = { hint: findHint(modelCall, value) }
  }

  async #buildRun(outcome: CallOutcome): Promise<ToolRun> {
    const { parts, scope, record, domain } = this
    const toolBody = this.#body ?? { body: {}, coerced: [] }
    const { resultBytes } = scope
    const { answer, images } = showBytes(outcome.answer)
    const shown = answer === outcome.answer ? outcome : { ...outcome, answer }
    const nextStep = this.#known
    const envelope = await parts.buildEnvelope({ record, outcome: shown, domain, toolBody, nextStep, resultBytes })
    return { envelope, isError: false, call: record, ...(images.length > 0 && { images }) }
  }

  /** The run of a call that waits for approval: its client gets more beside the result, or in its place. */
  async #waitingRun(answered: CallOutcome, approvalId: string): Promise<ToolRun> {
    const { parts, scope, record, tool } = this
    const { outcome, url: approveUrl } = await tellWaiting(parts.approvalDesk, scope, tool.kind, record, answered)
    const run = await this.#buildRun(outcome)
    const elicitation = toApprove(scope, record, approveUrl)
    const task = await parts.findTask(scope, approvalId)
    const url = scope.showsCard && approveUrl
    return {
      ...run,
      ...(url && { meta: { [approvalUrlKey]: url } }),
      ...(elicitation && { elicitation }),
      ...(task && { task }),
    }
  }

  async #fail(thrown: unknown): Promise<ToolRun> {
    const { parts, scope, tool, record, domain } = this
    const effect = 'effect' in tool && tool.effect === 'read' ? 'read' : undefined
    const wrong = { provider: domain, effect, action: this.args.action } as const
    const error = await withSuggestions(parts.suggest, readSearcher(scope), asGatewayError(thrown), wrong)
    if (error.extras.scope !== undefined) scope.addToReport({ missingScope: error.extras.scope })
    if (error.code !== 'RATE_LIMITED' && tool.kind !== 'call' && !parts.domains.has(tool.domain)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${this.name}: ${error.message}`)
    }
    if (!this.#refusal) parts.repeatedFailures.failed(scope, this.#repeated, error)
    // A call that was refused earlier already names its own place.
    const shown = tool.kind === 'call' && this.#body ? nestError(error) : error
    const facts = { coerced: this.#body?.coerced ?? [], isAgain: this.#refusal !== undefined }
    return { ...parts.failRun(shown, scope, facts), call: record }
  }
}
