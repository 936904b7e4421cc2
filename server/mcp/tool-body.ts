import { type Detail, GatewayError, invalid } from '@patchbay/core/errors'
import { bodySchema, type Domain, plain, type Schema, toolSchema } from '@patchbay/core/schema'
import { coerceArguments } from './coerce-arguments.ts'
import type { Continuations, Found } from './continuations.ts'
import { callArguments } from './search-tools.ts'
import type { Effect, ToolName } from './tool-names.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** A tool that calls an action. */
export type CallTool = Exclude<ToolName, { kind: 'find' | 'describe' }>

/** The body of a call, and how the arguments were converted to it. */
export interface ToolBody {
  readonly body: Record<string, unknown>
  readonly coerced: readonly Detail[]
  /** The continuation that the call names. */
  readonly found?: Found
}

/** The domain that a call is for. `call_read` takes it as an argument, and what isn't a string is refused like an unknown domain. */
export const domainOf = (tool: CallTool, args: Arguments): string => {
  if (tool.kind !== 'call') return tool.domain
  return typeof args.provider === 'string' ? args.provider : ''
}

/** The parameters of a call by `call_read` lie one level deeper than those of REST. */
const nested = '/parameters'
const callSchema: Schema = toolSchema(callArguments)
const callMembers = Object.keys(callSchema.properties as object)

/** The arguments of `call_read` and `call_write` as those of a domain's tool. Throws VALIDATION_ERROR. */
const flatten = (given: Arguments): Omit<ToolBody, 'found'> => {
  const { value, coerced } = coerceArguments(callSchema, given)
  const { provider: _, parameters = {}, ...rest } = value
  const unknown = Object.keys(value).find((name) => !callMembers.includes(name))
  if (unknown !== undefined) {
    throw invalid(`/${unknown}`, `is not taken here; the action's own parameters stand in \`parameters\``)
  }
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    throw invalid(nested, 'must be an object')
  }
  const misplaced = callMembers.find((name) => name !== 'provider' && Object.hasOwn(parameters, name))
  if (misplaced !== undefined) throw invalid(`${nested}/${misplaced}`, `stands beside \`parameters\`, not in it`)
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
  continuations: Continuations,
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
  const { value, coerced } = coerceArguments(plain(bodySchema(name, action)), body, action.references)
  return { body: value, coerced }
}

/** What a call does; `undefined` for an unknown action, which is refused later. A raw request says it by its method. */
const effectOf = (domain: Domain | undefined, { action, method }: Arguments): Effect | undefined => {
  if (action === 'raw') return method === 'GET' ? 'read' : 'write'
  return typeof action === 'string' ? domain?.source.action(action)?.effect.kind : undefined
}

/** A client lets a tool that reads run without asking, so such a tool must never write. Throws VALIDATION_ERROR. */
const checkEffect = (tool: CallTool, domain: Domain | undefined, body: Arguments): void => {
  if (tool.kind !== 'effect' && tool.kind !== 'call') return
  const effect = effectOf(domain, body)
  if (effect === undefined || effect === tool.effect) return
  const does = effect === 'read' ? 'only reads' : 'changes something'
  const right = tool.kind === 'call' ? `call_${effect}` : `${tool.domain}_${effect}`
  throw invalid('/action', `${body.action} ${does}: call it with ${right}`)
}

const argumentsOf = (tool: CallTool, args: Arguments): Omit<ToolBody, 'found'> => {
  if (tool.kind === 'call') return flatten(args)
  if (tool.kind !== 'action') return { body: { ...args }, coerced: [] }
  if (Object.hasOwn(args, 'action')) {
    throw invalid('/action', `is not taken here: this tool is the action ${tool.action}`)
  }
  return { body: { action: tool.action, ...args }, coerced: [] }
}

export interface BodyParts {
  readonly domains: ReadonlyMap<string, Domain>
  readonly continuations: Continuations
}

/** The body of a tool call as REST would have it. Throws VALIDATION_ERROR. */
export const toolBody = (
  { domains, continuations }: BodyParts,
  tenant: string,
  tool: CallTool,
  args: Arguments,
): ToolBody | Promise<ToolBody> => {
  const given = argumentsOf(tool, args)
  const id = domainOf(tool, args)
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
