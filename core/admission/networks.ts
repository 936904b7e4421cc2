import ipaddr from 'ipaddr.js'

/**
 * Shared networks are counted by credential and by application. Each network as a whole is bounded too, so that nobody in it can
 * send the store endless look-ups: by this many times the limit of an ordinary address.
 */
export const crowd = 100

/** The name under which an address is counted. IPv6 is counted by /64, because one customer owns a whole /64. */
export const toNetwork = (ip: string): string => {
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

/** Makes a function that checks whether an address is in one of the CIDR ranges. */
export const createRangeCheck = (cidrs: readonly string[]): ((ip: string) => boolean) => {
  if (cidrs.length === 0) return () => false
  const ranges = cidrs.map(parseRange)
  return (ip) => {
    const address = ipaddr.process(ip)
    return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
  }
}
