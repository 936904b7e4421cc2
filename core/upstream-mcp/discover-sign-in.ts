import type { Fetcher } from '../fetch/index.ts'
import { isJsonObject } from '../provider/json-object.ts'

type Members = Readonly<Record<string, unknown>>

/** The facts about signing in that a server's metadata have. */
export interface SignInFacts {
  /** The name of the server for which tokens are (RFC 8707). */
  readonly resource: string
  readonly issuer: string
  readonly authorize: string
  readonly token: string
  readonly scopes: readonly string[]
  readonly takesPkce: boolean
  /** The authentication of clients at the token endpoint, if it takes none without a secret. */
  readonly clientAuth?: 'basic' | 'post'
  readonly revoke?: string
  /** The endpoint at which clients register themselves (RFC 7591). */
  readonly register?: string
  /** The address of a client's metadata document may be the client's id (draft-ietf-oauth-client-id-metadata-document). */
  readonly takesClientDocument?: true
}

const maxBytes = 256 * 1024

/** The URL of metadata beside a path (RFC 8414, section 3.1; RFC 9728, section 3.1). */
const wellKnown = (url: string, name: string): string => {
  const { origin, pathname } = new URL(url)
  return `${origin}/.well-known/${name}${pathname.replace(/\/+$/, '')}`
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The texts of a list. A text alone counts as a list of one. */
const texts = (value: unknown): string[] => [value].flat().filter((one) => typeof one === 'string')

/** A parameter and its value: in quotes of one kind or the other, or in none (RFC 9110, section 11.2; QwenLM/qwen-code#5343). */
const parameter = /([\w-]{1,100})\s*=\s*(?:"((?:[^"\\]|\\.){0,2000})"|'([^']{0,2000})'|([^\s,"']{1,2000}))/g

/** The values of a parameter of a challenge, which servers that stand behind others repeat. */
const challengeParameters = (challenge: string, name: string): readonly string[] =>
  [...challenge.matchAll(parameter)].flatMap(([, parameterName = '', quoted, single, bare]) =>
    parameterName.toLowerCase() === name ? (text(quoted?.replaceAll(/\\(.)/g, '$1') ?? single ?? bare) ?? []) : [],
  )

/** A parameter of a challenge. */
export const challengeParameter = (challenge: string, name: string): string | undefined =>
  challengeParameters(challenge, name)[0]

/** Reads a JSON object; `undefined`: there is none. */
const readMetadata = async (fetcher: Fetcher, url: string, signal: AbortSignal): Promise<Members | undefined> => {
  const headers = { accept: 'application/json' }
  const { status, bytes } = await fetcher({ url, method: 'GET', headers, signal, maxBytes, redirects: 'same-origin' })
  if (status !== 200) return undefined
  try {
    const metadata: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isJsonObject(metadata) ? metadata : undefined
  } catch {
    return undefined
  }
}

const firstOf = async (
  fetcher: Fetcher,
  urls: readonly string[],
  signal: AbortSignal,
  fits: (metadata: Members) => boolean,
): Promise<Members | undefined> => {
  for (const url of new Set(urls)) {
    const metadata = await readMetadata(fetcher, url, signal)
    if (metadata && fits(metadata)) return metadata
  }
  return undefined
}

/** True if a name of a resource covers the server: its own URL, or that of a path above it. */
const covers = (resource: unknown, url: string): boolean => {
  const [named, own] = [URL.parse(text(resource) ?? ''), new URL(url)]
  return named?.origin === own.origin && own.pathname.startsWith(named.pathname.replace(/\/+$/, ''))
}

/** The authentication of a client with a secret; `undefined`: the server takes clients without one, MCP's default. */
const readClientAuth = ({ token_endpoint_auth_methods_supported: all }: Members): SignInFacts['clientAuth'] => {
  const methods = texts(all)
  if (methods.length === 0 || methods.includes('none')) return undefined
  return methods.includes('client_secret_post') && !methods.includes('client_secret_basic') ? 'post' : 'basic'
}

/** Gives refresh tokens at an authorization server that knows it: a scope of that server, which no resource lists (SEP-2207). */
const staysConnected = 'offline_access'

const readAuthorizationServer = (
  metadata: Members,
  resource: string,
  scopes: readonly string[],
): SignInFacts | undefined => {
  const [issuer, authorize, token] = [metadata.issuer, metadata.authorization_endpoint, metadata.token_endpoint].map(
    text,
  )
  if (issuer === undefined || authorize === undefined || token === undefined) return undefined
  const methods = texts(metadata.code_challenge_methods_supported)
  const [revoke, register] = [metadata.revocation_endpoint, metadata.registration_endpoint].map(text)
  const clientAuth = readClientAuth(metadata)
  const stays = texts(metadata.scopes_supported).includes(staysConnected) ? [staysConnected] : []
  return {
    resource,
    issuer,
    authorize,
    token,
    scopes: [...new Set([...scopes, ...stays])],
    ...(clientAuth && { clientAuth }),
    // Entra and Cognito take it without saying so, and who doesn't know it ignores it (RFC 6749, section 3.1; anthropics/claude-ai-mcp#786).
    takesPkce: methods.length === 0 || methods.includes('S256'),
    ...(revoke !== undefined && { revoke }),
    ...(register !== undefined && { register }),
    ...(metadata.client_id_metadata_document_supported === true && { takesClientDocument: true }),
  }
}

/** The most places or servers of a list that are asked. */
const mostNamed = 5

/**
 * The places of a server's metadata as a resource (RFC 9728, section 3): those in its challenge, and those beside its
 * path.
 */
const placesOfResource = (url: string, challenge: string): readonly string[] => {
  const { origin } = new URL(url)
  // Two that stand one behind the other may each name a place (getsentry/sentry-mcp#939).
  const named = challengeParameters(challenge, 'resource_metadata').slice(0, mostNamed)
  return [
    ...named.filter((place) => URL.parse(place)?.origin === origin),
    wellKnown(url, 'oauth-protected-resource'),
    wellKnown(origin, 'oauth-protected-resource'),
  ]
}

/** The metadata of a server as a resource (RFC 9728). `undefined`: it has none that are its own. Rejects with FetchError. */
export const findResource = (
  fetcher: Fetcher,
  url: string,
  challenge: string,
  signal: AbortSignal,
): Promise<Members | undefined> =>
  firstOf(fetcher, placesOfResource(url, challenge), signal, (metadata) => covers(metadata.resource, url))

/**
 * Finds out how to sign in at a server, as its metadata say: those of the resource (RFC 9728), or without them, as in the first revision
 * that had sign-ins, those of an authorization server at the same origin. `challenge`: the server's `WWW-Authenticate`. `undefined`: they
 * say nothing that can be used. Rejects with FetchError.
 */
export const discoverSignIn = async (
  fetcher: Fetcher,
  url: string,
  challenge: string,
  signal: AbortSignal,
): Promise<SignInFacts | undefined> => {
  const resource = await findResource(fetcher, url, challenge, signal)
  const named = texts(resource?.authorization_servers).filter((issuer) => URL.canParse(issuer))
  const scopes = challengeParameter(challenge, 'scope')?.split(' ') ?? texts(resource?.scopes_supported)
  for (const issuer of named.length > 0 ? named.slice(0, mostNamed) : [new URL(url).origin]) {
    const server = await findServer(fetcher, issuer, signal)
    const facts = server && readAuthorizationServer(server, text(resource?.resource) ?? url, scopes)
    if (facts) return facts
  }
  return undefined
}

/** The metadata of an authorization server, beside its path or behind it. */
const findServer = (fetcher: Fetcher, issuer: string, signal: AbortSignal): Promise<Members | undefined> => {
  const bare = issuer.replace(/\/+$/, '')
  return firstOf(
    fetcher,
    [
      wellKnown(issuer, 'oauth-authorization-server'),
      wellKnown(issuer, 'openid-configuration'),
      `${bare}/.well-known/openid-configuration`,
      // Okta's place, although RFC 8414 says otherwise.
      `${bare}/.well-known/oauth-authorization-server`,
    ],
    signal,
    // RFC 8414, section 3.3: else anybody could speak for that issuer.
    (metadata) => text(metadata.issuer)?.replace(/\/+$/, '') === bare,
  )
}
