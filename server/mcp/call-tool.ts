import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Calls } from '@patchbay/core/call'
import type { Answer, CallContext, CallRequest, Data } from '@patchbay/core/context'
import { asGatewayError, type Detail, invalid } from '@patchbay/core/errors'
import { bodySchema, type Domain, plain } from '@patchbay/core/schema'
import type { TenantRecord } from '@patchbay/core/store'
import type { Logger } from 'pino'
import { coerceArguments } from './coerce-arguments.ts'
import type { Continuations, Found } from './continuations.ts'
import { cutAnswer, nextPart, type Truncated } from './fit-answer.ts'
import type { ToolAnswer } from './tool-result.ts'

export interface ToolParts {
  readonly calls: Calls
  readonly domains: ReadonlyMap<string, Domain>
  readonly continuations: Continuations
  readonly log: Logger
}

type Arguments = Readonly<Record<string, unknown>>

export interface ToolCall extends ToolAnswer {
  readonly call: CallContext
  /** The code of the error. */
  readonly code?: string
}

/** Calls a tool by its name, for an admitted caller. Throws ProtocolError for an unknown tool. */
export type CallTool = (admitted: CallContext, tenant: TenantRecord, name: string, args: Arguments) => Promise<ToolCall>

/** Splits `hubspot_search` at its first underscore; `hubspot` is a domain alone. No domain's id has an underscore. */
const readName = (name: string): { domain: string; action: string | undefined } => {
  const end = name.indexOf('_')
  return end < 0 ? { domain: name, action: undefined } : { domain: name.slice(0, end), action: name.slice(end + 1) }
}

const withMember = (envelope: string, name: string, value: unknown): string =>
  `${envelope.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`

/** The body of a call, and how the arguments were converted to it. */
interface ToolBody {
  readonly body: Record<string, unknown>
  readonly coerced: readonly Detail[]
  /** The continuation that the call names. */
  readonly found?: Found
}

const goOn = async (
  continuations: Continuations,
  tenant: string,
  domain: string,
  args: Arguments,
): Promise<ToolBody> => {
  const { continuation: name, account_id: account, action } = args
  if (typeof name !== 'string') throw invalid('/continuation', 'must be a string')
  const found = await continuations.find(tenant, name)
  const { kept } = found
  if (kept.domain !== domain) throw invalid('/continuation', `belongs to the tool of ${kept.domain}`)
  if (action !== undefined && action !== kept.body.action) {
    throw invalid('/continuation', `belongs to the action ${kept.body.action}; send that one, or leave action out`)
  }
  if (account !== undefined && account !== kept.account) {
    throw invalid('/continuation', `belongs to the account ${kept.account}; send that one, or leave account_id out`)
  }
  // The account is named, because the tenant may have added a second one in the meantime.
  return { body: { ...kept.body, account_id: kept.account }, coerced: [], found }
}

const prepareCall = (domain: Domain | undefined, body: Record<string, unknown>): ToolBody => {
  const { action: name } = body
  const action = typeof name === 'string' ? domain?.source.action(name) : undefined
  if (!action || typeof name !== 'string' || domain?.source.check(name)?.body(body)) return { body, coerced: [] }
  const { value, coerced } = coerceArguments(plain(bodySchema(name, action)), body)
  return { body: value, coerced }
}

/** A tool call for core/call, which reads the arguments, so that a refused tool call is audited like every refused call. */
class ToolRequest implements CallRequest {
  readonly domain: string
  readonly noCache = false
  readonly idempotencyKey = undefined
  truncated: Truncated | undefined
  prepared: ToolBody = { body: {}, coerced: [] }

  constructor(
    readonly parts: Pick<ToolParts, 'domains' | 'continuations'>,
    readonly tenant: TenantRecord,
    readonly tool: ReturnType<typeof readName>,
    readonly args: Arguments,
  ) {
    this.domain = tool.domain
  }

  async read(): Promise<string | undefined> {
    const preparing = this.#prepare()
    this.prepared = preparing instanceof Promise ? await preparing : preparing
    const { body, found } = this.prepared
    return found ? undefined : JSON.stringify(body)
  }

  parse(): Record<string, unknown> {
    return this.prepared.body
  }

  replay(): Data | undefined {
    const { found } = this.prepared
    if (!found) return undefined
    const part = nextPart(found, this.tenant.options.max_result_bytes)
    this.truncated = part.truncated
    return { status: found.kept.status, text: part.data }
  }

  #prepare(): ToolBody | Promise<ToolBody> {
    const { parts, tenant, tool, args } = this
    if (tool.action !== undefined && Object.hasOwn(args, 'action')) {
      throw invalid('/action', `is not taken here: this tool is the action ${tool.action}`)
    }
    const body = tool.action === undefined ? { ...args } : { action: tool.action, ...args }
    return Object.hasOwn(args, 'continuation')
      ? goOn(parts.continuations, tenant.id, tool.domain, body)
      : prepareCall(parts.domains.get(tool.domain), body)
  }
}

/** Runs tools through core/call and adds what models need: names, coerced arguments, results that fit, errors as results. */
export const createCallTool = (parts: ToolParts): CallTool => {
  const { calls, domains, continuations, log } = parts

  /** The answer's envelope, cut if it is too large. */
  const cutToFit = async (answer: Answer, request: ToolRequest, { account }: CallContext): Promise<string> => {
    const { tenant, domain, prepared, truncated } = request
    const most = tenant.options.max_result_bytes
    if (truncated) return withMember(answer.envelope, 'truncated', truncated)
    if (prepared.found || answer.bytes <= most) return answer.envelope
    return cutAnswer(continuations, answer, {
      ...{ tenant: tenant.id, domain, account: account ?? '', body: prepared.body, most },
    })
  }

  return async (admitted, tenant, name, args) => {
    const tool = readName(name)
    const call = admitted.next()
    const request = new ToolRequest(parts, tenant, tool, args)
    const noted = (envelope: string): string =>
      request.prepared.coerced.length === 0 ? envelope : withMember(envelope, 'coerced', request.prepared.coerced)
    try {
      const answer = await calls.call(call, request)
      return { envelope: noted(await cutToFit(answer, request, call)), isError: false, call }
    } catch (thrown) {
      const error = asGatewayError(thrown)
      const { requestId } = call.arrival
      if (!domains.has(tool.domain))
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${name}: ${error.message}`)
      if (error.code === 'INTERNAL_ERROR') log.error({ err: error.cause, request_id: requestId }, error.message)
      return { envelope: noted(JSON.stringify(error.envelope(requestId))), isError: true, call, code: error.code }
    }
  }
}
