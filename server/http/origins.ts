import { GatewayError } from '@patchbay/core/errors'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { Configuration } from '../configuration/configuration.ts'

export interface OriginCheck {
  /** Prevents DNS rebinding: throws FORBIDDEN when the server is bound to loopback and `Host` names another machine. */
  checkHost(host: string | null): void
  /**
   * The CORS headers for the answer to a request with this `Origin`; `undefined`: it has no `Origin`. Throws FORBIDDEN for an
   * origin that isn't allowed.
   */
  corsHeaders(origin: string | null): Readonly<Record<string, string>> | undefined
  /** Like `corsHeaders`, for the answer to a preflight (Fetch standard, section 3.2.2). */
  preflightHeaders(origin: string | null): Readonly<Record<string, string>>
}

/** True if a host, as `URL.hostname` spells it, is this machine (RFC 6761, section 6.3). */
const isLoopback = (hostname: string): boolean => {
  const name = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback'
}

const parseHostname = (url: string): string => URL.parse(url)?.hostname ?? ''

/** True if clients reach the gateway on this machine only. Without a BASE_URL it is http://localhost:<port>. */
export const isLoopbackUrl = (baseUrl: string | null): boolean => baseUrl === null || isLoopback(parseHostname(baseUrl))

/** The URL of a request by its `Host`: browsers keep `Secure` cookies from plain http, but for this machine. */
export const loopbackOrHttps = (headers: Headers): string => {
  const host = headers.get('host') ?? ''
  return `${isLoopback(parseHostname(`http://${host}`)) ? 'http' : 'https'}://${host}`
}

/** Headers that scripts of other origins may read, in addition to the few that CORS always exposes. */
const exposed =
  'x-request-id, retry-after, ratelimit, ratelimit-policy, www-authenticate, mcp-session-id, idempotency-replayed, location'
/** `*` would not cover `authorization` (Fetch standard, section 3.2.4). */
const requestHeaders =
  'authorization, content-type, content-encoding, x-file-name, cache-control, idempotency-key, x-repeat, x-request-id, accept, ' +
  'last-event-id, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, prefer, traceparent, tracestate, baggage'

const preflight = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': requestHeaders,
  'access-control-max-age': '600',
}

/** Headers for paths that any page may call, without cookies. */
export const anyOriginHeaders = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed }
export const anyOriginPreflightHeaders = { ...anyOriginHeaders, ...preflight }

/**
 * Decides which hosts and browser origins may call `/api/v1` and `/mcp`: that of `BASE_URL`, every loopback origin while
 * `BASE_URL` is loopback, and those of `ALLOWED_ORIGINS`. There are no cookies, so CORS credentials are never allowed.
 */
export const createOriginCheck = ({
  host,
  baseUrl,
  allowedOrigins,
}: Pick<Configuration, 'host' | 'baseUrl' | 'allowedOrigins'>): OriginCheck => {
  const boundToLoopback = isLoopback(host)
  const baseIsLoopback = isLoopbackUrl(baseUrl)
  const baseHostname = parseHostname(baseUrl ?? 'http://localhost')
  const allowed = new Set(allowedOrigins)

  const isAllowed = (origin: string): boolean => {
    if (allowed.has('*') || allowed.has(origin) || origin === baseUrl) return true
    const url = URL.parse(origin)
    return baseIsLoopback && url?.origin === origin && isLoopback(url.hostname)
  }

  const corsHeaders = (origin: string | null): Readonly<Record<string, string>> | undefined => {
    if (origin === null) return undefined
    if (!isAllowed(origin)) {
      throw new GatewayError(
        'FORBIDDEN',
        'Requests from this origin are not allowed; the operator can add it to ALLOWED_ORIGINS',
      )
    }
    return { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed, vary: 'Origin' }
  }

  const isOurs = (host: string): boolean => {
    const hostname = parseHostname(`http://${host}`)
    return isLoopback(hostname) || hostname === baseHostname
  }
  /** Clients send one or two different hosts, and parsing a host is the most expensive part of the check. */
  const ours = new LRUCache<string, true>({ max: 100 })

  return {
    checkHost(host) {
      if (!boundToLoopback || host === null || ours.has(host)) return
      if (isOurs(host)) {
        ours.set(host, true)
        return
      }
      throw new GatewayError(
        'FORBIDDEN',
        'This server listens on loopback only and does not answer to this Host; to change that, set BASE_URL',
      )
    },
    corsHeaders,
    preflightHeaders: (origin) => ({ ...corsHeaders(origin), ...preflight }),
  }
}
