import ipaddr from 'ipaddr.js'
import type { Address } from './address.ts'

/** Hosts and ranges that outgoing requests may reach although they are private, loopback or plain http. */
export interface AllowedHosts {
  /** `host` (any port) or `host:port`, spelt as in URLs. */
  readonly hosts: ReadonlySet<string>
  readonly ranges: readonly Range[]
}

type Range = readonly [Address, number]

/**
 * Parses a comma-separated list of `host`, `host:port` and CIDR ranges, and adds the hosts of `origins`. Throws Error that
 * names a wrong entry.
 */
export const parseAllowedHosts = (list: string, origins: readonly string[] = []): AllowedHosts => {
  const entries = list.split(',').flatMap((entry) => entry.trim() || [])
  const isRange = (entry: string) => entry.includes('/')
  return {
    hosts: new Set([...entries.filter((entry) => !isRange(entry)).map(parseHost), ...origins.map(parseOrigin)]),
    ranges: entries.filter(isRange).map(parseRange),
  }
}

const parseRange = (entry: string): Range => {
  if (!ipaddr.isValidCIDR(entry)) throw wrong(entry)
  return ipaddr.parseCIDR(entry)
}

/** Parsed as a URL, so that `LOCALHOST`, `127.1` and `::0:1` are spelt as in the URLs that they are compared with. */
const parseHost = (entry: string): string => {
  const bracketed = ipaddr.IPv6.isValid(entry) ? `[${entry}]` : entry
  const [, host, port] = /^(\[[^\]]+\]|[^:/?#@\\*\s]+)(?::(\d+))?$/.exec(bracketed) ?? []
  const url = URL.parse(`http://${host}`)
  if (!host || !url || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) throw wrong(entry)
  return port ? `${url.hostname}:${Number(port)}` : url.hostname
}

const parseOrigin = (origin: string): string => {
  const url = URL.parse(origin)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`${JSON.stringify(origin)} is not an http(s) origin`)
  return hostAndPort(url)
}

const wrong = (entry: string) => new Error(`${JSON.stringify(entry)} is not a host, host:port or CIDR`)

const hostAndPort = (url: URL): string => `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`

/** True if the URL's host, or its host and port, is listed; then its addresses and scheme don't matter. */
export const isNamed = ({ hosts }: AllowedHosts, url: URL): boolean =>
  hosts.has(url.hostname) || hosts.has(hostAndPort(url))

/** True if a host is listed, with its port or for all of them. */
export const isListed = ({ hosts }: Pick<AllowedHosts, 'hosts'>, host: string): boolean =>
  hosts.has(host) || hosts.has(host.replace(/:\d+$/, ''))

export const isInRange = ({ ranges }: AllowedHosts, address: Address): boolean =>
  ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
