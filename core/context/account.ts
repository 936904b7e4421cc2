import { GatewayError } from '../errors.ts'
import type { Domain } from '../schema/index.ts'
import type { Account, ProviderEntry, TenantRecord } from '../store/index.ts'

const nothing = 'none'

/** Step 5: the domain must be registered and configured for the tenant. Throws CONFIG_MISSING. */
export const chooseDomain = (
  domains: ReadonlyMap<string, Domain>,
  tenant: TenantRecord,
  name: string,
): { domain: Domain; entry: ProviderEntry } => {
  const domain = domains.get(name)
  const entry = Object.hasOwn(tenant.providers, name) ? tenant.providers[name] : undefined
  if (!domain || !entry) {
    const configured = Object.keys(tenant.providers).sort().join(', ') || nothing
    throw new GatewayError(
      'CONFIG_MISSING',
      `The provider ${JSON.stringify(name)} is not configured for this tenant; configured: ${configured}`,
    )
  }
  return { domain, entry }
}

/** Step 7: the account that was named, or the only one. Throws VALIDATION_ERROR, with the choice where there is one. */
export const chooseAccount = (domain: string, entry: ProviderEntry, accountId: string | undefined): Account => {
  const [only, second] = entry.accounts
  const account = accountId === undefined ? only : entry.accounts.find(({ id }) => id === accountId)
  if (account && (accountId !== undefined || !second)) return account

  const accounts = entry.accounts.map(({ id, label }) => ({ id, label, default: id === entry.default }))
  const list = accounts.map(({ id }) => id).join(', ') || nothing
  if (accountId !== undefined) {
    const message = `is no account of ${domain}; accounts: ${list}`
    throw new GatewayError('VALIDATION_ERROR', `/account_id: ${message}`, {
      accounts,
      details: [{ path: '/account_id', message }],
    })
  }
  if (!only) throw new GatewayError('CONFIG_MISSING', `This tenant has no account at ${domain}`)
  throw new GatewayError(
    'VALIDATION_ERROR',
    `This tenant has several accounts at ${domain}; choose one with account_id: ${list}`,
    {
      accounts,
      details: [{ path: '/account_id', message: `is required here; one of: ${list}` }],
    },
  )
}
