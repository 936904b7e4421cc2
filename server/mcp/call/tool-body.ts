import { type Detail, GatewayError, invalid } from '@patchbay/core/errors'
import { toolEffect } from '@patchbay/core/provider'
import { bodySchema, type Domain, type JsonSchema, toJsonSchema, toolSchema } from '@patchbay/core/schema'
import type { AnswerPart, AnswerParts } from '../answer/continuations.ts'
import { coerceArguments } from '../tools/coerce-arguments.ts'
import { callArguments } from '../tools/search-tools.ts'
import type { ToolEffect, ToolName } from '../tools/tool-names.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** A tool that calls an action. */
export type CallTool = Exclude<ToolName, { kind: 'find' | 'describe' }>

/** The body of a call, and how the arguments were converted to it. */
export interface ToolBody {
  readonly body: Record<string, unknown>
  readonly coerced: readonly Detail[]
  /** The continuation that the call names. */
  readonly found?: AnswerPart
}

/** The domain that a call is for. `call_read` takes it as an argument, and what isn't a string is refused like an unknown domain. */
export const readDomainId = (tool: CallTool, args: Arguments): string => {
  if (tool.kind !== 'call') return tool.domain
  return typeof args.provider === 'string' ? args.provider : ''
}

/** The parameters of a call by `call_read` lie one level deeper than those of REST. */
const nested = '/parameters'
const callSchema: JsonSchema = toolSchema(callArguments)
const callMembers = Object.keys(callSchema.properties as object)

/** The arguments of `call_read` and `call_write` as those of a domain's tool. Throws VALIDATION_ERROR. */
const flatten = (given: Arguments): Omit<ToolBody, 'found'> => {
  const { value, coerced } = coerceArguments(callSchema, given)
  const { provider: _, parameters = {}, ...rest } = value
  const unknown = Object.keys(value).find((name) => !callMembers.includes(name))
  if (unknown !== undefined) {
    throw invalid(`/${unknown}`, `is not accepted here; put the action's own parameters in \`parameters\``)
  }
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    throw invalid(nested, 'must be an object')
  }
  const misplaced = callMembers.find((name) => name !== 'provider' && Object.hasOwn(parameters, name))
  if (misplaced !== undefined) throw invalid(`${nested}/${misplaced}`, `belongs beside \`parameters\`, not in it`)
  return { body: { ...rest, ...parameters }, coerced }
}

/** The same error for a call whose parameters lie one level deeper. */
export const nestedError = (error: GatewayError): GatewayError => {
  const { details } = error.extras
  if (error.code !== 'VALIDATION_ERROR' || !Array.isArray(details)) return error
  const own = (path: string): boolean => callMembers.some((name) => path === `/${name}` || path.startsWith(`/${name}/`))
  const deeper = (path: string): string => (own(path) ? path : nested + path)
  const [first] = details as Detail[]
  const message =
    first && error.message.startsWith(`${first.path}: `)
      ? deeper(first.path) + error.message.slice(first.path.length)
      : error.message
  const nestedDetails = (details as Detail[]).map(({ path, message }) => ({ path: deeper(path), message }))
  return new GatewayError(error.code, message, { ...error.extras, details: nestedDetails })
}

const goOn = async (
  continuations: AnswerParts,
  tenant: string,
  domain: string,
  { continuation: name, account_id: account, action }: Arguments,
): Promise<ToolBody> => {
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

const deeper = ({ path, message }: Detail): Detail => ({ path: nested + path, message })

const coerce = (domain: Domain | undefined, body: Record<string, unknown>): ToolBody => {
  const { action: name } = body
  const action = typeof name === 'string' ? domain?.source.action(name) : undefined
  if (!action || typeof name !== 'string' || domain?.source.check(name)?.body(body)) return { body, coerced: [] }
  const { value, coerced } = coerceArguments(toJsonSchema(bodySchema(name, action)), body, action.references)
  return { body: value, coerced }
}

/**
 * The kind of tool that a call belongs to; `undefined` for an unknown action, which is refused later. For a raw request, its method
 * decides.
 */
const findEffect = (domain: Domain | undefined, { action, method }: Arguments): ToolEffect | undefined => {
  if (action === 'raw') return method === 'GET' ? 'read' : 'write'
  const kind = typeof action === 'string' ? domain?.source.kind(action) : undefined
  return kind && toolEffect(kind)
}

const isSecret = (domain: Domain | undefined, { action }: Arguments): boolean =>
  domain?.source.kind(String(action))?.startsWith('secret-') ?? false

/** A client lets a tool that reads run without asking, so such a tool must never write or hand out credentials. Throws VALIDATION_ERROR. */
const checkEffect = (tool: CallTool, domain: Domain | undefined, body: Arguments): void => {
  if (tool.kind !== 'effect' && tool.kind !== 'call') return
  const effect = findEffect(domain, body)
  if (effect === undefined || effect === tool.effect) return
  const does =
    effect === 'read' ? 'only reads' : isSecret(domain, body) ? 'answers with a credential' : 'changes something'
  const right = tool.kind === 'call' ? `call_${effect}` : `${tool.domain}_${effect}`
  throw invalid('/action', `${body.action} ${does}: call it with ${right}`)
}

const readArguments = (tool: CallTool, args: Arguments): Omit<ToolBody, 'found'> => {
  if (tool.kind === 'call') return flatten(args)
  if (tool.kind !== 'action') return { body: { ...args }, coerced: [] }
  if (Object.hasOwn(args, 'action')) {
    throw invalid('/action', `is not accepted here: this tool always calls ${tool.action}`)
  }
  return { body: { action: tool.action, ...args }, coerced: [] }
}

export interface BodyParts {
  readonly domains: ReadonlyMap<string, Domain>
  readonly continuations: AnswerParts
}

/** The body of a tool call as REST would have it. Throws VALIDATION_ERROR. */
export const readToolBody = (
  { domains, continuations }: BodyParts,
  tenant: string,
  tool: CallTool,
  args: Arguments,
): ToolBody | Promise<ToolBody> => {
  const given = readArguments(tool, args)
  const id = readDomainId(tool, args)
  const domain = domains.get(id)
  if (Object.hasOwn(given.body, 'continuation')) {
    return goOn(continuations, tenant, id, given.body).then((read) => {
      checkEffect(tool, domain, read.body)
      return read
    })
  }
  checkEffect(tool, domain, given.body)
  const read = coerce(domain, given.body)
  return tool.kind === 'call' ? { body: read.body, coerced: [...given.coerced, ...read.coerced.map(deeper)] } : read
}
