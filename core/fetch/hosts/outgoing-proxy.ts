import { FetchError } from '../fetch-error.ts'
import { type Address, formatHost, isLoopback } from './address.ts'
import { type Resolve, resolveAddresses } from './look-up.ts'

/** The proxy for requests to these addresses; `false`: no proxy, whatever the environment says. */
export type ProxyChoice = (targets: readonly Address[]) => Promise<string | false>

/**
 * The proxy gets the checked address, never a name. A proxy elsewhere would connect to its own loopback addresses, so requests to
 * loopback use the proxy only if it runs on this machine.
 */
export const createProxyChoice = (proxy: string | null, resolve: Resolve): ProxyChoice => {
  if (proxy === null) return async () => false
  return async (targets) => {
    const url = new URL(proxy)
    const addresses = await resolveAddresses(url.hostname, resolve).catch(() => {
      throw new FetchError('unresolved', 'the name of the outgoing proxy has no address')
    })
    if (targets.every(isLoopback) && !addresses.every(isLoopback)) return false
    url.hostname = addresses[0] ? formatHost(addresses[0]) : url.hostname
    return url.href
  }
}
