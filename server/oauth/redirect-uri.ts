/** Schemes that a browser runs, reads or hands to itself instead of opening an application. */
const refusedSchemes: ReadonlySet<string> = new Set(
  (
    'about blob chrome chrome-extension content data edge feed file filesystem ftp ftps intent jar javascript livescript ' +
    'mailto mocha moz-extension ms-appx ms-browser-extension res resource sms tel urn vbscript view-source ws wss'
  )
    .split(' ')
    .map((scheme) => `${scheme}:`),
)

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopbackHosts.has(hostname)

/**
 * What is wrong with a redirect URI that a client wants to register; `undefined`: nothing. It is https, http on
 * loopback, or an application's own scheme (RFC 8252, section 7).
 */
export const redirectUriFault = (uri: string): string | undefined => {
  const url = URL.parse(uri)
  if (!/^[\x21-\x7e]+$/.test(uri) || !url) return 'is not an absolute URI'
  if (uri.includes('#')) return 'must not have a fragment'
  if (url.username || url.password) return 'must not hold credentials'
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:') return isLoopback(url) ? undefined : 'must be https, or http on loopback'
  if (refusedSchemes.has(url.protocol)) return `must not have the scheme ${url.protocol}`
  return /^[a-z][a-z0-9+.-]*:\/[^\s]/i.test(uri) ? undefined : 'must have a path or a host behind its scheme'
}

const samePlace = (a: URL, b: URL): boolean =>
  a.hostname === b.hostname && a.pathname === b.pathname && a.search === b.search

/**
 * Where to return to: the registered URI that is exactly the requested one, or, on loopback, the requested one, which
 * may have another port (RFC 8252, section 7.3). `undefined`: nowhere.
 */
export const matchRedirectUri = (registered: readonly string[], requested: string): string | undefined => {
  if (registered.includes(requested)) return requested
  const url = URL.parse(requested)
  if (!url || !isLoopback(url) || redirectUriFault(requested) !== undefined) return undefined
  const matches = registered.some((uri) => {
    const known = URL.parse(uri)
    return known && isLoopback(known) && samePlace(known, url)
  })
  // As it was parsed and checked: another parser must not read it in another way.
  return matches ? url.href : undefined
}

/** How a person is told where a URI leads: `claude.ai`, `this computer`, or the application behind a scheme. */
export const placeOf = (uri: string): { readonly kind: 'site' | 'loopback' | 'application'; readonly name: string } => {
  const url = new URL(uri)
  if (isLoopback(url)) return { kind: 'loopback', name: url.host }
  return url.protocol === 'https:' ? { kind: 'site', name: url.host } : { kind: 'application', name: url.protocol }
}

/** The URI with further query parameters (RFC 6749, section 4.1.2); its own query stays as it is. */
export const withParameters = (uri: string, parameters: Readonly<Record<string, string | undefined>>): string => {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.set(name, value)
  return `${uri}${uri.includes('?') ? '&' : '?'}${added}`
}
