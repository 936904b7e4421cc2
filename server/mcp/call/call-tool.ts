import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { AskerDesk } from '@patchbay/core/approvals'
import type { Calls } from '@patchbay/core/call'
import type { CallAnswer, CallContext, Data } from '@patchbay/core/context'
import { asGatewayError, type Detail, type GatewayError } from '@patchbay/core/errors'
import type { ActionFinder, ToolArguments } from '@patchbay/core/schema'
import type { Logger } from 'pino'
import { type DocsUrl, errorEnvelope } from '../../http/error-envelope.ts'
import { findHint, type ModelAnswer, type ModelCall, shapeForModel } from '../answer/shape-for-model.ts'
import type { ToolAnswer } from '../answer/tool-result.ts'
import { approvalUrlKey } from '../card/card.ts'
import type { Elicitation } from '../elicitation.ts'
import type { McpScope } from '../mcp-scope.ts'
import { showApprovalState } from '../tasks/approval-state.ts'
import type { ApprovalTasks } from '../tasks/approval-tasks.ts'
import { isOpenTask, type Task } from '../tasks/task.ts'
import { createHealContext, findProviderId, healAction } from '../tools/heal-frame.ts'
import { createSearchTool, type Within } from '../tools/search-tools.ts'
import { readToolName, type ToolEffect } from '../tools/tool-names.ts'
import { fitAnswer, fitError, withCoerced } from './fit-answer.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { nestError } from './nested-call.ts'
import { createRepeatedFailures, mostFailures } from './repeated-failures.ts'
import { type BodyParts, type CallTool, readToolBody, type ToolBody } from './tool-body.ts'
import { createToolRequest } from './tool-request.ts'

export interface ToolCallParts extends BodyParts {
  readonly calls: Calls
  readonly docsUrl: DocsUrl
  readonly find: ActionFinder
  readonly code: { run(scope: McpScope, effect: ToolEffect, args: ToolArguments): Promise<string> }
  readonly approvalDesk?: Pick<AskerDesk, 'showToAsker'>
  /** Left out: no client is answered with a task. */
  readonly createTasks?: ((scope: McpScope) => Pick<ApprovalTasks, 'find'>) | undefined
  readonly log: Logger
}

export interface ToolRun extends ToolAnswer {
  /** Left out for tools that call no action. */
  readonly call?: CallContext
  /** The code of the error. */
  readonly code?: string
  /** In place of the answer, where the client takes it. */
  readonly elicitation?: Elicitation
  /** What the client is told beside the result, and its model isn't. */
  readonly meta?: Readonly<Record<string, unknown>>
  /** In place of the answer, unless the client's user is asked first. */
  readonly task?: Task
}

/**
 * Runs a tool by its name, for an admitted caller, and counts it. `begin` is called once the tool is known to be within the limits. Throws
 * ProtocolError for an unknown tool.
 */
export type RunTool = (
  scope: McpScope,
  name: string,
  args: ToolArguments,
  begin?: () => Promise<void>,
) => Promise<ToolRun>

/** Shown to the person who is asked; the address leads to a page with the details. */
const toConnect = ({ code }: GatewayError): string =>
  code === 'TOKEN_MISSING'
    ? 'This tool needs an account that is not connected yet. Open the page to connect it, then continue here.'
    : 'This tool needs an account that has to be connected again. Open the page to connect it, then continue here.'

/** In the older era a client would send the call again as another one, so it gets the result that says how to go on. */
const toApprove = (
  { elicitation }: McpScope,
  { approvalId, approvalUrl: url, action, provider }: CallContext,
): Elicitation | undefined =>
  elicitation === 'input' && url !== undefined && approvalId !== undefined
    ? {
        url,
        approvalId,
        message: `Decide about ${action} at ${provider}: nothing is sent before somebody approves it.`,
      }
    : undefined

/** Stands for arguments that haven't been read. */
const unread: ToolBody = { body: {}, coerced: [] }

/** The call whose answer is shaped for a model; `undefined`: it is left as it is, as a dry run, which shows a request. */
const toModelCall = ({ body, action }: ToolBody, next: string | undefined): ModelCall | undefined =>
  action && body.dry_run !== true ? { name: String(body.action), action, body, next } : undefined

/** The answer as a model is given it. `known`: the next step, if it was looked for when the answer came. */
const adaptAnswer = (
  { status, envelope, bytes, next }: CallAnswer,
  given: ToolBody,
  resultBytes: number,
  known: Pick<ModelAnswer, 'hint'> | undefined,
): CallAnswer & Pick<ModelAnswer, 'hint'> => {
  const call = toModelCall(given, next)
  if (!call) return { status, envelope, bytes, hint: undefined }
  const shaped = shapeForModel(envelope, call, bytes <= resultBytes, known)
  return {
    status,
    envelope: shaped.envelope,
    bytes: shaped.envelope === envelope ? bytes : Buffer.byteLength(shaped.envelope),
    hint: shaped.hint,
  }
}

interface AnsweredCall {
  readonly call: CallContext
  readonly domain: string
  readonly given: ToolBody
  /** The next step, if it was looked for when the answer came. */
  readonly known: Pick<ModelAnswer, 'hint'> | undefined
}

/** Whether the answer depends on nothing but the cached answer and the size of results. */
const isPlain = ({ body, coerced, found }: ToolBody, { note }: CallContext): boolean =>
  !found && coerced.length === 0 && note === undefined && body.result_fields === undefined

/** Runs tools through core/call and adds what models need: names, coerced arguments, results that fit, errors as results. */
export const createRunTool = (parts: ToolCallParts): RunTool => {
  const { calls, domains, docsUrl, find, log, code } = parts
  const searchTool = createSearchTool(domains, find)
  const repeatedFailures = createRepeatedFailures()
  const keptAnswers = createKeptAnswers()

  const failed = (thrown: unknown, scope: McpScope, coerced: readonly Detail[] = [], isAgain = false) => {
    const error = asGatewayError(thrown)
    const { requestId } = scope.context.arrival
    if (error.code === 'RATE_LIMITED') scope.context.limits = error.extras.headers
    if (error.code === 'INTERNAL_ERROR') log.error({ err: error.cause, request_id: requestId }, error.message)
    const shown = { ...errorEnvelope(error, requestId, 'caller', docsUrl), ...(isAgain && { again: mostFailures }) }
    const envelope = fitError(shown, coerced, scope.resultBytes)
    const url = scope.elicitation && error.extras.connectUrl
    return {
      envelope,
      isError: true,
      code: error.code,
      ...(url && { elicitation: { url, message: toConnect(error) } }),
    }
  }

  /** A call that waits for approval, where the client takes tasks. It is stored by now. */
  const findTask = (scope: McpScope, approvalId: string | undefined): Promise<Task> | undefined => {
    if (!scope.takesTasks || approvalId === undefined) return undefined
    const { takesTasks: _, ...asker } = scope
    return parts.createTasks?.(asker).find(approvalId)
  }

  /** A cached answer is the same object each time. */
  const buildToolEnvelope = (
    { call, domain, given, known }: AnsweredCall,
    answer: CallAnswer,
    resultBytes: number,
  ): string | Promise<string> => {
    const build = (): string | Promise<string> => {
      const { tenantId: tenant = '', account = '', note } = call
      const adapted = adaptAnswer(answer, given, resultBytes, known)
      const fitted = { tenant, domain, account, resultBytes, note, hint: adapted.hint }
      return fitAnswer(parts.continuations, adapted, given, fitted)
    }
    return call.cache === 'HIT' && isPlain(given, call) ? keptAnswers.find(answer, resultBytes, build) : build()
  }

  const callAction = async (
    scope: McpScope,
    name: string,
    tool: CallTool,
    args: ToolArguments,
    begin: (() => Promise<void>) | undefined,
  ): Promise<ToolRun> => {
    const { context, tenant, resultBytes } = scope
    const call = context.next()
    const domain = tool.kind === 'call' ? findProviderId(domains, tenant, args) : tool.domain
    const repeated = { tool: name, args }
    let given = unread
    let refusal: GatewayError | undefined
    const read = async (): Promise<ToolBody> => {
      context.limits = call.limits
      await begin?.()
      refusal = repeatedFailures.refusal(scope, repeated)
      if (refusal) throw refusal
      const reading = readToolBody(parts, tenant.id, domain, tool, args)
      given = reading instanceof Promise ? await reading : reading
      return given
    }
    let known: Pick<ModelAnswer, 'hint'> | undefined
    const seeAnswer = ({ value, next }: Data): void => {
      const asked = value === undefined ? undefined : toModelCall(given, next)
      if (asked) known = { hint: findHint(asked, value) }
    }
    try {
      const answer = await calls.call(call, createToolRequest(domain, resultBytes, read, seeAnswer))
      repeatedFailures.worked(scope, repeated)
      const envelope = buildToolEnvelope({ call, domain, given, known }, answer, resultBytes)
      const elicitation = toApprove(scope, call)
      const finding = findTask(scope, call.approvalId)
      const task = finding && (await finding)
      const whole = envelope instanceof Promise ? await envelope : envelope
      const run: ToolRun = { envelope: whole, isError: false, call }
      const url = scope.showsCard && call.approvalUrl
      if (!url && !elicitation && !task) return run
      return {
        ...run,
        ...(url && { meta: { [approvalUrlKey]: url } }),
        ...(elicitation && { elicitation }),
        ...(task && { task }),
      }
    } catch (thrown) {
      const error = asGatewayError(thrown)
      if (error.extras.scope !== undefined) scope.missingScope = error.extras.scope
      context.limits = call.limits
      if (error.code !== 'RATE_LIMITED' && tool.kind !== 'call' && !domains.has(tool.domain)) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${name}: ${error.message}`)
      }
      if (!refusal) repeatedFailures.failed(scope, repeated, error)
      // A call that was refused earlier already names its own place.
      const shown = tool.kind === 'call' && given !== unread ? nestError(error) : error
      return { ...failed(shown, scope, given.coerced, refusal !== undefined), call }
    }
  }

  const runCode = async (
    scope: McpScope,
    effect: ToolEffect,
    args: ToolArguments,
    begin: (() => Promise<void>) | undefined,
  ): Promise<ToolRun> => {
    try {
      await calls.count(scope.context, 'lookup')
      await begin?.()
      return { envelope: await code.run(scope, effect, args), isError: false }
    } catch (thrown) {
      return failed(thrown, scope)
    }
  }

  /** What became of a call that waited for approval. To a client that takes tasks and has had its user asked, it is one as long as it waits. */
  const showApproval = async (
    scope: McpScope,
    approvalId: string,
    begin: (() => Promise<void>) | undefined,
  ): Promise<ToolRun> => {
    try {
      await calls.count(scope.context, 'lookup')
      await begin?.()
      const envelope = await showApprovalState(parts.approvalDesk, scope, approvalId)
      const task = scope.askedApproval === undefined ? undefined : await findTask(scope, approvalId)
      return { envelope, isError: false, ...(task && isOpenTask(task) && { task }) }
    } catch (thrown) {
      return failed(thrown, scope)
    }
  }

  /** Set where the call finds or describes actions of a domain that has more than its tool lists. */
  const findSearchScope = (
    { tenant }: McpScope,
    name: string,
    tool: CallTool,
    given: ToolArguments,
  ): Within | undefined => {
    const domain = tool.kind === 'domain' || tool.kind === 'effect' ? domains.get(tool.domain) : undefined
    if (!domain?.source.listed || !Object.hasOwn(tenant.providers, domain.provider.id)) return
    const { action } = healAction(given, domain, createHealContext())
    if (action !== 'find' && action !== 'describe') return
    const within: Within = { provider: domain.provider.id, tool: name, action }
    return tool.kind === 'effect' ? { ...within, effect: tool.effect } : within
  }

  return async (scope, name, args, begin) => {
    scope.hasRun = true
    const tool = readToolName(name)
    const isSearch = tool.kind === 'find' || tool.kind === 'describe'
    if (scope.askedApproval !== undefined) return showApproval(scope, scope.askedApproval, begin)
    if (!isSearch && typeof args.approval_id === 'string') return showApproval(scope, args.approval_id, begin)
    if (tool.kind === 'run') return runCode(scope, tool.effect, args, begin)
    const within = isSearch ? undefined : findSearchScope(scope, name, tool, args)
    if (!isSearch && !within) return callAction(scope, name, tool, args, begin)
    const { tenant, context } = scope
    const caller = { tenant, access: context.access }
    try {
      await calls.count(context, 'lookup')
      await begin?.()
      const { data, coerced } = isSearch
        ? await searchTool.general(tool.kind, caller, args, scope.surface === 'code')
        : await searchTool.within(within as Within, caller, args)
      const envelope = JSON.stringify({ success: true, status: 200, data })
      return { envelope: withCoerced(envelope, coerced), isError: false }
    } catch (thrown) {
      return failed(thrown, scope)
    }
  }
}
