import { isListed, parseAllowedHosts } from '@patchbay/core/fetch'
import { type AccountEndpoint, formatTemplate, isPlaceholderHost, listOAuths } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import type { Configuration } from './configuration.ts'

/** The host of an address; empty where each account has one of its own. */
const findHost = (declared: string | AccountEndpoint): string => {
  const host = formatTemplate(declared).split('/')[2] ?? ''
  return /^\{[^{}]*\}$/.test(host) ? '' : host.replaceAll(/\{[^{}]*\}/g, 'x')
}

/** The hosts to which people are sent who sign in, and secrets of applications and of accounts. */
const listSignInHosts = ({ provider }: Domain): string[] =>
  listOAuths(provider.auth).flatMap((oauth) => {
    const { token, authorize, refresh, revoke } = { authorize: '', refresh: '', revoke: undefined, ...oauth }
    return [token, authorize, refresh, revoke?.url ?? ''].map(findHost)
  })

/**
 * Throws Error for a provider whose host or sign-in is at a placeholder, as documents have it (`your-domain.com`): whoever gets that name
 * would get the credentials. Calls may go to hosts in PROVIDER_ORIGINS, and both to hosts in ALLOWED_PRIVATE_HOSTS, because the operator
 * chose them.
 */
export const refusePlaceholders = (
  registry: readonly Domain[],
  { providerOrigins, allowedPrivateHosts }: Pick<Configuration, 'providerOrigins' | 'allowedPrivateHosts'>,
): void => {
  const allowed = parseAllowedHosts(allowedPrivateHosts)
  const isRefused = (host: string): boolean => host !== '' && isPlaceholderHost(host) && !isListed(allowed, host)
  for (const domain of registry) {
    const { id, origin } = domain.provider
    const host = findHost(origin)
    const start = `the provider ${id} (${domain.package}) has the placeholder`
    if (!Object.hasOwn(providerOrigins, id) && isRefused(host))
      throw new Error(
        `${start} ${host} as its host: write the vendor's host in the plugin, or set PROVIDER_ORIGINS to the origin for its calls`,
      )
    const signIn = listSignInHosts(domain).find(isRefused)
    if (signIn !== undefined)
      throw new Error(
        `${start} ${signIn} as the host of its sign-in: write the vendor's host in the plugin, or add it to ALLOWED_PRIVATE_HOSTS`,
      )
  }
}
