/**
 * Schemes without a dot that well-known MCP clients use: their own, and those of editors made of VS Code, whose extensions (Cline, Roo
 * Code) return to the editor that they run in.
 */
const knownSchemes = [
  'antigravity',
  'claude',
  'cursor',
  'kiro',
  'raycast',
  'trae',
  'vscode',
  'vscode-insiders',
  'vscodium',
  'warp',
  'windsurf',
  'zed',
] as const

/** Schemes that belong to the operating system: they open settings, manuals or the camera. */
const isOfTheSystem = (scheme: string): boolean => /^(ms-|x-|microsoft\.|com\.(apple|android)\.)/.test(scheme)

/**
 * An application's own scheme must be its maker's domain name backwards (RFC 8252, section 7.1). A scheme without a dot could
 * belong to any program on the device, even to one that runs commands from links (`ms-msdt`, `search-ms`, `shell`).
 */
const schemeFault = (scheme: string, operatorSchemes: readonly string[]): string | undefined => {
  if ((knownSchemes as readonly string[]).includes(scheme) || operatorSchemes.includes(scheme)) return undefined
  if (scheme.includes('.') && !isOfTheSystem(scheme)) return undefined
  return `must not have the scheme ${scheme}: (use https, http on loopback, or your domain name backwards, like com.example.app:; the operator can add schemes with REDIRECT_SCHEMES)`
}

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopbackHosts.has(hostname)

/**
 * The fault of a redirect URI that a client wants to register; `undefined`: there is none. The URI must be https, http on loopback,
 * or have an application's own scheme (RFC 8252, section 7) or one that the operator added.
 */
export const redirectUriFault = (uri: string, operatorSchemes: readonly string[]): string | undefined => {
  const url = URL.parse(uri)
  if (!/^[\x21-\x7e]+$/.test(uri) || !url) return 'is not an absolute URI'
  if (uri.includes('#')) return 'must not have a fragment'
  if (url.username || url.password) return 'must not hold credentials'
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:') return isLoopback(url) ? undefined : 'must be https, or http on loopback'
  const fault = schemeFault(url.protocol.slice(0, -1), operatorSchemes)
  if (fault) return fault
  return /^[a-z][a-z0-9+.-]*:\/[^\s]/i.test(uri) ? undefined : 'must have a path or a host behind its scheme'
}

const samePlace = (a: URL, b: URL): boolean =>
  a.hostname === b.hostname && a.pathname === b.pathname && a.search === b.search

/**
 * The URI to return to: the requested URI if it is registered, or if it is on loopback and differs from a registered URI only by
 * its port (RFC 8252, section 7.3). `undefined` if none matches.
 */
export const matchRedirectUri = (
  registered: readonly string[],
  requested: string,
  operatorSchemes: readonly string[],
): string | undefined => {
  // Checked again, because the URI may have been registered before a rule was added.
  if (redirectUriFault(requested, operatorSchemes) !== undefined) return undefined
  if (registered.includes(requested)) return requested
  const url = URL.parse(requested)
  if (!url || !isLoopback(url)) return undefined
  const matches = registered.some((uri) => {
    const own = URL.parse(uri)
    return own && isLoopback(own) && samePlace(own, url)
  })
  // The URI as it was parsed and checked: another parser might read the text differently.
  return matches ? url.href : undefined
}

/** The target of a URI in words: `claude.ai`, `this computer`, or the application of a scheme. */
export const describeRedirectTarget = (
  uri: string,
): { readonly kind: 'site' | 'loopback' | 'application'; readonly name: string } => {
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
