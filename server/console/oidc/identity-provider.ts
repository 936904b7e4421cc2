import { describeThrown } from '@patchbay/core/errors'
import { FetchError, type Fetcher } from '@patchbay/core/fetch'
import { clientBasic } from '@patchbay/core/refresh/authorization-server/client-basic'
import type { AuthorizationServer, ClientAuth, CustomFetchOptions, IDToken } from 'oauth4webapi'
import { confirmedSeconds } from '../../admin/route/session/session-check.ts'
import type { OidcClient } from '../../configuration/oidc.ts'
import type { Attempt } from './attempt.ts'
import { SignInRefusal } from './refusal.ts'

const maxBytes = 262_144
const timeoutMs = 5000
/** The time for which the metadata are trusted. The library reads the keys again after 5 minutes, and for a new key id. */
const metadataMs = 3_600_000

type Library = typeof import('oauth4webapi')
type Body = URLSearchParams | null | undefined

/** Loads the OAuth library, which a gateway without such sign-ins never needs. */
const library = (): Promise<Library> => import('oauth4webapi')

export interface IdentityProvider {
  /** The address at which the browser signs in. Throws SignInRefusal. */
  authorizationUrl(attempt: Attempt): Promise<string>
  /** The validated claims of the ID token that the provider gives for the browser's query. Throws SignInRefusal. */
  claimsFor(attempt: Attempt, callback: URLSearchParams): Promise<IDToken>
}

const unreachable = (why: string, cause?: unknown): SignInRefusal =>
  new SignInRefusal('unreachable', `The identity provider can't be reached: ${why}`, { cause })

/** The messages of the library name what is wrong, never a value. An error code of the provider is shown if it looks like one. */
const toRefusal = (oauth: Library, thrown: unknown): unknown => {
  if (thrown instanceof FetchError) return unreachable(thrown.message, thrown)
  if (thrown instanceof oauth.AuthorizationResponseError || thrown instanceof oauth.ResponseBodyError) {
    const code = /^\w{1,60}$/.test(thrown.error) ? thrown.error : 'an error'
    const problem = thrown instanceof oauth.AuthorizationResponseError ? 'denied' : 'invalid'
    return new SignInRefusal(problem, `The identity provider answered ${code}`, { cause: thrown })
  }
  const isRefusal = [
    oauth.OperationProcessingError,
    oauth.UnsupportedOperationError,
    oauth.WWWAuthenticateChallengeError,
  ].some((kind) => thrown instanceof kind)
  if (!isRefusal) return thrown
  return new SignInRefusal('invalid', `The identity provider's answer is refused: ${(thrown as Error).message}`, {
    cause: thrown,
  })
}

/** The default method of clients with a secret (OpenID Connect Discovery 1.0, section 3) goes first. */
const chooseClientAuth = (oauth: Library, { clientSecret }: OidcClient, metadata: AuthorizationServer): ClientAuth => {
  if (clientSecret === null) return oauth.None()
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') ? clientBasic(clientSecret) : oauth.ClientSecretPost(clientSecret)
}

/** Keeps the metadata for a while; those that could not be had are asked for again. */
const createLoadMetadata = (discover: () => Promise<AuthorizationServer>) => {
  let known: { readonly metadata: Promise<AuthorizationServer>; readonly until: number } | undefined
  return async (): Promise<AuthorizationServer> => {
    if (!known || known.until <= performance.now())
      known = { metadata: discover(), until: performance.now() + metadataMs }
    const asked = known
    try {
      return await asked.metadata
    } catch (error) {
      if (known === asked) known = undefined
      throw error instanceof SignInRefusal ? error : unreachable(describeThrown(error), error)
    }
  }
}

/** The issuer and what it says of itself (OpenID Connect Core 1.0, section 3.1, with PKCE). All requests go through `fetcher`. */
export const createIdentityProvider = (fetcher: Fetcher, oidc: OidcClient): IdentityProvider => {
  const client = { client_id: oidc.clientId }

  const send = async (url: string, options: CustomFetchOptions<'GET' | 'POST', Body>): Promise<Response> => {
    const { method, headers, body } = options
    const sent = body ? { headers, body: `${body}` } : { headers }
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetcher({ url, method, ...sent, signal, maxBytes, redirects: 'none' })
    if (answer.status >= 500) throw unreachable(`it answered ${answer.status}`)
    const bytes = answer.bytes.length === 0 ? null : (answer.bytes as Uint8Array<ArrayBuffer>)
    return new Response(bytes, { status: answer.status, headers: answer.headers })
  }
  /** The fetcher decides whether plain http is allowed. */
  const options = ({ allowInsecureRequests, customFetch }: Library) => ({
    [allowInsecureRequests]: true as const,
    [customFetch]: send,
  })

  const discover = async (): Promise<AuthorizationServer> => {
    const oauth = await library()
    const issuer = new URL(oidc.issuer)
    const response = await oauth.discoveryRequest(issuer, options(oauth))
    return oauth.processDiscoveryResponse(issuer, response)
  }

  const loadMetadata = createLoadMetadata(discover)

  const exchange = async (
    oauth: Library,
    attempt: Attempt,
    callback: URLSearchParams,
  ): Promise<IDToken | undefined> => {
    const metadata = await loadMetadata()
    const sent = oauth.validateAuthResponse(metadata, client, callback, attempt.state)
    const authentication = chooseClientAuth(oauth, oidc, metadata)
    const { redirectUri, verifier, nonce } = attempt
    const response = await oauth.authorizationCodeGrantRequest(
      ...([metadata, client, authentication, sent, redirectUri, verifier, options(oauth)] as const),
    )
    const checks = { expectedNonce: nonce, requireIdToken: true }
    const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, response, checks)
    await oauth.validateApplicationLevelSignature(metadata, response, options(oauth))
    return oauth.getValidatedIdTokenClaims(tokens)
  }

  return {
    async authorizationUrl(attempt) {
      const { authorization_endpoint } = await loadMetadata()
      const url = URL.parse(authorization_endpoint ?? '')
      if (!url || !/^https?:$/.test(url.protocol)) throw unreachable('its metadata have no authorization_endpoint')
      const challenge = await (await library()).calculatePKCECodeChallenge(attempt.verifier)
      const parameters = {
        response_type: 'code',
        client_id: oidc.clientId,
        redirect_uri: attempt.redirectUri,
        scope: oidc.scopes,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(attempt.isRenewal && { prompt: 'login', max_age: String(confirmedSeconds) }),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    async claimsFor(attempt, callback) {
      const oauth = await library()
      try {
        const claims = await exchange(oauth, attempt, callback)
        // The library looks at it only where there are several audiences (OpenID Connect Core 1.0, section 3.1.3.7).
        if (claims && (claims.azp === undefined || claims.azp === oidc.clientId)) return claims
      } catch (thrown) {
        throw toRefusal(oauth, thrown)
      }
      throw new SignInRefusal('invalid', 'The ID token was issued to another client')
    },
  }
}
