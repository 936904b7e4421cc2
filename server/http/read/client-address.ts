import { parseRange } from '@patchbay/core/admission'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An IPv4-mapped address is the IPv4 address that it maps (RFC 4291, section 2.5.5.2). `undefined`: no address. */
const parse = (text: string): Address | undefined => {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.process(text)
  // A zone (`fe80::1%eth0`) has a meaning on that host only, and would give one address many names.
  if (address instanceof ipaddr.IPv6) delete address.zoneId
  return address
}

/** An entry of `X-Forwarded-For`: an address, with a port behind it where the proxy adds one. */
const parseEntry = (entry: string): Address | undefined => {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, host] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? /^([^:]*):\d{1,5}$/.exec(text) ?? []
  return parse(host ?? text)
}

/** The canonical text of an address: `10.0.0.1`, `2001:db8::1`. */
const normalise = (ip: string): string => {
  if (!ip.includes(':')) return ip
  return parse(ip)?.toString() ?? ip
}

/**
 * Finds a client's address: the socket's, or if that is a trusted proxy's (CIDR ranges), the right-most address in
 * `X-Forwarded-For` that isn't a trusted proxy's. The client sent everything to the left of that address, so it may be
 * false. An entry that isn't an address ends the search, with the address of the proxy to its right.
 */
export const createClientAddress = (
  trustedProxies: readonly string[],
): ((socketIp: string, xForwardedFor: string | null) => string) => {
  if (trustedProxies.length === 0) return normalise
  const ranges = trustedProxies.map(parseRange)
  const isTrusted = (address: Address): boolean =>
    ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))

  return (socketIp, xForwardedFor) => {
    let client = parse(socketIp)
    if (!client || xForwardedFor === null) return normalise(socketIp)
    const entries = xForwardedFor.split(',')
    while (isTrusted(client) && entries.length > 0) {
      const next = parseEntry(entries.pop() ?? '')
      if (!next) break
      client = next
    }
    return client.toString()
  }
}
