/** The readers of a variable's text. Each throws, or gives a value that no schema takes, for a text that it can't read. */
import ipaddr from 'ipaddr.js'

export const takeText = (value: string): string => value

export const readCommaList = (value: string): string[] => value.split(',').flatMap((entry) => entry.trim() || [])

export const readInteger = (value: string): number => (/^\d{1,15}$/.test(value) ? Number(value) : Number.NaN)

/** `undefined`: neither `on` nor `off`. */
export const readSwitch = (value: string): boolean | undefined => ({ on: true, off: false })[value]

/** Scheme, host and port only, because other parts of a URL would be ignored silently. */
export const readHttpOrigin = (value: string): string => {
  const url = new URL(value)
  if (!/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) throw new TypeError('no http(s) origin')
  return url.origin
}

/** The URL may hold credentials. A path or query is refused, because it would be ignored. */
export const readHttpProxy = (value: string): string => {
  const url = new URL(value)
  if (url.protocol !== 'http:' || url.pathname !== '/' || url.search || url.hash) throw new TypeError('no http proxy')
  return url.href
}

/** `10.0.0.1` is a range of one address. Short forms such as `10.1`, which ipaddr.js takes, are more likely typos. */
export const readCidr = (value: string): string => {
  const range = value.includes('/') ? value : `${value}/${value.includes(':') ? 128 : 32}`
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(range) && !ipaddr.IPv6.isValidCIDR(range)) throw new TypeError('no CIDR')
  return range
}

/** Refuses `/0`: if every address were a trusted proxy, every caller could claim any address. */
export const readProxyRanges = (value: string): string[] => {
  const ranges = readCommaList(value).map(readCidr)
  if (ranges.some((range) => /\/0+$/.test(range))) throw new TypeError('every address')
  return ranges
}

/** Schemes that lead to another site, a file or any program; http is for loopback alone, and needs no entry. */
export const neverRedirected = ['http', 'https', 'javascript', 'vbscript', 'data', 'file', 'blob', 'about', 'intent']

export const readSchemes = (value: string): string[] => {
  const named = readCommaList(value).map((scheme) => scheme.toLowerCase())
  if (named.some((scheme) => neverRedirected.includes(scheme))) throw new TypeError('no scheme of a native client')
  return named
}
