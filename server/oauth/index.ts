import type { Configuration } from '../configuration/configuration.ts'
import type { HttpRoute } from '../http/exchange.ts'
import { buildBrand } from '../pages/brand.ts'
import { logoRoute } from '../pages/logo.ts'
import { authorizeRoute } from './authorize.ts'
import { createClientAssertions } from './client-assertion.ts'
import { consentRoute } from './consent.ts'
import { metadataRoutes } from './metadata.ts'
import { ownGrantsRoutes } from './own-grants.ts'
import { createClientDocuments, noClientDocuments } from './protocol/client-documents.ts'
import type { OAuthParts } from './protocol/oauth-parts.ts'
import { registerRoute } from './register.ts'
import { revokeRoute } from './revoke.ts'
import { tokenRoute } from './token.ts'

/** The OAuth 2.1 authorization server, one file an endpoint. */
export const oauthRoutes = (
  base: Omit<OAuthParts, 'brand' | 'clientMetadata' | 'enterpriseIssuers' | 'redirectSchemes'> & {
    readonly configuration: Pick<
      Configuration,
      'brandName' | 'brandLogo' | 'brandColor' | 'clientMetadata' | 'enterpriseIssuers' | 'redirectSchemes'
    >
  },
): HttpRoute[] => {
  const { brandLogo, clientMetadata, enterpriseIssuers, redirectSchemes } = base.configuration
  const brand = buildBrand(base.configuration)
  const parts: OAuthParts = { ...base, clientMetadata, enterpriseIssuers, redirectSchemes, brand }
  const documents = clientMetadata ? createClientDocuments(parts) : noClientDocuments
  const assertionParts = { ...parts, fetcher: parts.documents.fetcher }
  const withAssertions = { ...parts, clientAssertions: createClientAssertions(assertionParts, documents) }
  return [
    ...metadataRoutes(parts),
    registerRoute(parts),
    authorizeRoute(parts, documents),
    consentRoute(parts, documents),
    tokenRoute(withAssertions),
    revokeRoute(withAssertions),
    ...ownGrantsRoutes(parts),
    ...(brandLogo ? [logoRoute(brandLogo)] : []),
  ]
}
