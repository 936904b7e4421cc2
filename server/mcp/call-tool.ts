import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Calls } from '@patchbay/core/call'
import type { Answer, CallContext, CallRequest, Data } from '@patchbay/core/context'
import { asGatewayError, type Detail, type GatewayError } from '@patchbay/core/errors'
import { createActionFinder } from '@patchbay/core/schema'
import type { Logger } from 'pino'
import type { Elicitation } from './elicitation.ts'
import { cutAnswer, fitError, nextPart, type Truncated } from './fit-answer.ts'
import type { McpScope } from './mcp-scope.ts'
import { createSearchTool, type Within } from './search-tools.ts'
import {
  type Arguments,
  type BodyParts,
  type CallTool,
  domainOf,
  nestedError,
  type ToolBody,
  toolBody,
} from './tool-body.ts'
import { readToolName } from './tool-names.ts'
import type { ToolAnswer } from './tool-result.ts'

export interface ToolParts extends BodyParts {
  readonly calls: Calls
  readonly log: Logger
}

export interface ToolRun extends ToolAnswer {
  /** Left out for tools that call no action. */
  readonly call?: CallContext
  /** The code of the error. */
  readonly code?: string
  /** In place of the answer, where the client takes it. */
  readonly elicitation?: Elicitation
}

/** Runs a tool by its name, for an admitted caller. Throws ProtocolError for an unknown tool. */
export type RunTool = (scope: McpScope, name: string, args: Arguments) => Promise<ToolRun>

const withMember = (envelope: string, name: string, value: unknown): string =>
  `${envelope.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`

const withCoerced = (envelope: string, coerced: readonly Detail[]): string =>
  coerced.length === 0 ? envelope : withMember(envelope, 'coerced', coerced)

/** The bytes that are left beside the list of conversions: at least half, so that each part makes progress. */
const roomBeside = (coerced: readonly Detail[], { resultBytes }: McpScope): number =>
  coerced.length === 0
    ? resultBytes
    : Math.max(resultBytes - Buffer.byteLength(JSON.stringify(coerced)) - '"coerced":,'.length, resultBytes / 2)

/** For the person who is asked: the address leads to a page that says more. */
const toConnect = ({ code }: GatewayError): string =>
  code === 'TOKEN_MISSING'
    ? 'This tool needs an account that is not connected yet. Open the page to connect it, then go on here.'
    : 'This tool needs an account that has to be connected again. Open the page to connect it, then go on here.'

const unprepared: ToolBody = { body: {}, coerced: [] }

/** A tool call for core/call, which reads the arguments, so that a refused tool call is audited like every refused call. */
class ToolRequest implements CallRequest {
  readonly domain: string
  readonly noCache = false
  readonly idempotencyKey = undefined
  truncated: Truncated | undefined
  prepared = unprepared

  constructor(
    readonly parts: BodyParts,
    readonly scope: McpScope,
    readonly tool: CallTool,
    readonly args: Arguments,
  ) {
    this.domain = domainOf(tool, args)
  }

  async read(): Promise<string | undefined> {
    const reading = toolBody(this.parts, this.scope.tenant.id, this.tool, this.args)
    this.prepared = reading instanceof Promise ? await reading : reading
    const { body, found } = this.prepared
    return found ? undefined : JSON.stringify(body)
  }

  parse(): Record<string, unknown> {
    return this.prepared.body
  }

  replay(): Data | undefined {
    const { found } = this.prepared
    if (!found) return undefined
    const part = nextPart(found, this.scope.resultBytes)
    this.truncated = part.truncated
    return { status: found.kept.status, text: part.data }
  }

  /** The answer's envelope with what MCP adds, cut if it is too large for the client. */
  async fit(answer: Answer, { account }: CallContext): Promise<string> {
    const { scope, domain, prepared, truncated } = this
    const { body, coerced, found } = prepared
    if (truncated) return withMember(answer.envelope, 'truncated', truncated)
    const most = roomBeside(coerced, scope)
    if (found || answer.bytes <= most) return withCoerced(answer.envelope, coerced)
    const cutting = { tenant: scope.tenant.id, domain, account: account ?? '', body, most }
    return withCoerced(await cutAnswer(this.parts.continuations, answer, cutting), coerced)
  }
}

/** Runs tools through core/call and adds what models need: names, coerced arguments, results that fit, errors as results. */
export const createRunTool = (parts: ToolParts): RunTool => {
  const { calls, domains, log } = parts
  const searchTool = createSearchTool(domains, createActionFinder(domains))

  const failed = (thrown: unknown, scope: McpScope, coerced: readonly Detail[] = []) => {
    const error = asGatewayError(thrown)
    const { requestId } = scope.context.arrival
    if (error.code === 'INTERNAL_ERROR') log.error({ err: error.cause, request_id: requestId }, error.message)
    const fitted = fitError(error.envelope(requestId), roomBeside(coerced, scope))
    const envelope = withCoerced(fitted, coerced)
    const url = scope.elicitation && error.extras.connectUrl
    return {
      envelope,
      isError: true,
      code: error.code,
      ...(url && { elicitation: { url, message: toConnect(error) } }),
    }
  }

  const callAction = async (scope: McpScope, name: string, tool: CallTool, args: Arguments): Promise<ToolRun> => {
    const call = scope.context.next()
    const request = new ToolRequest(parts, scope, tool, args)
    try {
      const answer = await calls.call(call, request)
      return { envelope: await request.fit(answer, call), isError: false, call }
    } catch (thrown) {
      const error = asGatewayError(thrown)
      if (error.extras.scope !== undefined) scope.missingScope = error.extras.scope
      if (tool.kind !== 'call' && !domains.has(tool.domain)) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${name}: ${error.message}`)
      }
      // What was refused earlier is named by its own place.
      const shown = tool.kind === 'call' && request.prepared !== unprepared ? nestedError(error) : error
      return { ...failed(shown, scope, request.prepared.coerced), call }
    }
  }

  /** Set where the call finds or describes actions of a domain that has more than its tool lists. */
  const withinOf = ({ tenant }: McpScope, name: string, tool: CallTool, { action }: Arguments): Within | undefined => {
    if ((tool.kind !== 'domain' && tool.kind !== 'effect') || (action !== 'find' && action !== 'describe')) return
    const isListing = domains.get(tool.domain)?.source.listed !== undefined
    if (!isListing || !Object.hasOwn(tenant.providers, tool.domain)) return
    return { provider: tool.domain, tool: name, ...(tool.kind === 'effect' && { effect: tool.effect }) }
  }

  return async (scope, name, args) => {
    const tool = readToolName(name)
    const isSearch = tool.kind === 'find' || tool.kind === 'describe'
    const within = isSearch ? undefined : withinOf(scope, name, tool, args)
    if (!isSearch && !within) return callAction(scope, name, tool, args)
    const { tenant, context } = scope
    const caller = { tenant, access: context.access }
    try {
      const { data, coerced } = isSearch
        ? await searchTool.general(tool.kind, caller, args)
        : await searchTool.within(within as Within, caller, args)
      const envelope = JSON.stringify({ success: true, status: 200, data })
      return { envelope: withCoerced(envelope, coerced), isError: false }
    } catch (thrown) {
      return failed(thrown, scope)
    }
  }
}
