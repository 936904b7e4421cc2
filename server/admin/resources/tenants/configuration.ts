import { accessRuleFaults } from '@patchbay/core/access'
import { type Detail, invalidInput } from '@patchbay/core/errors'
import { buildOrigin } from '@patchbay/core/provider'
import { type Domain, findProblems, formatChoice, pointerToken } from '@patchbay/core/schema'
import { newTenantOptions, type ProviderEntry, type TenantConfiguration } from '@patchbay/core/store'
import Type from 'typebox'
import { Value } from 'typebox/value'
import type { AccountBody, ProviderBody, TenantBody } from './body.ts'

/** The facts that a tenant's configuration has to fit. */
export interface Registered {
  readonly domains: ReadonlyMap<string, Domain>
  /** The hosts at which self-hosted products may be. */
  readonly selfHostedHosts: readonly string[]
}

/** The number of problems after which checking stops: a person reads no more. */
const mostProblems = 20

/** Checks that an account has exactly the settings that its provider declares, and that they make an origin. */
const settingsProblems = (
  { provider }: Domain,
  schema: Type.TObject,
  { settings = {} }: AccountBody,
  path: string,
  selfHostedHosts: readonly string[],
): Detail[] => {
  if (!Value.Check(schema, settings)) {
    return findProblems(schema, settings).map((detail) => ({ ...detail, path: `${path}/settings${detail.path}` }))
  }
  try {
    buildOrigin(provider.origin, settings, selfHostedHosts)
    return []
  } catch (error) {
    const reason = error instanceof TypeError ? `: ${error.message}` : ''
    return [{ path: `${path}/settings`, message: `do not give a valid origin of ${provider.title}${reason}` }]
  }
}

const repeatedIds = (accounts: readonly AccountBody[], path: string): Detail[] => {
  const ids = new Set<string>()
  return accounts.flatMap(({ id }, index) => {
    if (ids.has(id)) return [{ path: `${path}/accounts/${index}/id`, message: 'another account has this id' }]
    ids.add(id)
    return []
  })
}

const mostIds = 50

const defaultProblems = ({ accounts, default: chosen }: ProviderBody, path: string): Detail[] => {
  const shown = accounts.slice(0, mostIds).map(({ id }) => id)
  const ids = shown.length < accounts.length ? `${shown.join(', ')}, ...` : shown.join(', ')
  if (chosen === undefined && accounts.length > 1) {
    return [{ path: `${path}/default`, message: `is required where there are several accounts; one of: ${ids}` }]
  }
  if (chosen !== undefined && !accounts.some(({ id }) => id === chosen)) {
    return [{ path: `${path}/default`, message: `must be the id of an account: ${ids}` }]
  }
  return []
}

const entryProblems = ({ domains, selfHostedHosts }: Registered, id: string, entry: ProviderBody): Detail[] => {
  const path = `/providers/${pointerToken(id)}`
  const domain = domains.get(id)
  if (!domain) {
    const registered = [...domains.keys()]
    return [{ path, message: `is not a registered provider${formatChoice(id, registered, 'registered are')}` }]
  }
  const schema = Type.Object(domain.provider.settings ?? {}, { additionalProperties: false })
  const settings = entry.accounts
    .values()
    .flatMap((account, index) =>
      settingsProblems(domain, schema, account, `${path}/accounts/${index}`, selfHostedHosts),
    )
    .take(mostProblems)
  return [...repeatedIds(entry.accounts, path), ...defaultProblems(entry, path), ...settings]
}

const toProviderEntry = ({ accounts, default: chosen }: ProviderBody): ProviderEntry => ({
  accounts,
  default: chosen ?? accounts[0]?.id ?? '',
})

/**
 * The configuration that a body asks for, with defaults filled in; a tenant that exists keeps the surface that its clients know,
 * unless the body names one. Throws VALIDATION_ERROR when it doesn't fit the
 * registered providers, with the first 20 problems.
 */
export const tenantConfiguration = (
  { name, status, providers, options }: TenantBody,
  registered: Registered,
  current: TenantConfiguration | undefined,
): TenantConfiguration => {
  const entries = Object.entries(providers)
  const problems = entries
    .values()
    .flatMap(([id, entry]) => entryProblems(registered, id, entry))
    .take(mostProblems)
    .toArray()
  for (const list of ['allow', 'deny', 'ask'] as const) {
    problems.push(...accessRuleFaults(options?.[list], `/options/${list}`, registered.domains))
  }
  if (problems.length > 0) throw invalidInput(problems)
  return {
    name,
    status,
    providers: Object.fromEntries(entries.map(([id, entry]) => [id, toProviderEntry(entry)])),
    options: { ...newTenantOptions, ...(current && { tools: current.options.tools }), ...options },
  }
}
