import { type Access, usableActions } from '../../access/index.ts'
import { type AdmittedCaller, type CallRecord, unknownDomain } from '../../context/index.ts'
import { GatewayError } from '../../errors.ts'
import type { Domain } from '../../schema/index.ts'
import type { ProviderEntry, TenantRecord } from '../../store/index.ts'

/** A domain as a tenant has configured it. */
export interface ChosenDomain {
  readonly domain: Domain
  readonly entry: ProviderEntry
}

/** The domains that the caller may use in some way. */
const configuredDomains = (
  domains: ReadonlyMap<string, Domain>,
  { providers }: TenantRecord,
  access: Access,
): readonly string[] => {
  const names = Object.keys(providers).sort()
  if (access.isUnrestricted) return names
  return names.filter((name) => {
    const domain = domains.get(name)
    return domain && usableActions(access, domain, providers[name]?.accounts ?? []).length > 0
  })
}

/** Finds the domain, which must be registered and configured for the tenant. Throws CONFIG_MISSING. */
export const chooseDomain = (
  domains: ReadonlyMap<string, Domain>,
  { tenant, access }: AdmittedCaller,
  name: string,
  record: CallRecord,
): ChosenDomain => {
  const domain = domains.get(name)
  record.provider = domain ? name : unknownDomain
  const entry = Object.hasOwn(tenant.providers, name) ? tenant.providers[name] : undefined
  if (domain && entry) return { domain, entry }
  const configured = configuredDomains(domains, tenant, access).join(', ') || 'none'
  throw notConfigured(name, domain ? name : unknownDomain, configured)
}

/** `loggedName`: the name as logs may have it. */
const notConfigured = (name: string, loggedName: string, configured: string): GatewayError => {
  const fault = (what: string): string =>
    name === ''
      ? `\`provider\` is missing; configured: ${configured}`
      : `The provider ${what} is not configured for this tenant; configured: ${configured}`
  return new GatewayError('CONFIG_MISSING', fault(JSON.stringify(name)), { reason: fault(loggedName) })
}
