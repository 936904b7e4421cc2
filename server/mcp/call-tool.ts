import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { logOf } from '@patchbay/core/audit'
import type { Calls } from '@patchbay/core/call'
import type { Admission } from '@patchbay/core/context'
import { asGatewayError, type Detail, invalid } from '@patchbay/core/errors'
import { bodySchema, type Domain, plain } from '@patchbay/core/schema'
import type { Logger } from 'pino'
import type { Continuations, Found } from './continuations.ts'
import { cutAnswer, nextPart, type Truncated } from './fit-answer.ts'
import { coerceArguments } from './mend-arguments.ts'
import type { ToolAnswer } from './tool-result.ts'

export interface ToolParts {
  readonly run: Calls
  readonly domains: ReadonlyMap<string, Domain>
  readonly continuations: Continuations
  readonly log: Logger
}

type Arguments = Readonly<Record<string, unknown>>

export interface ToolCall extends ToolAnswer {
  /** What its log line says. */
  readonly log: Readonly<Record<string, unknown>>
}

/** Calls a tool by its name. Throws ProtocolError for one that isn't there. */
export type CallTool = (admission: Admission, name: string, args: Arguments) => Promise<ToolCall>

/** `hubspot` or `hubspot_search`: no domain's id has an underscore. */
const readName = (name: string): { domain: string; action: string | undefined } => {
  const end = name.indexOf('_')
  return end < 0 ? { domain: name, action: undefined } : { domain: name.slice(0, end), action: name.slice(end + 1) }
}

const withMember = (envelope: string, name: string, value: unknown): string =>
  `${envelope.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`

/** The body of a call, and what had to be done to the arguments for it. */
interface Prepared {
  readonly body: Record<string, unknown>
  readonly mended: readonly Detail[]
  /** The continuation that is called. */
  readonly found?: Found
}

const goOn = async (
  continuations: Continuations,
  tenant: string,
  domain: string,
  args: Arguments,
): Promise<Prepared> => {
  const { continuation: name, account_id: account, action } = args
  if (typeof name !== 'string') throw invalid('/continuation', 'must be a string')
  const found = await continuations.find(tenant, name)
  const { kept } = found
  if (kept.domain !== domain) throw invalid('/continuation', `is of ${kept.domain}`)
  if (action !== undefined && action !== kept.body.action) {
    throw invalid('/continuation', `is of the action ${kept.body.action}`)
  }
  if (account !== undefined && account !== kept.account) {
    throw invalid('/continuation', `is of the account ${kept.account}`)
  }
  // The account by its name, as the tenant may have got a second one meanwhile.
  return { body: { ...kept.body, account_id: kept.account }, mended: [], found }
}

const prepareCall = (domain: Domain | undefined, body: Record<string, unknown>): Prepared => {
  const { action: name } = body
  const actions = domain?.provider.actions ?? {}
  const action = typeof name === 'string' && Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action || typeof name !== 'string' || domain?.checks[name]?.body(body)) return { body, mended: [] }
  const { value, mended } = coerceArguments(plain(bodySchema(name, action)), body)
  return { body: value, mended }
}

/** Tools are calls of core/call with what models need: names, mended arguments, results that fit, errors as results. */
export const createCallTool = ({ run, domains, continuations, log }: ToolParts): CallTool => {
  const prepare = (
    tenant: string,
    tool: ReturnType<typeof readName>,
    args: Arguments,
  ): Prepared | Promise<Prepared> => {
    if (tool.action !== undefined && Object.hasOwn(args, 'action')) {
      throw invalid('/action', `is not taken here: this tool is the action ${tool.action}`)
    }
    const body = tool.action === undefined ? { ...args } : { action: tool.action, ...args }
    return Object.hasOwn(args, 'continuation')
      ? goOn(continuations, tenant, tool.domain, body)
      : prepareCall(domains.get(tool.domain), body)
  }

  return async (admission, name, args) => {
    const tool = readName(name)
    const { tenant, caller } = admission
    const most = tenant.options.max_result_bytes
    let prepared: Prepared = { body: {}, mended: [] }
    let truncated: Truncated | undefined
    const noted = (envelope: string): string =>
      prepared.mended.length === 0 ? envelope : withMember(envelope, 'mended', prepared.mended)
    try {
      const answer = await run.call(admission, {
        domain: tool.domain,
        // In here, so that what is refused is audited as any refused call.
        body: async () => {
          const preparing = prepare(tenant.id, tool, args)
          prepared = preparing instanceof Promise ? await preparing : preparing
          const { body, found } = prepared
          return { parse: () => body, ...(!found && { text: JSON.stringify(body) }) }
        },
        replay: () => {
          if (!prepared.found) return undefined
          const part = nextPart(prepared.found, most)
          truncated = part.truncated
          return { status: prepared.found.kept.status, text: part.data }
        },
        noCache: false,
      })
      const { body, found } = prepared
      let { envelope } = answer
      if (truncated) envelope = withMember(envelope, 'truncated', truncated)
      else if (!found && answer.bytes > most) {
        envelope = await cutAnswer(continuations, answer, { tenant: tenant.id, domain: tool.domain, body, most })
      }
      return { envelope: noted(envelope), isError: false, log: logOf(answer.trail) }
    } catch (thrown) {
      const error = asGatewayError(thrown)
      if (!domains.has(tool.domain))
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${name}: ${error.message}`)
      if (error.code === 'INTERNAL_ERROR') log.error({ err: error.cause, request_id: caller.requestId }, error.message)
      return {
        envelope: noted(JSON.stringify(error.envelope(caller.requestId))),
        isError: true,
        log: { ...error.extras.log, code: error.code },
      }
    }
  }
}
