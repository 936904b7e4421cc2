import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Parses an IP address. An IPv4-mapped address (`::ffff:10.0.0.1`) becomes the IPv4 address that a socket would connect to.
 * Throws Error if the text is not an address.
 */
export const parseAddress = (text: string): Address => ipaddr.process(text)

export const isAddress = (text: string): boolean => ipaddr.isValid(text)

/** The address as a URL's host: IPv6 in brackets. */
export const formatHost = (address: Address): string =>
  address.kind() === 'ipv6' ? `[${address.toString()}]` : address.toString()

export const isLoopback = (address: Address): boolean => address.range() === 'loopback'

// No address outside 2000::/3 is global unicast (RFC 4291, section 2.4), e.g. the IPv4-compatible ::7f00:1.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
// With DNS64 every name with an IPv4 address resolves to this prefix (RFC 6052), so the embedded IPv4 address decides.
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
// Azure's metadata and wire server: a public address that only virtual machines in Azure can reach.
// https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
const azureWireServer = '168.63.129.16'

/**
 * True if the address is on the public Internet: no loopback, private, link-local, multicast, carrier-grade NAT, reserved or
 * metadata address, and no IPv6 address that leads to one of these. 6to4, Teredo and the local NAT64 prefix (64:ff9b:1::/48,
 * RFC 8215) are refused whatever they embed, because no provider uses them.
 */
export const isPublic = (address: Address): boolean => {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && address.toString() !== azureWireServer
  if (address.match(nat64)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.range() === 'unicast' && address.match(globalUnicast)
}
