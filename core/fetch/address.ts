import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Reads an IP address; an IPv4-mapped one (`::ffff:10.0.0.1`) becomes the IPv4 address that a socket makes of it.
 * Throws Error when the text is no address.
 */
export const parseAddress = (text: string): Address => ipaddr.process(text)

export const isAddress = (text: string): boolean => ipaddr.isValid(text)

/** How an address stands in a URL: IPv6 in brackets. */
export const hostOf = (address: Address): string =>
  address.kind() === 'ipv6' ? `[${address.toString()}]` : address.toString()

export const isLoopback = (address: Address): boolean => address.range() === 'loopback'

// Everything that is not in 2000::/3 is no global unicast (RFC 4291 section 2.4), e.g. IPv4-compatible ::7f00:1.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
// With DNS64 every name with an IPv4 address resolves into this prefix (RFC 6052), so it is judged by what it embeds.
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
// Azure's metadata and wire server, a public address that only a virtual machine reaches:
// https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
const azureWireServer = '168.63.129.16'

/**
 * Whether the address is one of the public Internet: no loopback, private, link-local, multicast, carrier-grade NAT,
 * reserved or metadata address, nor an IPv6 form that leads to one. 6to4, Teredo and the local NAT64 prefix
 * (64:ff9b:1::/48, RFC 8215) are refused whatever they embed: no provider lives there.
 */
export const isPublic = (address: Address): boolean => {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && address.toString() !== azureWireServer
  if (address.match(nat64)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.range() === 'unicast' && address.match(globalUnicast)
}
