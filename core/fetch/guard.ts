import { LRUCache } from 'lru-cache'
import type { MaybePromise } from '../maybe-promise.ts'
import { type Address, hostOf, isAddress, isPublic } from './address.ts'
import { type AllowedHosts, isInRange, isNamed } from './allowed-hosts.ts'
import { aborted, FetchError } from './fetch-error.ts'
import { addressesOf, createBoundedLookUp, type Resolve, resolveByCares } from './look-up.ts'
import { createProxyChoice } from './outgoing-proxy.ts'

export interface GuardOptions {
  readonly allowed: AllowedHosts
  /** By `/etc/hosts` and DNS unless given. */
  readonly resolve?: Resolve
  /** An HTTP proxy for all requests, as a URL that may hold credentials; none unless given. */
  readonly proxy?: string | null
}

/** Where requests to an origin really go: its checked addresses, under the origin's own name. */
export interface Target {
  /** `https://93.184.216.34:8443`, the one to try first in front. */
  bases: readonly string[]
  /** The `Host` header; none where the URL names an address. */
  readonly host: string | undefined
  /** None for plain http, where it would only cost time. */
  readonly tls: { readonly serverName?: string; readonly rejectUnauthorized: true } | undefined
  /** `false`: none, whatever the environment names. */
  readonly proxy: string | false
}

/** The target of a URL that may be reached; throws or rejects with FetchError for one that may not. */
export type Guard = (url: URL, signal: AbortSignal) => MaybePromise<Target>

/**
 * Resolves and checks hosts, and keeps what it found for 30 s, so that a warm call resolves nothing. The caller connects
 * to the addresses of the target and never resolves the name again: a name whose answer changes in between (DNS
 * rebinding) leads nowhere else.
 */
export const createGuard = ({ allowed, resolve = resolveByCares, proxy = null }: GuardOptions): Guard => {
  const lookUp = createBoundedLookUp(resolve)
  const proxyOf = createProxyChoice(proxy, lookUp)
  const targets = new LRUCache<string, Target>({ max: 1000, ttl: 30_000 })
  const pending = new Map<string, Promise<Target>>()

  const find = async (url: URL): Promise<Target> => {
    const addresses = await checkedAddresses(url, allowed, lookUp)
    const target = { ...pathTo(url, addresses), proxy: await proxyOf(addresses) }
    targets.set(url.origin, target)
    return target
  }

  /** One look-up for all who wait for the same origin; none of them can abort it for the others. */
  const findOnce = (url: URL): Promise<Target> => {
    const running = pending.get(url.origin)
    if (running) return running
    const started = find(url).finally(() => pending.delete(url.origin))
    pending.set(url.origin, started)
    return started
  }

  return (url, signal) => {
    // Before the cache: `blob:https://host` has the origin of https://host.
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new FetchError('invalid', 'the URL is not http(s)')
    if (url.username || url.password) throw new FetchError('invalid', 'the URL holds credentials')
    return targets.get(url.origin) ?? unlessAborted(findOnce(url), url.host, signal)
  }
}

/** Any port is allowed: a host that isn't named in the configuration must use TLS and prove its name. */
const checkedAddresses = async (url: URL, allowed: AllowedHosts, resolve: Resolve): Promise<readonly Address[]> => {
  const addresses = await addressesOf(url.hostname, resolve)
  if (!isNamed(allowed, url)) for (const address of addresses) check(url, address, allowed)
  return addresses
}

const pathTo = (url: URL, addresses: readonly Address[]): Omit<Target, 'proxy'> => {
  const port = url.port && `:${url.port}`
  const bases = addresses.map((address) => `${url.protocol}//${hostOf(address)}${port}`)
  const isName = !isAddress(url.hostname.replace(/^\[|\]$/g, ''))
  // Certificates are verified whatever NODE_TLS_REJECT_UNAUTHORIZED says.
  const tls = { ...(isName && { serverName: url.hostname }), rejectUnauthorized: true } as const
  return { bases, host: isName ? url.host : undefined, tls: url.protocol === 'https:' ? tls : undefined }
}

/** The address itself stays out of the message: a tenant must not map the inner network by its errors. */
const check = (url: URL, address: Address, allowed: AllowedHosts): void => {
  if (isInRange(allowed, address)) return
  if (!isPublic(address)) throw new FetchError('refused-address', `${url.host} is not at a public address`)
  if (url.protocol === 'http:') throw new FetchError('insecure', `${url.host} must be reached by https`)
}

const unlessAborted = <T>(work: Promise<T>, host: string, signal: AbortSignal): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(aborted(host))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}
