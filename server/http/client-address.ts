import { parseRange } from '@patchbay/core/admission'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An IPv4-mapped address is the IPv4 address that it maps (RFC 4291, section 2.5.5.2). `undefined`: no address. */
const parse = (text: string): Address | undefined => {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.process(text)
  // A zone (`fe80::1%eth0`) means something on that host only, and would make many names of one address.
  if (address instanceof ipaddr.IPv6) delete address.zoneId
  return address
}

/** An entry of `X-Forwarded-For`: an address, with a port behind it where the proxy adds one. */
const parseEntry = (entry: string): Address | undefined => {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, host] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? /^([^:]*):\d{1,5}$/.exec(text) ?? []
  return parse(host ?? text)
}

/** Makes one text of one address: `10.0.0.1`, `2001:db8::1`. */
const normalise = (ip: string): string => {
  if (!ip.includes(':')) return ip
  return parse(ip)?.toString() ?? ip
}

/**
 * How to tell a client's address: the socket's, unless that is a trusted proxy's (CIDR ranges); then the right-most
 * address of `X-Forwarded-For` that no trusted proxy has. Whatever stands left of it was sent by the client and may be
 * a lie. An entry that is no address ends the search: the proxy right of it is all that is known.
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
