import { isListed } from '@patchbay/core/fetch'
import { type AnyProvider, formatTemplate, isPlaceholderHost, listOAuths, type OAuth2 } from '@patchbay/core/provider'
import type { OperatorHosts } from '../../model/operator-hosts.ts'
import { demoProviderId } from '../../model/plugin.ts'
import { type Fault, faultsAt } from '../faults/fault.ts'

/** The host of an address; a part that accounts have of their own is `x`. `undefined`: it is all their own, or no URL. */
const findHost = (address: unknown): string | undefined => {
  const text = typeof address === 'object' && address !== null ? formatTemplate(address as never) : String(address)
  const host = /^https:\/\/([^/]*)/.exec(text)?.[1] ?? ''
  return host === '' || /^\{[^{}]*\}$/.test(host) ? undefined : host.replaceAll(/\{[^{}]*\}/g, 'x')
}

/** The addresses to which people who sign in and secrets are sent, by the member that names them. */
const listAddresses = (auth: OAuth2): (readonly [member: string, address: unknown])[] => {
  const { authorize, refresh, revoke, tells = {} } = { ...auth } as Partial<Extract<OAuth2, { authorize: unknown }>>
  return [
    ['auth.token', auth.token],
    ['auth.authorize', authorize],
    ['auth.refresh', refresh],
    ['auth.revoke.url', revoke?.url],
    ...Object.entries(tells).map(([name, { read }]) => [`auth.tells.${name}.read`, read] as const),
  ]
}

const messageOf = (host: string, ofMember = ''): string =>
  `the host ${host}${ofMember} is a placeholder: write that of the vendor`

/**
 * The placeholders among a provider's hosts: a credential would go to whoever is there. What the operator chose is let through, as at the
 * gateway's start.
 */
export const placeholderFaults = (provider: AnyProvider, allowed: OperatorHosts): Fault[] => {
  // The demo's calls go to the process itself.
  if (provider.id === demoProviderId) return []
  const isRefused = (host: string | undefined): host is string =>
    host !== undefined && isPlaceholderHost(host) && !isListed(allowed, host)
  const [ofCalls, instead] = [provider.origin, Object(provider.origin).instead].map(findHost)
  const refused = allowed.origins.has(provider.id) ? [] : [ofCalls, instead].filter(isRefused)
  return [
    ...faultsAt(
      ['origin'],
      refused.map((host) => `${messageOf(host)}, or set PROVIDER_ORIGINS to the origin for its calls`),
    ),
    ...faultsAt(
      ['auth'],
      listOAuths(provider.auth).flatMap((auth) =>
        listAddresses(auth).flatMap(([member, address]) => {
          const host = address === undefined ? undefined : findHost(address)
          return isRefused(host) ? [`${messageOf(host, ` of ${member}`)}, or add it to ALLOWED_PRIVATE_HOSTS`] : []
        }),
      ),
    ),
  ]
}
