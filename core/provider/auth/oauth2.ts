import type { Pointer } from '../answer/pages.ts'
import type { AccountEndpoint } from '../request/origin.ts'
import type { ReportedSetting } from './reported-setting.ts'
import type { Revocation } from './revocation.ts'

/** Scopes by the vendor's names, each with what it allows. */
export type Scopes = Readonly<Record<string, string>>

/** An answer by which a vendor's token endpoint says that a grant has ended. */
export interface TokenRefusal {
  /**
   * The answer's code, in whichever member: `error`, `errors[].code`, `status`.
   * @example code: 'unauthorized_client'
   */
  readonly code: string
  /**
   * A text in the sentence beside the code, where the code alone may mean something else.
   * @example says: 'refresh_token is invalid'
   */
  readonly says?: string
}

/** OAuth 2.0 bearer tokens (RFC 6749, RFC 6750): sent as `Authorization: Bearer <access_token>`. */
interface OAuth2Members {
  readonly kind: 'oauth2'
  /**
   * The vendor's token endpoint; an `endpoint` where it depends on the account's settings.
   * @example token: 'https://login.example.com/token'
   * @example token: endpoint`https://${'shop'}.example.com/token`
   */
  readonly token: string | AccountEndpoint
  /**
   * The client's authentication at the token endpoint: by HTTP Basic, or with its secret in the body (RFC 6749, section 2.3.1). Left
   * out: the gateway finds out, which some vendors count as a failed sign-in.
   * @example clientAuth: 'basic'
   */
  readonly clientAuth?: 'basic' | 'post'
  /**
   * The encoding of a token request's body, if the vendor wants something else than a form.
   * @example encoding: 'json'
   */
  readonly encoding?: 'json'
  /**
   * The vendor's words for a refresh token that has ended, if they mean something else by RFC 6749, section 5.2. The
   * standard's `invalid_grant` and what vendors commonly send instead of it needn't be listed.
   * @example refusals: [{ code: 'unauthorized_client', says: 'refresh_token is invalid' }]
   */
  readonly refusals?: readonly TokenRefusal[]
  /**
   * The header in which calls carry the access token as it is, where the vendor doesn't take `Authorization: Bearer`.
   * @example header: 'X-Access-Token'
   */
  readonly header?: string
  /**
   * The scopes that the actions need, each by the vendor's name with what it allows, in words for the person who is asked; `{}`:
   * none. With `client_credentials` they are the parameter `scope` of the token request, with `jwt_bearer` the claim `scope`.
   * @example scopes: { 'items.read': 'Read items', 'items.write': 'Add and change items' }
   */
  readonly scopes: Scopes
}

/** A person allows the access (RFC 6749, section 4.1); the account's seed holds the refresh token that came of it. */
export interface AuthorizationCode extends OAuth2Members {
  /**
   * Left out: `authorization_code`.
   * @example grant: 'authorization_code'
   */
  readonly grant?: 'authorization_code'
  /**
   * The vendor's authorization endpoint; an `endpoint` where it depends on the account's settings.
   * @example authorize: 'https://login.example.com/authorize'
   */
  readonly authorize: string | AccountEndpoint
  /**
   * The address for refresh tokens, if it isn't the token endpoint.
   * @example refresh: 'https://login.example.com/refresh'
   */
  readonly refresh?: string | AccountEndpoint
  /**
   * Further scopes, of which only those are asked for that the operator's application or a connect link names.
   * @example optionalScopes: { 'items.delete': 'Delete items' }
   */
  readonly optionalScopes?: Scopes
  /**
   * True if a refresh gives a new refresh token and ends the old one.
   * @example rotates: true
   */
  readonly rotates: boolean
  /**
   * The names by which the vendor's sign-in service says who it is (`iss`, RFC 9207), compared whole. `*` stands for one label of the
   * host or one segment of the path, and `{name}` for a setting. Left out: any on the authorization endpoint's host.
   * @example issuers: ['https://identity.example.com', 'https://*.login.example.com', 'https://login.example.com/{directory}/v2.0']
   */
  readonly issuers?: readonly string[]
  /**
   * True if the vendor takes PKCE with S256 (RFC 7636).
   * @example pkce: true
   */
  readonly pkce?: boolean
  /**
   * The separator of scopes in the authorization request; left out: a space (RFC 6749, section 3.3).
   * @example separator: ','
   */
  readonly separator?: ',' | ' '
  /**
   * The parameter of the authorization request that names the scopes; left out: `scope`.
   * @example scopeParameter: 'user_scope'
   */
  readonly scopeParameter?: string
  /**
   * Further parameters of the authorization request, the same for all accounts.
   * @example parameters: { access_type: 'offline' }
   */
  readonly parameters?: Readonly<Record<string, string>>
  /**
   * Further members of the request that exchanges the code, the same for all accounts.
   * @example exchangeParameters: { expiring: '1' }
   */
  readonly exchangeParameters?: Readonly<Record<string, string>>
  /**
   * The parameter by which the vendor signs the query with which the browser comes back: HMAC-SHA256 in hex, by the client's secret, of all
   * other parameters in the order of their names. A query that isn't signed so is refused.
   * @example callbackSignature: 'hmac'
   */
  readonly callbackSignature?: string
  /**
   * The place of the access token, the refresh token and the granted scopes in the token endpoint's answer, if not at its top: a JSON
   * pointer. An answer without an object there is read as usual.
   * @example tokenAt: '/authed_user'
   */
  readonly tokenAt?: Pointer
  /**
   * The place of the person who signed in, in the token endpoint's answer, if the probe's doesn't have it: a JSON pointer, or several.
   * @example identity: '/workspace_name'
   */
  readonly identity?: Pointer | readonly Pointer[]
  /**
   * The source of the person's name, in words that people recognise, if `identity` is just a number: an introspection endpoint
   * (RFC 7662) on the token endpoint's host, asked with the application's id and secret. It is only shown: accounts are told apart by
   * `identity`.
   * @example displayName: { introspect: '/oauth/introspect', at: ['/workspace_domain', '/email'] }
   */
  readonly displayName?: { readonly introspect: string; readonly at: Pointer | readonly Pointer[] }
  /**
   * Settings that nobody types, because the sign-in reports them: a parameter of the query with which the browser comes back, or a
   * JSON pointer into the answer of the token endpoint, or of a `read` with the new access token as a bearer token. A URL or a host there
   * is read by the provider's `origin`, and a word of the vendor's by `values`. Where the vendor has a `list` there, `answer` points into
   * each entry. One entry is taken; of several, the person chooses one by its `label`. `only` leaves out the entries that don't have these
   * texts. A setting that stands in the addresses of the sign-in is typed all the same, and must be the one that is reported.
   * @example tells: { company: { callback: 'realmId' } }
   * @example tells: { instance: { answer: '/instance_url' } }
   * @example tells: { host: { read: 'https://api.example.com/me', answer: '/region', values: { EU: 'api.eu', US: 'api' } } }
   * @example tells: { data_center: { read: 'https://login.example.com/metadata', answer: '/dc' } }
   * @example tells: { shop: { read: 'https://api.example.com/shops', list: { at: '/shops', label: '/name', only: { '/state': 'open' } }, answer: '/id' } }
   */
  readonly tells?: Readonly<Record<string, ReportedSetting>>
  /**
   * The name of what the tokens are for (RFC 8707), sent with every request of the sign-in and of refreshes: an MCP server wants its own URL.
   * @example resource: 'https://mcp.example.com/mcp'
   */
  readonly resource?: string
  /**
   * The endpoint at which the gateway registers itself (RFC 7591) when the first person connects, where no application is stored for the
   * provider.
   * @example registers: 'https://login.example.com/register'
   */
  readonly registers?: string
  /**
   * True if the vendor takes the address of a client's metadata document as the client's id (draft-ietf-oauth-client-id-metadata-document): the
   * gateway publishes one, where `BASE_URL` is https. It goes before `registers`.
   * @example clientDocument: true
   */
  readonly clientDocument?: boolean
  /**
   * The way in which access ends at the vendor when its account is deleted; left out: the vendor has no way, or one without a document.
   * @example revoke: { url: 'https://login.example.com/revoke' }
   */
  readonly revoke?: Revocation
}

/** The application itself has access (RFC 6749, section 4.4); the account's seed holds the client's id and secret. */
export interface ClientCredentials extends OAuth2Members {
  /**
   * The gateway asks for tokens with the client's id and secret alone.
   * @example grant: 'client_credentials'
   */
  readonly grant: 'client_credentials'
  /**
   * Further parameters of the token request, the same for all accounts.
   * @example parameters: { audience: 'https://api.example.com' }
   */
  readonly parameters?: Readonly<Record<string, string>>
}

/** The algorithms of assertions (RFC 7518, section 3.1; RFC 8037). */
export const assertionAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const

/** The claims that core itself writes into an assertion. */
export const assertionClaims = ['iss', 'sub', 'aud', 'exp', 'iat', 'jti', 'scope'] as const

/**
 * The gateway signs assertions (RFC 7523, section 2.1); the account's seed holds the private key, the issuer and the subject. Core
 * writes the claims `iss`, `sub`, `aud`, `exp`, `iat`, `jti` and `scope`.
 */
export interface JwtBearer extends OAuth2Members {
  /**
   * The gateway asks for tokens with an assertion that it signs.
   * @example grant: 'jwt_bearer'
   */
  readonly grant: 'jwt_bearer'
  /**
   * The algorithm that signs assertions: `RS256`, `RS384`, `RS512`, `PS256`, `ES256`, `ES384` or `EdDSA`.
   * @example algorithm: 'ES256'
   */
  readonly algorithm: (typeof assertionAlgorithms)[number]
  /**
   * The claim `aud`, where a seed doesn't name another; left out: the token endpoint.
   * @example audience: 'https://login.example.com'
   */
  readonly audience?: string
  /**
   * Further claims, the same for all accounts.
   * @example claims: { box_sub_type: 'enterprise' }
   */
  readonly claims?: Readonly<Record<string, string | number | boolean>>
  /**
   * Further parameters of the token request, the same for all accounts.
   * @example parameters: { resource: 'https://api.example.com' }
   */
  readonly parameters?: Readonly<Record<string, string>>
}

export type OAuth2 = AuthorizationCode | ClientCredentials | JwtBearer

/** The name of a grant; left out in a plugin, it is `authorization_code`. */
export type GrantName = NonNullable<OAuth2['grant']>

/** `Omit` of each form by itself: of a union, it keeps only the members that all forms have. */
type WithoutKind<T> = T extends unknown ? Omit<T, 'kind'> : never

/**
 * OAuth 2.0: the stored credential is an access token, which `POST /admin/seed-oauth` keeps alive. `grant` says how: by the refresh
 * token of a person who allowed the access, by the client's own id and secret, or by an assertion that the gateway signs.
 * @example auth: oauth2({ authorize: 'https://login.example.com/authorize', token: 'https://login.example.com/token', scopes: { read: 'Read items' }, rotates: false })
 * @example auth: oauth2({ grant: 'client_credentials', token: 'https://login.example.com/token', scopes: { read: 'Read items' } })
 * @example auth: oauth2({ grant: 'jwt_bearer', token: 'https://login.example.com/token', scopes: { read: 'Read items' }, algorithm: 'RS256' })
 */
export const oauth2 = (definition: WithoutKind<OAuth2>): OAuth2 => ({ kind: 'oauth2', ...definition })

/** The parameter or claim `scope` of a request that asks for scopes; empty where there are none. */
export const toScopeParameter = (scopes: Scopes | readonly string[], separator = ' '): { readonly scope?: string } => {
  const names = Array.isArray(scopes) ? scopes : Object.keys(scopes)
  return names.length === 0 ? {} : { scope: names.join(separator) }
}
