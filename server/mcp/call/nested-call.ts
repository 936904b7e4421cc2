import { type Detail, GatewayError, invalid, invalidInput } from '@patchbay/core/errors'
import {
  type Domain,
  formatValue,
  type HealContext,
  joinArguments,
  leaveOutEmpty,
  readObject,
  type ToolArguments,
  unwrapArguments,
} from '@patchbay/core/schema'
import { healAction, takesParameter } from '../tools/heal-frame.ts'
import { callArguments } from '../tools/search-arguments.ts'

/** The pointer to the parameters of `call_read` and `call_write`, which lie one level deeper than those of REST. */
const nested = '/parameters'
const callMembers = Object.keys(callArguments.properties)

const isMember = (name: string): boolean => callMembers.includes(name)
/** True for members around the parameters. An action may have parameters that are called `provider` or `parameters`. */
const isAround = (name: string): boolean => isMember(name) && name !== 'provider' && name !== 'parameters'

const isOwn = (path: string): boolean => callMembers.some((name) => path === `/${name}` || path.startsWith(`/${name}/`))

/** A place in the body of REST as a place in the arguments of such a call. */
const nestPath = (path: string): string => (isOwn(path) ? path : nested + path)

/** The context of a REST body as that of such a call: notes get the places in its arguments. */
export const nestNotes = ({ notes, ...context }: HealContext): HealContext => ({
  ...context,
  notes: {
    ...notes,
    add: (path, message) => notes.add(nestPath(path), message),
    leaveOut: (path) => notes.leaveOut(nestPath(path)),
  },
})

/** The members of `args` by the given names, and the others. */
const split = (args: ToolArguments, names: (name: string) => boolean): [some: ToolArguments, others: ToolArguments] => {
  const entries = Object.entries(args)
  return [
    Object.fromEntries(entries.filter(([name]) => names(name))),
    Object.fromEntries(entries.filter(([name]) => !names(name))),
  ]
}

/** The parameters that stand where they belong, in `parameters`. Throws VALIDATION_ERROR. */
const readParameters = (value: unknown, context: HealContext): ToolArguments => {
  if (value === undefined || value === null || value === '') return {}
  const parameters = readObject(value, context)
  if (!parameters) throw invalid(nested, 'must be an object')
  if (typeof value === 'string') context.notes.add(nested, `the string was read as ${formatValue(parameters)}`)
  return parameters
}

/** Both arguments as one. Throws VALIDATION_ERROR for a member of both that has two values. */
const join = (one: ToolArguments, other: ToolArguments): ToolArguments => {
  const joined = joinArguments(one, other)
  if (joined) return joined
  const name = Object.keys(other).find((name) => Object.hasOwn(one, name))
  throw invalid(`/${name}`, 'is given twice, beside `parameters` and in it: send one of the two')
}

/**
 * The arguments of `call_read` and `call_write` as those of a domain's tool. Members beside `parameters` that belong in it are moved
 * there, and vice versa. Throws VALIDATION_ERROR.
 */
export const flattenCall = (
  toolArguments: ToolArguments,
  domain: Domain | undefined,
  context: HealContext,
): ToolArguments => {
  const { notes } = context
  const [own, beside] = split(leaveOutEmpty(toolArguments, context), isMember)
  const { provider: _, parameters: written, ...members } = own
  const [misplaced, inside] = split(leaveOutEmpty(readParameters(written, context), context), isAround)
  for (const name of Object.keys(misplaced)) notes.add(`${nested}/${name}`, 'was read as standing beside `parameters`')
  const around = join(members, misplaced)
  const rest = domain ? healAction(around, domain, context) : around
  const takes = domain ? takesParameter(domain, rest) : () => false
  const outer = unwrapArguments(beside, takes, context)
  for (const name of Object.keys(outer)) notes.add(`/${name}`, 'was read as standing in `parameters`')
  return { ...rest, ...join(unwrapArguments(inside, takes, context, nested), outer) }
}

/** The same error for a call whose parameters lie one level deeper. */
export const nestError = (error: GatewayError): GatewayError => {
  const { details } = error.extras
  if (error.code !== 'VALIDATION_ERROR' || !Array.isArray(details)) return error
  const nestedDetails = (details as Detail[]).map(({ path, message }) => ({ path: nestPath(path), message }))
  const isOwnMessage = error.message === invalidInput(details).message
  const message = isOwnMessage ? invalidInput(nestedDetails).message : error.message
  return new GatewayError(error.code, message, { ...error.extras, details: nestedDetails })
}
