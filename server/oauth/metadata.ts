import { type HttpRoute, json } from '../http/exchange.ts'
import { jwtBearerType } from './grants/grant.ts'
import type { OAuthParts } from './protocol/oauth-parts.ts'
import { publicAlgorithms } from './protocol/remote-keys.ts'
import { scopesSupported } from './protocol/scope.ts'

type MetadataParts = Pick<OAuthParts, 'baseUrl' | 'brand' | 'clientMetadata' | 'domains' | 'enterpriseIssuers'>

/** The profile of the JWT bearer grant that is supported (draft-ietf-oauth-identity-assertion-authz-grant). */
const grantProfile = 'urn:ietf:params:oauth:grant-profile:id-jag'

/** Says where to get tokens for a resource (RFC 9728, section 2). */
const protectedResource = (issuer: string, resource: string, { brand, domains }: MetadataParts) => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: scopesSupported(domains),
  bearer_methods_supported: ['header'],
  resource_name: brand.name,
})

const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post']

/** The ways in which clients authenticate at an endpoint; those with a metadata document may sign assertions (RFC 8414, section 2). */
const authentication = (endpoint: string, clientMetadata: boolean) => ({
  [`${endpoint}_auth_methods_supported`]: [...clientAuthMethods, ...(clientMetadata ? ['private_key_jwt'] : [])],
  ...(clientMetadata && { [`${endpoint}_auth_signing_alg_values_supported`]: publicAlgorithms }),
})

/** The authorization server's metadata (RFC 8414, section 2), with the members of RFC 9207 and of client ID metadata documents. */
const authorizationServer = (issuer: string, { clientMetadata, domains, enterpriseIssuers }: MetadataParts) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  scopes_supported: scopesSupported(domains),
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: [
    'authorization_code',
    'refresh_token',
    ...(enterpriseIssuers.length > 0 ? [jwtBearerType] : []),
  ],
  ...(enterpriseIssuers.length > 0 && { authorization_grant_profiles_supported: [grantProfile] }),
  ...authentication('token_endpoint', clientMetadata),
  ...authentication('revocation_endpoint', clientMetadata),
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  ...(clientMetadata && { client_id_metadata_document_supported: true }),
})

/**
 * `GET /.well-known/*`: a client begins here after a 401. Some clients append the well-known path to the endpoint's, instead of
 * putting it before that (RFC 9728, section 3.1; cloudflare/mcp-server-cloudflare#257).
 */
export const metadataRoutes = (parts: MetadataParts): HttpRoute[] =>
  (
    [
      ['/.well-known/oauth-protected-resource', (base) => protectedResource(base, base, parts)],
      ['/.well-known/oauth-protected-resource/mcp', (base) => protectedResource(base, `${base}/mcp`, parts)],
      ['/mcp/.well-known/oauth-protected-resource', (base) => protectedResource(base, `${base}/mcp`, parts)],
      ['/.well-known/oauth-authorization-server', (base) => authorizationServer(base, parts)],
    ] satisfies [path: string, metadata: (base: string) => object][]
  ).map(([path, metadata]) => ({
    method: 'GET',
    answersHead: true,
    path,
    handle: () => json(metadata(parts.baseUrl())),
  }))
