import ipaddr from 'ipaddr.js'

/**
 * In a shared network each credential and each application is counted. Its addresses have a bound as well, so that nobody
 * there can ask the store without end: this many times what an address elsewhere may do.
 */
export const crowd = 100

/** The name under which an address is counted. IPv6 is counted by /64: one customer has all of its addresses. */
export const networkOf = (ip: string): string => {
  if (!ip.includes(':')) return ip
  const address = ipaddr.parse(ip) as ipaddr.IPv6
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.parts.slice(0, 4).join(':')
}

/** An IPv4-mapped range (`::ffff:192.0.2.0/120`) is the IPv4 range that it maps (RFC 4291, section 2.5.5.2). */
export const parseRange = (range: string): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
  const [network, bits] = ipaddr.parseCIDR(range)
  const mapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96
  return mapped ? [network.toIPv4Address(), bits - 96] : [network, bits]
}

/** How to tell whether an address is in one of the CIDR ranges. */
export const createRangeCheck = (cidrs: readonly string[]): ((ip: string) => boolean) => {
  if (cidrs.length === 0) return () => false
  const ranges = cidrs.map(parseRange)
  return (ip) => {
    const address = ipaddr.process(ip)
    return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
  }
}
