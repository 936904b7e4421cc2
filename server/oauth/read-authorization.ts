import type { GatewayError } from '@patchbay/core/errors'
import { EndpointRefusal } from '../forms/endpoint.ts'
import { RequestError } from '../forms/request-error.ts'
import type { Reply } from '../http/exchange.ts'
import { cannotAskPage, faultyRequestPage } from './pages/error-pages.ts'
import {
  type AuthorizationClient,
  type AuthorizationRequest,
  buildAnswerUrl,
  checkAuthorizationRequest,
  findAuthorizationClient,
} from './protocol/authorization-request.ts'
import type { ClientDocuments } from './protocol/client-documents.ts'
import { inOAuthTerms } from './protocol/oauth-error.ts'
import type { OAuthParts } from './protocol/oauth-parts.ts'

/** The page that tells a user why the authorization request can't be handled. */
export const renderErrorPage =
  ({ brand }: Pick<OAuthParts, 'brand'>) =>
  (error: RequestError | GatewayError): Reply => {
    const { code, headers } = inOAuthTerms(error)
    const { status, message } = error
    return { ...cannotAskPage(brand, { status, code, message }, headers), log: { code: error.code } }
  }

/** The URL by which the browser brings an error to the client (OAuth 2.1, section 4.1.2.1). */
export const errorLocation = (
  authorizationClient: AuthorizationClient,
  issuer: string,
  error: RequestError,
): string => {
  const { code, description } = inOAuthTerms(error)
  return buildAnswerUrl(authorizationClient, issuer, { error: code, error_description: description })
}

export interface Authorization {
  readonly authorizationClient: AuthorizationClient
  readonly request: AuthorizationRequest
}

/**
 * Checks a whole authorization request, for the page and again for its form. Until the client is found and the redirect URI is
 * known to be the client's, only the user sees errors. After that the client gets them too, but only if the user follows a link:
 * anybody can register a client, and a faulty request must not turn the gateway's address into a redirect to that client's site
 * (RFC 9700, section 4.11.2).
 */
export const readAuthorization = async (
  parts: OAuthParts,
  documents: ClientDocuments,
  parameters: ReadonlyMap<string, string>,
  ip: string,
): Promise<Authorization> => {
  const authorizationClient = await findAuthorizationClient(parts, documents, parameters, ip)
  try {
    return { authorizationClient, request: checkAuthorizationRequest(parts, parameters) }
  } catch (thrown) {
    if (!(thrown instanceof RequestError)) throw thrown
    const wayBack = errorLocation(authorizationClient, parts.baseUrl(), thrown)
    throw new EndpointRefusal(
      faultyRequestPage(parts.brand, authorizationClient, thrown, wayBack),
      thrown.code,
      thrown.message,
    )
  }
}
