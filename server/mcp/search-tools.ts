import { type Access, usableAccounts, usableActions } from '@patchbay/core/access'
import { type Detail, invalid, invalidInput } from '@patchbay/core/errors'
import type { AnyAction } from '@patchbay/core/provider'
import {
  type ActionFinder,
  type Domain,
  describeAction,
  largestAnswer,
  problems,
  requiredParameters,
  resultFields,
  type ToolDefinition,
  toolSchema,
} from '@patchbay/core/schema'
import type { Account, TenantRecord } from '@patchbay/core/store'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { coerceArguments } from './coerce-arguments.ts'

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
      Type.Integer({ minimum: 1, maximum: mostFound, description: `How many; left out: ${usuallyFound}` }),
    ),
  },
  closed,
)

const describeArguments = Type.Object(
  {
    provider,
    action,
    pointer: Type.Optional(
      Type.String({ maxLength: 1000, description: 'A `deeper` of an earlier description: shows what lies there' }),
    ),
  },
  closed,
)

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
    continuation: Type.Optional(
      Type.String({ maxLength: 1000, description: 'The `continuation` of a cut result: returns the next part' }),
    ),
  },
  closed,
)

const looking = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** The longest list of providers in a description: the list of tools stays small however many there are. */
const longestList = 600

const listOf = (ids: readonly string[]): string => {
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
  inputSchema: toolSchema(callArguments),
  annotations: {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'write',
    idempotentHint: effect === 'read',
    openWorldHint: true,
  },
})

/** The four tools for any number of domains, or three if the caller may change nothing. */
export const searchTools = (providers: readonly string[], mayWrite: boolean): ToolDefinition[] => [
  {
    name: 'find_actions',
    title: 'Find actions',
    description: `Finds actions by what they do: start here. Then call one with call_read or call_write, whichever its effect says. Providers: ${listOf(providers)}`,
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
  callTool('read'),
  ...(mayWrite ? [callTool('write')] : []),
]

const checked = <T extends Type.TSchema>(schema: T, value: unknown): Type.Static<T> => {
  if (!Value.Check(schema, value)) throw invalidInput(problems(schema, value))
  return value
}

interface Usable {
  readonly domain: Domain
  readonly action: AnyAction
  readonly accounts: readonly Account[]
}

/** An action with the accounts at which the caller may use it; `undefined`: nowhere. */
const usable = (
  domains: ReadonlyMap<string, Domain>,
  { tenant, access }: Caller,
  provider: string,
  name: string,
): Usable | undefined => {
  const domain = domains.get(provider)
  const entry = Object.hasOwn(tenant.providers, provider) ? tenant.providers[provider] : undefined
  const action = domain?.source.action(name)
  if (!domain || !entry || !action) return undefined
  const accounts = usableAccounts(access, provider, name, action.effect.kind, entry.accounts)
  return accounts.length > 0 ? { domain, action, accounts } : undefined
}

/** The providers of which the caller may use an action. */
export const usableProviders = (domains: ReadonlyMap<string, Domain>, { tenant, access }: Caller): string[] =>
  Object.entries(tenant.providers)
    .filter(([id, { accounts }]) => {
      const domain = domains.get(id)
      return domain && usableActions(access, domain, accounts).length > 0
    })
    .map(([id]) => id)

/** Answers `find_actions`. Throws VALIDATION_ERROR. */
const findActions = async (
  domains: ReadonlyMap<string, Domain>,
  find: ActionFinder,
  caller: Caller,
  args: unknown,
): Promise<unknown> => {
  const { query, provider, limit = usuallyFound } = checked(findArguments, args)
  const providers = () => `the providers are ${listOf(usableProviders(domains, caller))}`
  if (provider !== undefined && !Object.hasOwn(caller.tenant.providers, provider)) {
    throw invalid('/provider', `is no provider of yours; ${providers()}`)
  }
  const admits = (found: { provider: string; action: string }): boolean =>
    usable(domains, caller, found.provider, found.action) !== undefined
  const found = await find(query, { most: limit, provider, admits })
  const actions = found.flatMap(({ provider, action: name }) => {
    const action = domains.get(provider)?.source.action(name)
    if (!action) return []
    const { description, effect } = action
    return [{ provider, action: name, effect: effect.kind, description, required: requiredParameters(action) }]
  })
  return actions.length > 0 ? { actions } : { actions, hint: `Try other words; ${providers()}` }
}

const mostAccounts = 20
const longestLabel = 40

const accountsOf = (accounts: readonly Account[]): object => {
  const shown = accounts.slice(0, mostAccounts).map(({ id, label }) => ({ id, label: label.slice(0, longestLabel) }))
  return { accounts: shown, ...(accounts.length > shown.length && { more_accounts: accounts.length - shown.length }) }
}

/** Answers `describe_action`. Throws VALIDATION_ERROR, also for an action that the caller may not use. */
const describe = (domains: ReadonlyMap<string, Domain>, caller: Caller, args: unknown): unknown => {
  const { provider, action: name, pointer = '' } = checked(describeArguments, args)
  const found = usable(domains, caller, provider, name)
  if (!found) {
    const message = `is no action of ${provider} that you may use; find_actions finds those`
    throw invalid('/action', message)
  }
  const { action, accounts } = found
  if (pointer !== '') {
    return { provider, action: name, pointer, schema: describeAction(name, action, pointer) }
  }
  const head = {
    ...{ provider, action: name, description: action.description, call_with: `call_${action.effect.kind}` },
    ...accountsOf(accounts),
  }
  const room = largestAnswer - Buffer.byteLength(JSON.stringify(head))
  return { ...head, parameters: describeAction(name, action, '', room) }
}

export interface SearchAnswer {
  readonly data: unknown
  readonly coerced: readonly Detail[]
}

/** Answers the tools that find and describe actions. Throws VALIDATION_ERROR. */
export const createSearchTool = (domains: ReadonlyMap<string, Domain>, find: ActionFinder) => {
  const schemas = { find: toolSchema(findArguments), describe: toolSchema(describeArguments) }
  return async (
    kind: 'find' | 'describe',
    caller: Caller,
    args: Readonly<Record<string, unknown>>,
  ): Promise<SearchAnswer> => {
    const { value, coerced } = coerceArguments(schemas[kind], args)
    const data = kind === 'find' ? await findActions(domains, find, caller, value) : describe(domains, caller, value)
    return { data, coerced }
  }
}
