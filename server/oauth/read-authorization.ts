import type { GatewayError } from '@patchbay/core/errors'
import type { Reply } from '../http/exchange.ts'
import { type Asked, type AuthorizationClient, answerTo, checkAsked, findAsker } from './authorization-request.ts'
import { cannotAskPage, faultyRequestPage } from './authorize-page.ts'
import type { ClientDocuments } from './client-documents.ts'
import { type OAuthParts, Refusal } from './endpoint.ts'
import { inOAuthTerms, OAuthError } from './oauth-error.ts'

/** 303, so that a browser sends the form's content nowhere else (RFC 9700, section 4.12). */
export const redirect = (location: string): Reply => ({ status: 303, body: null, headers: { location } })

/** How a user is told why nothing can be asked. */
export const tellUser = (error: OAuthError | GatewayError): Reply => {
  const { code, headers } = inOAuthTerms(error)
  return { ...cannotAskPage(error.status, code, error.message, headers), log: { code: error.code } }
}

/** Where the browser takes an error to the client (OAuth 2.1, section 4.1.2.1). */
export const errorLocation = (asker: AuthorizationClient, issuer: string, error: OAuthError): string => {
  const { code, description } = inOAuthTerms(error)
  return answerTo(asker, issuer, { error: code, error_description: description })
}

export interface Authorization {
  readonly asker: AuthorizationClient
  readonly asked: Asked
}

/**
 * Checks an authorization request, all of it, at the page and again at its form. Throws what the user is
 * told until the client is known and its redirect URI is its own. From then on the client is told as well, but only by a link:
 * anybody can register a client, and a faulty request must not make the gateway's address lead to that client's site
 * (RFC 9700, section 4.11.2).
 */
export const readAuthorization = async (
  parts: OAuthParts,
  documents: ClientDocuments,
  parameters: ReadonlyMap<string, string>,
  ip: string,
): Promise<Authorization> => {
  const asker = await findAsker(parts, documents, parameters, ip)
  try {
    return { asker, asked: checkAsked(parts.baseUrl(), parameters) }
  } catch (thrown) {
    if (!(thrown instanceof OAuthError)) throw thrown
    const wayBack = errorLocation(asker, parts.baseUrl(), thrown)
    throw new Refusal(faultyRequestPage(asker, thrown, wayBack), thrown.code)
  }
}
