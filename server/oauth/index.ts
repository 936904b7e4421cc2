import type { Route } from '../http/exchange.ts'
import { authorizeRoute } from './authorize.ts'
import { createClientDocuments } from './client-documents.ts'
import { consentRoute } from './consent.ts'
import type { OAuthParts } from './endpoint.ts'
import { metadataRoutes } from './metadata.ts'
import { registerRoute } from './register.ts'
import { revokeRoute } from './revoke.ts'
import { tokenRoute } from './token.ts'

/** The OAuth 2.1 authorization server, one file an endpoint. */
export const oauthRoutes = (parts: OAuthParts): Route[] => {
  const documents = createClientDocuments(parts.documents, parts.limits)
  return [
    ...metadataRoutes(parts.baseUrl),
    registerRoute(parts),
    authorizeRoute(parts, documents),
    consentRoute(parts, documents),
    tokenRoute(parts),
    revokeRoute(parts),
  ]
}
