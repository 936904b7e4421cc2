import { type Access, findTarget, usableAccounts, usableActions } from '@patchbay/core/access'
import { toolEffect } from '@patchbay/core/provider'
import { type Domain, hasSunset } from '@patchbay/core/schema'
import type { Account, TenantRecord } from '@patchbay/core/store'
import type { McpScope } from '../mcp-scope.ts'
import type { ToolEffect } from '../tools/tool-names.ts'

/** The caller whose actions are found and described. */
export interface Searcher {
  readonly tenant: TenantRecord
  readonly access: Access
}

export const readSearcher = ({ tenant, caller }: Pick<McpScope, 'tenant' | 'caller'>): Searcher => ({
  tenant,
  access: caller.access,
})

interface UsableAction {
  /** The kind of tool that the action belongs to. Left out: there is no such action for the caller. */
  readonly effect?: ToolEffect
  readonly accounts: readonly Account[]
}

/** The tool of an action and the accounts at which the caller may use it. The action isn't made: there may be thousands. */
export const findUsableAction = (
  domains: ReadonlyMap<string, Domain>,
  { tenant, access }: Searcher,
  provider: string,
  name: string,
): UsableAction => {
  const domain = domains.get(provider)
  const entry = Object.hasOwn(tenant.providers, provider) ? tenant.providers[provider] : undefined
  const target = domain && findTarget(domain, name)
  const kind = domain?.source.kind(name)
  if (!domain || !entry || !kind || !target || hasSunset(domain.source, name)) return { accounts: [] }
  return { effect: toolEffect(kind), accounts: usableAccounts(access, target, entry.accounts) }
}

/** The providers with an action that the caller may use. */
export const listUsableProviders = (domains: ReadonlyMap<string, Domain>, { tenant, access }: Searcher): string[] =>
  Object.entries(tenant.providers)
    .filter(([id, { accounts }]) => {
      const domain = domains.get(id)
      return domain && usableActions(access, domain, accounts).length > 0
    })
    .map(([id]) => id)
