import { type Access, usableAccounts, usableActions } from '@patchbay/core/access'
import { type Detail, invalid, invalidInput } from '@patchbay/core/errors'
import { type AnyAction, actionKind, toolEffect } from '@patchbay/core/provider'
import {
  type ActionFinder,
  actionSignature,
  asFile,
  type Domain,
  describeAction,
  dryRun,
  type FoundAction,
  findProblems,
  formatHint,
  fresh,
  hasSunset,
  healArguments,
  largestAnswer,
  refuseEnded,
  repetitionParameters,
  requiredParameters,
  resultFields,
  type Source,
  type ToolArguments,
  type ToolDefinition,
  toolSchema,
  unwrapArguments,
} from '@patchbay/core/schema'
import type { Account, TenantRecord } from '@patchbay/core/store'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { createHealContext, healNames } from './heal-frame.ts'
import type { ToolEffect } from './tool-names.ts'

/** Whose actions are found and described. */
interface Caller {
  readonly tenant: TenantRecord
  readonly access: Access
}

const mostFound = 20
const usuallyFound = 5

const closed = { additionalProperties: false }
const provider = Type.String({ maxLength: 64, description: 'Id of the provider, as find_actions names it' })
const action = Type.String({ maxLength: 64, description: 'Name of the action' })

const findArguments = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'What you want to do, in a few words, e.g. refund a payment',
    }),
    provider: Type.Optional(Type.String({ maxLength: 64, description: "Only this provider's actions" })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: mostFound, description: `Number of results; left out: ${usuallyFound}` }),
    ),
  },
  closed,
)

const describeArguments = Type.Object(
  {
    provider,
    action,
    pointer: Type.Optional(
      Type.String({ maxLength: 1000, description: 'A `deeper` pointer from an earlier description: shows that part' }),
    ),
  },
  closed,
)

/** What the action `find` of a domain's tool takes. */
const findWithin = Type.Object({ query: findArguments.properties.query, limit: findArguments.properties.limit }, closed)

/** What the action `describe` of a domain's tool takes. */
const describeWithin = Type.Object({ name: action, pointer: describeArguments.properties.pointer }, closed)

/** What `call_read` and `call_write` take. Their `parameters` are those of the action. */
export const callArguments = Type.Object(
  {
    provider,
    action,
    account_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'Which account, where describe_action lists several' }),
    ),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "The action's parameters, as describe_action shows" }),
    ),
    result_fields: Type.Optional(resultFields),
    dry_run: Type.Optional(dryRun),
    as_file: Type.Optional(asFile),
    idempotency_key: Type.Optional(repetitionParameters.idempotency_key),
    repeat: Type.Optional(repetitionParameters.repeat),
    fresh: Type.Optional(fresh),
    continuation: Type.Optional(
      Type.String({ maxLength: 1000, description: 'The `continuation` of a truncated result: returns the next part' }),
    ),
  },
  closed,
)

/** A call that reads has no use for these. */
const { idempotency_key: _key, repeat: _repeat, ...readMembers } = callArguments.properties
const readArguments = Type.Object(readMembers, closed)

const { fresh: _fresh, ...writeMembers } = callArguments.properties
const writeArguments = Type.Object(writeMembers, closed)

const looking = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** The longest list of providers in a description: the list of tools stays small however many there are. */
const longestList = 600

const formatIds = (ids: readonly string[]): string => {
  let length = 0
  const shown = ids.filter((id) => {
    length += id.length + 2
    return length <= longestList
  })
  const more = ids.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

const callTool = (effect: 'read' | 'write'): ToolDefinition => ({
  name: `call_${effect}`,
  title: effect === 'read' ? 'Call an action that reads' : 'Call an action that changes something',
  description:
    effect === 'read'
      ? 'Calls an action that only reads. Find its name with find_actions and its parameters with describe_action.'
      : 'Calls an action that changes something at the provider. Find its name with find_actions and its parameters with describe_action.',
  inputSchema: toolSchema(effect === 'read' ? readArguments : writeArguments),
  annotations: {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'write',
    idempotentHint: effect === 'read',
    openWorldHint: true,
  },
})

/** The tools that find and describe the actions of any number of domains, which are then called with others. */
export const findingTools = (providers: readonly string[], callers: string): ToolDefinition[] => [
  {
    name: 'find_actions',
    title: 'Find actions',
    description: `Finds actions by what they do: start here. Then call one with ${callers}, whichever its effect says. Providers: ${formatIds(providers)}`,
    inputSchema: toolSchema(findArguments),
    annotations: looking,
  },
  {
    name: 'describe_action',
    title: 'Describe an action',
    description: 'Shows the exact parameters of an action, and the accounts at which it can be called.',
    inputSchema: toolSchema(describeArguments),
    annotations: looking,
  },
]

/** The four tools for any number of domains, or three if the caller may change nothing. */
export const searchTools = (providers: readonly string[], mayWrite: boolean): ToolDefinition[] => [
  ...findingTools(providers, 'call_read or call_write'),
  callTool('read'),
  ...(mayWrite ? [callTool('write')] : []),
]

const checked = <T extends Type.TSchema>(schema: T, value: unknown): Type.Static<T> => {
  if (!Value.Check(schema, value)) throw invalidInput(findProblems(schema, value))
  return value
}

interface Usable {
  /** The kind of tool that it belongs to. */
  readonly effect?: ToolEffect
  readonly accounts: readonly Account[]
}

/** What an action does, and the accounts at which the caller may use it. The action isn't made: there may be thousands. */
const usable = (
  domains: ReadonlyMap<string, Domain>,
  { tenant, access }: Caller,
  provider: string,
  name: string,
): Usable => {
  const domain = domains.get(provider)
  const entry = Object.hasOwn(tenant.providers, provider) ? tenant.providers[provider] : undefined
  const kind = domain?.source.kind(name)
  if (!domain || !entry || !kind || hasSunset(domain.source, name)) return { accounts: [] }
  return { effect: toolEffect(kind), accounts: usableAccounts(access, provider, name, kind, entry.accounts) }
}

/** The providers of which the caller may use an action. */
export const usableProviders = (domains: ReadonlyMap<string, Domain>, { tenant, access }: Caller): string[] =>
  Object.entries(tenant.providers)
    .filter(([id, { accounts }]) => {
      const domain = domains.get(id)
      return domain && usableActions(access, domain, accounts).length > 0
    })
    .map(([id]) => id)

/** The names of a provider's actions that the caller may use. */
const usableNames = (
  domains: ReadonlyMap<string, Domain>,
  { tenant, access }: Caller,
  provider: string,
): readonly string[] => {
  const domain = domains.get(provider)
  const entry = Object.hasOwn(tenant.providers, provider) ? tenant.providers[provider] : undefined
  return domain && entry ? usableActions(access, domain, entry.accounts) : []
}

/** The members by which models choose between `call_read` and `call_write`. */
const describeEffect = (effect: AnyAction['effect']) => ({
  effect: toolEffect(actionKind(effect)),
  ...(effect.secret && { secret: true }),
})

/** About 1,500 tokens. */
const longestTypes = 4500

/** The found actions as code calls them. The first ones are the likeliest, and have the most room. */
const describeTypes = (domains: ReadonlyMap<string, Domain>, found: readonly FoundAction[]): string => {
  let room = longestTypes
  const lines = found.flatMap(({ provider, action: name }, index) => {
    const action = domains.get(provider)?.source.action(name)
    if (!action) return []
    const line = `declare function ${actionSignature(provider, name, action, (2 * room) / (found.length - index + 1))}: Promise<any>`
    room -= line.length
    return [line]
  })
  return lines.join('\n')
}

/** Answers `find_actions`. Throws VALIDATION_ERROR. */
const findActions = async (
  domains: ReadonlyMap<string, Domain>,
  find: ActionFinder,
  caller: Caller,
  { query, provider, limit = usuallyFound }: Type.Static<typeof findArguments>,
  { effect, isForCode = false }: { readonly effect?: ToolEffect | undefined; readonly isForCode?: boolean } = {},
): Promise<unknown> => {
  const providers = () => `the providers are ${formatIds(usableProviders(domains, caller))}`
  if (provider !== undefined && !Object.hasOwn(caller.tenant.providers, provider)) {
    throw invalid('/provider', `is not a provider that you may use; ${providers()}`)
  }
  const admits = (found: { provider: string; action: string }): boolean => {
    const { effect: own, accounts } = usable(domains, caller, found.provider, found.action)
    return accounts.length > 0 && (effect === undefined || own === effect)
  }
  const found = await find(query, { most: limit, provider, admits })
  const actions = found.flatMap(({ provider, action: name }) => {
    const source = domains.get(provider)?.source
    const action = source?.action(name)
    if (!source || !action) return []
    const { description, effect } = action
    const required = requiredParameters(action)
    return [
      {
        provider,
        action: name,
        ...describeEffect(effect),
        description,
        ...describeSunset(source, name, action),
        ...(!isForCode && { required }),
      },
    ]
  })
  if (isForCode && actions.length > 0) return { actions, types: describeTypes(domains, found) }
  return actions.length > 0 ? { actions } : { actions, hint: `Try other words; ${providers()}` }
}

/** The warning about an action that the vendor advises against, or ends. */
const describeSunset = ({ sunset }: Source, name: string, { deprecated }: AnyAction): object => {
  const end = sunset?.(name)
  return { ...((deprecated || end) && { deprecated: true }), ...(end && { sunset: end }) }
}

const mostAccounts = 20
const longestLabel = 40

const describeAccounts = (accounts: readonly Account[]): object => {
  const shown = accounts.slice(0, mostAccounts).map(({ id, label }) => ({ id, label: label.slice(0, longestLabel) }))
  return { accounts: shown, ...(accounts.length > shown.length && { more_accounts: accounts.length - shown.length }) }
}

/** How an action is found and called: by the four tools for all domains, or by the domain's own tool. */
interface Tools {
  /** The place of the action's name in the arguments. */
  readonly place: string
  readonly find: string
  /** `call`: the tool `call_read` or `call_write`; `run`: code, by `run_read` or `run_code`. */
  readonly call: string
}

const general: Tools = { place: '/action', find: 'find_actions finds the actions', call: 'call' }
const forCode: Tools = { ...general, call: 'run' }

const nameCaller = (call: string, action: AnyAction): string => {
  const effect = toolEffect(actionKind(action.effect))
  if (call === 'run') return effect === 'read' ? 'run_read' : 'run_code'
  return call === 'call' ? `call_${effect}` : call
}

/** Answers `describe_action`. Throws VALIDATION_ERROR, also for an action that the caller may not use. */
const describe = (
  domains: ReadonlyMap<string, Domain>,
  caller: Caller,
  { provider, action: name, pointer = '' }: Type.Static<typeof describeArguments>,
  { place, find, call }: Tools,
): unknown => {
  const { accounts } = usable(domains, caller, provider, name)
  const action = accounts.length > 0 ? domains.get(provider)?.source.action(name) : undefined
  const source = domains.get(provider)?.source
  if (source && Object.hasOwn(caller.tenant.providers, provider)) refuseEnded(source, name, place)
  if (!source || !action) {
    const hint = formatHint(name, usableNames(domains, caller, provider))
    throw invalid(place, `is not an action of ${provider} that you may use${hint}; ${find}`)
  }
  if (pointer !== '') {
    return { provider, action: name, pointer, schema: describeAction(name, action, pointer) }
  }
  const head = {
    provider,
    action: name,
    description: action.description,
    ...(action.effect.secret && { secret: true }),
    ...describeSunset(source, name, action),
    call_with: nameCaller(call, action),
    ...(call === 'run' && { signature: actionSignature(provider, name, action) }),
    ...describeAccounts(accounts),
  }
  const room = largestAnswer - Buffer.byteLength(JSON.stringify(head))
  return { ...head, parameters: describeAction(name, action, '', room) }
}

export interface SearchAnswer {
  readonly data: unknown
  readonly coerced: readonly Detail[]
}

/** A domain whose tool finds and describes actions by actions of its own. */
export interface Within {
  readonly provider: string
  /** The tool's name. */
  readonly tool: string
  readonly action: 'find' | 'describe'
  /** Left out: the tool is for reads and writes. */
  readonly effect?: ToolEffect
}

/** Answers the tools that find and describe actions, and the actions that do so within a domain. Both throw VALIDATION_ERROR. */
export const createSearchTool = (domains: ReadonlyMap<string, Domain>, find: ActionFinder) => {
  const read = <T extends Type.TObject>(schema: T, args: ToolArguments, tenant?: TenantRecord) => {
    const context = createHealContext()
    const unwrapped = unwrapArguments(args, (name) => Object.hasOwn(schema.properties, name), context)
    const bare = tenant ? healNames(domains, tenant, unwrapped, context) : unwrapped
    const value = checked(schema, healArguments(schema, bare, context))
    return { value, coerced: context.notes.list() }
  }
  return {
    async general(
      kind: 'find' | 'describe',
      caller: Caller,
      args: ToolArguments,
      isForCode = false,
    ): Promise<SearchAnswer> {
      if (kind === 'find') {
        const { value, coerced } = read(findArguments, args, caller.tenant)
        return { data: await findActions(domains, find, caller, value, { isForCode }), coerced }
      }
      const { value, coerced } = read(describeArguments, args, caller.tenant)
      return { data: describe(domains, caller, value, isForCode ? forCode : general), coerced }
    },

    async within(
      { provider, tool, action, effect }: Within,
      caller: Caller,
      { action: _action, account_id: _account, ...args }: ToolArguments,
    ): Promise<SearchAnswer> {
      if (action === 'find') {
        const { value, coerced } = read(findWithin, args)
        return { data: await findActions(domains, find, caller, { ...value, provider }, { effect }), coerced }
      }
      const { value, coerced } = read(describeWithin, args)
      const { name, ...rest } = value
      const own = { place: '/name', find: 'the action find finds the actions', call: tool }
      return { data: describe(domains, caller, { ...rest, provider, action: name }, own), coerced }
    },
  }
}
