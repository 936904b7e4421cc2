import { parseAllowedHosts } from '@patchbay/core/fetch'
import { formatTemplate, isPlaceholderHost } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import type { Configuration } from './configuration.ts'

/** The host to which a provider's calls go; empty where each account has one of its own. */
const findCallHost = ({ provider: { origin } }: Domain): string => {
  const host = formatTemplate(origin).split('/')[2] ?? ''
  return /^\{[^{}]*\}$/.test(host) ? '' : host.replaceAll(/\{[^{}]*\}/g, 'x')
}

/**
 * Throws Error for a provider whose host is a placeholder, as documents have it (`your-domain.com`): whoever gets that name would get the
 * credentials. Hosts in PROVIDER_ORIGINS and ALLOWED_PRIVATE_HOSTS are allowed, because the operator chose them.
 */
export const refusePlaceholders = (
  registry: readonly Domain[],
  { providerOrigins, allowedPrivateHosts }: Pick<Configuration, 'providerOrigins' | 'allowedPrivateHosts'>,
): void => {
  const { hosts } = parseAllowedHosts(allowedPrivateHosts)
  for (const domain of registry) {
    const [{ id }, host] = [domain.provider, findCallHost(domain)]
    if (Object.hasOwn(providerOrigins, id) || host === '' || !isPlaceholderHost(host) || hosts.has(host)) continue
    throw new Error(
      `the provider ${id} (${domain.package}) has the placeholder ${host} as its host: write the vendor's host in the plugin, or set PROVIDER_ORIGINS to the origin for its calls`,
    )
  }
}
