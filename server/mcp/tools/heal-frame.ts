import { rawAction } from '@patchbay/core/call'
import {
  createHealNotes,
  type Domain,
  findQualifiedAction,
  type HealContext,
  healActionName,
  healProvider,
  leaveOutEmpty,
  type ToolArguments,
  unwrapArguments,
} from '@patchbay/core/schema'
import type { TenantRecord } from '@patchbay/core/store'
import { parseStrictValue } from '../../http/read/strict-json.ts'

/** The context for healing the arguments of one call, with its notes. */
export const createHealContext = (): HealContext => ({ notes: createHealNotes(), parseJson })

const parseJson = (text: string): unknown => {
  try {
    return parseStrictValue(text)
  } catch {
    return undefined
  }
}

type Domains = ReadonlyMap<string, Domain>

/** The domains that the tenant has. */
const configuredDomains = (domains: Domains, { providers }: TenantRecord): readonly Domain[] =>
  Object.keys(providers).flatMap((id) => domains.get(id) ?? [])

/** The provider that `call_read` names. A value that isn't a string is refused like an unknown domain. */
export const findProviderId = (
  domains: Domains,
  tenant: TenantRecord,
  { provider: name, action }: ToolArguments,
): string => {
  if (typeof name === 'string' && name !== '') {
    if (Object.hasOwn(tenant.providers, name)) return name
    return (
      healProvider(
        name,
        configuredDomains(domains, tenant).map(({ provider }) => provider),
      ) ?? name
    )
  }
  if ((name ?? '') !== '' || typeof action !== 'string') return ''
  const named = configuredDomains(domains, tenant).filter(({ provider, source }) =>
    findQualifiedAction(action, provider.id, source.names()),
  )
  return named.length === 1 ? (named[0]?.provider.id ?? '') : ''
}

/** The actions by which models find the others, where a domain's tool doesn't list all. */
const finding = ['find', 'describe']

/** The arguments with the name of their action as the domain has it. */
export const healAction = (
  args: ToolArguments,
  { provider, source }: Domain,
  { notes }: Pick<HealContext, 'notes'>,
): ToolArguments => {
  const { action: name } = args
  if (typeof name !== 'string' || name === rawAction || source.kind(name)) return args
  const names = source.listed ? [...source.names(), ...finding] : source.names()
  const action = healActionName(name, provider.id, names)
  if (action === undefined) return args
  notes.add('/action', `was read as ${action}`)
  return { ...args, action }
}

/** The arguments with the provider and the action that they name, as the gateway names them. */
export const healNames = (
  domains: Domains,
  tenant: TenantRecord,
  args: ToolArguments,
  context: HealContext,
): ToolArguments => {
  const provider = findProviderId(domains, tenant, args)
  const domain = domains.get(provider)
  if (!domain) return args
  if (provider !== args.provider) context.notes.add('/provider', `was read as ${provider}`)
  return healAction({ ...args, provider }, domain, context)
}

/** True if the action of a call takes a parameter of that name. */
export const takesParameter =
  ({ source }: Domain, { action }: ToolArguments) =>
  (name: string): boolean => {
    const params = typeof action === 'string' ? source.action(action)?.params : undefined
    return params !== undefined && Object.hasOwn(params, name)
  }

/** The arguments of a domain's or an action's tool, which has the parameters beside `action`. */
export const healFrame = (toolArguments: ToolArguments, domain: Domain, context: HealContext): ToolArguments => {
  const args = healAction(leaveOutEmpty(toolArguments, context), domain, context)
  const unwrapped = unwrapArguments(args, takesParameter(domain, args), context)
  return unwrapped === args ? args : healAction(leaveOutEmpty(unwrapped, context), domain, context)
}
