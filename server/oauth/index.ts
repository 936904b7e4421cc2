import type { Configuration } from '../configuration/configuration.ts'
import type { Route } from '../http/exchange.ts'
import { logoRoute } from '../pages/logo.ts'
import { brandOf } from '../pages/page.ts'
import { authorizeRoute } from './authorize.ts'
import { consentRoute } from './consent.ts'
import { metadataRoutes } from './metadata.ts'
import { ownGrantsRoutes } from './own-grants.ts'
import { createClientDocuments } from './protocol/client-documents.ts'
import type { OAuthParts } from './protocol/endpoint.ts'
import { registerRoute } from './register.ts'
import { revokeRoute } from './revoke.ts'
import { tokenRoute } from './token.ts'

/** The OAuth 2.1 authorization server, one file an endpoint. */
export const oauthRoutes = (
  base: Omit<OAuthParts, 'brand' | 'enterpriseIssuers'> & {
    readonly configuration: Pick<Configuration, 'brandName' | 'brandLogo' | 'enterpriseIssuers'>
  },
): Route[] => {
  const { brandLogo, enterpriseIssuers } = base.configuration
  const parts: OAuthParts = { ...base, enterpriseIssuers, brand: brandOf(base.configuration) }
  const documents = createClientDocuments(parts.documents, parts.limits)
  return [
    ...metadataRoutes(parts),
    registerRoute(parts),
    authorizeRoute(parts, documents),
    consentRoute(parts, documents),
    tokenRoute(parts),
    revokeRoute(parts),
    ...ownGrantsRoutes(parts),
    ...(brandLogo ? [logoRoute(brandLogo)] : []),
  ]
}
