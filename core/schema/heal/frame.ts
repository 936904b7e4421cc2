import type { HealContext } from './heal-arguments.ts'
import { findLookalike } from './names.ts'

/** The arguments of a tool around the parameters of an action. */
export type ToolArguments = Readonly<Record<string, unknown>>

type FrameContext = Pick<HealContext, 'notes' | 'parseJson'>

/**
 * The members around an action's parameters that mean nothing if they are empty. `idempotency_key`, `repeat` and `dry_run` aren't among
 * them: a write without what was meant by them is another one.
 */
const optionalMembers = ['account_id', 'result_fields', 'continuation', 'as_file', 'fresh']

/** The members into which models wrap an action's parameters, although the tool takes them beside `action`. */
const wrappers = [
  ...['parameters', 'arguments', 'input', 'params', 'args', 'kwargs', 'data', 'body', 'payload'],
  ...['inputs', 'tool_input', 'request', 'query', 'options'],
]

const isEmpty = (value: unknown): boolean => value === null || value === '' || value === undefined

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The id of a provider that is named in another case, or by its title. */
export const healProvider = (
  calledTitle: string,
  providers: Iterable<{ readonly id: string; readonly title: string }>,
): string | undefined => {
  const all = [...providers]
  // Clients name tools `mcp__<server>__<tool>`, and models write that for the tool.
  const bare = calledTitle.replace(/^mcp__.*?__/, '')
  if (all.some(({ id }) => id === bare)) return bare
  const id = findLookalike(
    bare,
    all.map(({ id }) => id),
  )
  if (id !== undefined) return id
  const [first, ...others] = all.filter(
    ({ title }) => title === calledTitle || findLookalike(calledTitle, [title]) === title,
  )
  return others.length === 0 ? first?.id : undefined
}

/** The action that is named with its provider in front: `hubspot_list`, `hubspot.list`. */
export const findQualifiedAction = (
  calledName: string,
  provider: string,
  names: readonly string[],
): string | undefined => {
  const qualified = new Map(names.map((name) => [`${provider}_${name}`, name]))
  const written = calledName.replaceAll(/[.:/]+/g, '_')
  return qualified.get(qualified.has(written) ? written : (findLookalike(written, qualified.keys()) ?? ''))
}

/** An action's name that is written in another case, or with its provider in front. */
export const healActionName = (calledName: string, provider: string, names: readonly string[]): string | undefined =>
  names.includes(calledName)
    ? undefined
    : (findLookalike(calledName, names) ?? findQualifiedAction(calledName, provider, names))

/** The arguments without those around an action's parameters that are empty. */
export const leaveOutEmpty = (args: ToolArguments, { notes }: FrameContext): ToolArguments => {
  let rest = args
  for (const name of optionalMembers) {
    if (!Object.hasOwn(args, name) || !isEmpty(args[name])) continue
    notes.leaveOut(`/${name}`)
    const { [name]: _, ...others } = rest
    rest = others
  }
  return rest
}

/** An object, also one that is written as JSON text; `undefined`: the value is none. */
export const readObject = (
  value: unknown,
  { parseJson }: Pick<FrameContext, 'parseJson'>,
): ToolArguments | undefined => {
  const object = typeof value === 'string' && /^\s*\{/.test(value) ? parseJson(value) : value
  return typeof object === 'object' && object !== null && !Array.isArray(object) ? (object as ToolArguments) : undefined
}

/** Both arguments as one; `undefined`: a member of both has two values. */
export const joinArguments = (one: ToolArguments, other: ToolArguments): ToolArguments | undefined => {
  const isClash = (name: string): boolean =>
    Object.hasOwn(one, name) && !isEmpty(one[name]) && !isEmpty(other[name]) && !isSame(one[name], other[name])
  if (Object.keys(other).some(isClash)) return undefined
  return {
    ...one,
    ...Object.fromEntries(
      Object.entries(other).filter(([name, value]) => !isEmpty(value) || !Object.hasOwn(one, name)),
    ),
  }
}

const findWrapper = (args: ToolArguments, takes: (name: string) => boolean): string | undefined => {
  for (const name of wrappers) if (Object.hasOwn(args, name) && !takes(name)) return name
  return undefined
}

/**
 * The arguments with those of a wrapper, `{action, parameters: {...}}`, beside the others. A wrapper stays if the action itself has a parameter
 * of its name, or if a member has two values. `at`: the place of the arguments.
 */
export const unwrapArguments = (
  args: ToolArguments,
  takes: (name: string) => boolean,
  context: FrameContext,
  at = '',
): ToolArguments => {
  const name = findWrapper(args, takes)
  if (name === undefined) return args
  const { [name]: wrapped, ...rest } = args
  if (isEmpty(wrapped)) {
    context.notes.leaveOut(`${at}/${name}`)
    return unwrapArguments(rest, takes, context, at)
  }
  const inner = readObject(wrapped, context)
  const joined = inner && joinArguments(rest, inner)
  if (!joined) return args
  context.notes.add(`${at}/${name}`, 'its members were read as arguments of the tool')
  return unwrapArguments(joined, takes, context, at)
}
