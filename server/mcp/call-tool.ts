import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { asGatewayError, type Detail, invalid } from '@patchbay/core/errors'
import { type Admission, logOf, type Run } from '@patchbay/core/run'
import { bodySchema, type Domain, plain } from '@patchbay/core/schema'
import type { Logger } from 'pino'
import type { Continuations, Kept } from './continuations.ts'
import { fitAnswer } from './fit-answer.ts'
import { mendArguments } from './mend-arguments.ts'
import type { ToolAnswer } from './tool-result.ts'

export interface ToolParts {
  readonly run: Run
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
  readonly after?: { readonly name: string; readonly kept: Kept }
}

const goOn = (continuations: Continuations, tenant: string, domain: string, args: Arguments): Prepared => {
  const { continuation: name, account_id: account, action } = args
  if (typeof name !== 'string') throw invalid('/continuation', 'must be a string')
  const kept = continuations.find(tenant, name)
  if (kept.domain !== domain) throw invalid('/continuation', `is of ${kept.domain}`)
  if (action !== undefined && action !== kept.body.action) {
    throw invalid('/continuation', `is of the action ${kept.body.action}`)
  }
  if (account !== undefined && account !== kept.account) {
    throw invalid('/continuation', `is of the account ${kept.account}`)
  }
  return { body: { ...kept.body }, mended: [], after: { name, kept } }
}

const prepareCall = (domain: Domain | undefined, body: Record<string, unknown>): Prepared => {
  const { action: name } = body
  const actions = domain?.provider.actions ?? {}
  const action = typeof name === 'string' && Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action || typeof name !== 'string' || domain?.checks[name]?.body(body)) return { body, mended: [] }
  const { value, mended } = mendArguments(plain(bodySchema(name, action)), body)
  return { body: value, mended }
}

/** Tools are calls of core/run with what models need: names, mended arguments, results that fit, errors as results. */
export const createCallTool = ({ run, domains, continuations, log }: ToolParts): CallTool => {
  const prepare = (tenant: string, tool: ReturnType<typeof readName>, args: Arguments): Prepared => {
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
    let prepared: Prepared = { body: {}, mended: [] }
    const noted = (envelope: string): string =>
      prepared.mended.length === 0 ? envelope : withMember(envelope, 'mended', prepared.mended)
    try {
      const answer = await run.call(admission, {
        domain: tool.domain,
        // In here, so that what is refused is audited as any refused call.
        body: async () => {
          prepared = prepare(tenant.id, tool, args)
          const { body, after } = prepared
          return { parse: () => body, ...(!after && { text: JSON.stringify(body) }) }
        },
        replay: () => prepared.after && dataOf(prepared.after.kept),
        noCache: false,
      })
      const { body, after } = prepared
      const envelope = fitAnswer(continuations, tenant, { answer, domain: tool.domain, body, after })
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

const dataOf = ({ status, rest }: Kept) => ({ status, text: rest })
