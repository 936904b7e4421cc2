import type { GrantRules } from '@patchbay/core/access'
import type { NewOAuthClient } from '@patchbay/core/store'
import { requireParameter } from '../../forms/read-form.ts'
import { describeResources, findAudience } from './audiences.ts'
import { type ClientDocuments, isDocumentUrl } from './client-documents.ts'
import { OAuthError } from './oauth-error.ts'
import type { OAuthParts } from './oauth-parts.ts'
import { matchRedirectUri, redirectUriFault, withParameters } from './redirect-uri.ts'
import { asksForIdentityAlone, readScope } from './scope.ts'

/** The client, and the URI to which the user's browser returns. Both are checked before anything is sent there. */
export interface AuthorizationClient {
  readonly client: NewOAuthClient
  /** The redirect URI as the client spelt it. */
  readonly redirectUri: string
  /** The address to which the browser returns: the registered URI, or on loopback the client's spelling with its port. */
  readonly returnTo: string
  readonly state: string | undefined
}

/** The request of the client. */
export interface AuthorizationRequest {
  readonly codeChallenge: string
  /** The access patterns that it asks for; `undefined`: it doesn't say. */
  readonly scope: GrantRules | undefined
  /** True if it asks for scopes about the user's identity and nothing else. */
  readonly isForIdentity: boolean
  readonly resource: string
}

/** The parameters that the page's form sends again, so that all of them are checked again. */
export const requestParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'scope',
] as const

/** A client may ask for every scope of the metadata, one by one. */
const findMaxLength = (name: string): number => (name === 'scope' ? 8192 : 2048)

const findClient = async (
  { store }: OAuthParts,
  documents: ClientDocuments,
  clientId: string,
  ip: string,
): Promise<NewOAuthClient> => {
  if (isDocumentUrl(clientId)) return documents.find(clientId, ip)
  const client = await store.oauthClients.find(clientId)
  if (client) return client
  throw new OAuthError(
    'invalid_client',
    'This application is not registered here, or its registration has been deleted',
  )
}

/** Throws OAuthError and GatewayError that only the user may see: a client isn't trusted before it is found. */
export const findAuthorizationClient = async (
  parts: OAuthParts,
  documents: ClientDocuments,
  parameters: ReadonlyMap<string, string>,
  ip: string,
): Promise<AuthorizationClient> => {
  const tooLong = requestParameters.find((name) => (parameters.get(name)?.length ?? 0) > findMaxLength(name))
  if (tooLong) {
    throw new OAuthError(
      'invalid_request',
      `The parameter ${tooLong} is longer than ${findMaxLength(tooLong)} characters`,
    )
  }
  const client = await findClient(parts, documents, requireParameter(parameters, 'client_id'), ip)
  const redirectUri = requireParameter(parameters, 'redirect_uri')
  const returnTo = matchRedirectUri(client.redirect_uris, redirectUri, parts.redirectSchemes)
  if (returnTo === undefined) {
    const fault = redirectUriFault(redirectUri, parts.redirectSchemes)
    throw new OAuthError(
      'invalid_request',
      fault ? `The redirect_uri ${fault}` : 'The application has not registered this redirect_uri',
    )
  }
  return { client, redirectUri, returnTo, state: parameters.get('state') }
}

/** Checks the request of a known client. Throws RequestError, which may be sent to the client. */
export const checkAuthorizationRequest = (
  { baseUrl, domains }: Pick<OAuthParts, 'baseUrl' | 'domains'>,
  parameters: ReadonlyMap<string, string>,
): AuthorizationRequest => {
  if (requireParameter(parameters, 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'The response_type must be code')
  }
  const codeChallenge = requireParameter(parameters, 'code_challenge')
  // RFC 7636, section 4.3: without the parameter the method would be `plain`.
  if (parameters.get('code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', 'The code_challenge_method must be S256')
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(codeChallenge)) {
    throw new OAuthError('invalid_request', 'The code_challenge must be a SHA-256 digest in base64url')
  }
  const base = baseUrl()
  const resource = findAudience(base, parameters.get('resource') ?? `${base}/mcp`)
  if (resource === undefined) throw new OAuthError('invalid_target', describeResources(base))
  const scope = parameters.get('scope')
  return { codeChallenge, scope: readScope(scope, domains), isForIdentity: asksForIdentityAlone(scope), resource }
}

/** The URL that brings an answer to the client, with the issuer (RFC 9207). */
export const buildAnswerUrl = (
  { returnTo, state }: AuthorizationClient,
  issuer: string,
  answer: { readonly code: string } | { readonly error: string; readonly error_description: string },
): string => withParameters(returnTo, { ...answer, state, iss: issuer })
