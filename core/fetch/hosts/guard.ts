import { LRUCache } from 'lru-cache'
import type { MaybePromise } from '../../maybe-promise.ts'
import { aborted, FetchError } from '../fetch-error.ts'
import { type Address, formatHost, isAddress, isPublic } from './address.ts'
import { type AllowedHosts, isInRange, isNamed } from './allowed-hosts.ts'
import { createBoundedLookUp, type Resolve, resolveAddresses, resolveByCares } from './look-up.ts'
import { createProxyChoice } from './outgoing-proxy.ts'

export interface GuardOptions {
  readonly allowed: AllowedHosts
  /** The look-up of names; left out: by `/etc/hosts` and DNS. */
  readonly resolve?: Resolve
  /** An HTTP proxy for all requests, as a URL that may hold credentials; none unless given. */
  readonly proxy?: string | null
}

/** The destination of requests to an origin: its checked addresses, under the origin's own name. */
export interface Target {
  /** E.g. `https://93.184.216.34:8443`; the first one is tried first. */
  bases: readonly string[]
  /** The `Host` header; none if the URL's host is an address. */
  readonly host: string | undefined
  /** None for plain http. */
  readonly tls: { readonly serverName?: string; readonly rejectUnauthorized: true } | undefined
  /** `false`: no proxy, whatever the environment says. */
  readonly proxy: string | false
}

/** Finds the target of a URL. Throws or rejects with FetchError if the URL must not be reached. */
export type Guard = (url: URL, signal: AbortSignal) => MaybePromise<Target>

/**
 * Looks up and checks hosts, and keeps the result for 30 s, so that a warm call looks up nothing. The caller connects to the
 * target's addresses and never looks up the name again, so a name that changes its answer in between (DNS rebinding) gains
 * nothing.
 */
export const createGuard = ({ allowed, resolve = resolveByCares, proxy = null }: GuardOptions): Guard => {
  const lookUp = createBoundedLookUp(resolve)
  const chooseProxy = createProxyChoice(proxy, lookUp)
  const targets = new LRUCache<string, Target>({ max: 1000, ttl: 30_000 })
  const pending = new Map<string, Promise<Target>>()

  const find = async (url: URL): Promise<Target> => {
    const addresses = await checkedAddresses(url, allowed, lookUp)
    const target = { ...pathTo(url, addresses), proxy: await chooseProxy(addresses) }
    targets.set(url.origin, target)
    return target
  }

  /** All callers that wait for the same origin share one look-up; none can abort it for the others. */
  const findOnce = (url: URL): Promise<Target> => {
    const running = pending.get(url.origin)
    if (running) return running
    const started = find(url).finally(() => pending.delete(url.origin))
    pending.set(url.origin, started)
    return started
  }

  return (url, signal) => {
    // Checked before the cache is read, because `blob:https://host` has the origin of https://host.
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new FetchError('invalid', 'the URL is not http(s)')
    if (url.username || url.password) throw new FetchError('invalid', 'the URL holds credentials')
    return targets.get(url.origin) ?? unlessAborted(findOnce(url), url.host, signal)
  }
}

/** Any port is allowed, because a host that isn't listed in the configuration must use TLS and prove its name. */
const checkedAddresses = async (url: URL, allowed: AllowedHosts, resolve: Resolve): Promise<readonly Address[]> => {
  const addresses = await resolveAddresses(url.hostname, resolve)
  if (!isNamed(allowed, url)) for (const address of addresses) check(url, address, allowed)
  return addresses
}

const pathTo = (url: URL, addresses: readonly Address[]): Omit<Target, 'proxy'> => {
  const port = url.port && `:${url.port}`
  const bases = addresses.map((address) => `${url.protocol}//${formatHost(address)}${port}`)
  const isName = !isAddress(url.hostname.replace(/^\[|\]$/g, ''))
  // Certificates are verified whatever NODE_TLS_REJECT_UNAUTHORIZED says.
  const tls = { ...(isName && { serverName: url.hostname }), rejectUnauthorized: true } as const
  return { bases, host: isName ? url.host : undefined, tls: url.protocol === 'https:' ? tls : undefined }
}

/** The message doesn't hold the address: a tenant must not be able to map the inner network from errors. */
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
