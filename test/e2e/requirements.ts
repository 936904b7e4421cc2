/** One thing that the gateway promises its users, and that a test must show. */
export interface Requirement {
  /** Stands in the title of each test that shows it, in square brackets. */
  readonly id: string
  /** The chapter of the requirements that it belongs to: 2 data, 3 states, 4 endpoints, 5 authentication, 7 errors, 8 limits, 9 versions. */
  readonly section: string
  readonly text: string
}

const section = (number: string, rows: Readonly<Record<string, string>>): Requirement[] =>
  Object.entries(rows).map(([name, text]) => ({ id: `${number}-${name}`, section: number, text }))

/** Every requirement, chapter by chapter. */
export const requirements: readonly Requirement[] = [
  ...section('2.1', {
    name: 'name: the display name of the tenant',
    status: 'status: active or suspended',
    providers: 'providers: a map from provider name to a provider entry',
    accounts: 'providers.<provider>.accounts: each has id and label',
    default: 'providers.<provider>.default: the id of the default account',
  }),
  ...section('2.2', {
    register: 'a tenant token is registered with tenant_id and token',
    hash: 'only a SHA-256 hash of the token is stored',
  }),
  ...section('2.3', {
    'access-token': 'access_token: the provider credential',
    'expires-at': 'expires_at: Unix seconds',
    'token-type': 'token_type: Bearer',
  }),
  ...section('2.4', {
    'tenant-id': 'tenant_id of an OAuth seed',
    provider: 'provider of an OAuth seed',
    'account-id': 'account_id of an OAuth seed',
    'client-id': 'client_id of an OAuth seed',
    'client-secret': 'client_secret of an OAuth seed',
    'token-endpoint': 'token_endpoint of an OAuth seed',
    'refresh-token': 'refresh_token of an OAuth seed',
  }),
  ...section('2.5', {
    success: 'success: true on success',
    status: 'status: the HTTP status',
    data: "data: the provider's response",
    cache: 'cache: MISS marks a response not served from cache',
  }),
  ...section('2.6', {
    error: 'error: a human-readable description',
    code: 'code: one of section 7',
    status: 'status: the HTTP status',
  }),
  ...section('2.7', {
    status: 'status: healthy',
    services: 'services: kv and d1, each up',
    tokens: 'tokens: total, expiring_soon, expired',
    providers: 'providers: how many are registered',
  }),
  ...section('2.8', {
    audit: 'audit entries carry tenant, action, source and key',
    suggestions: 'suggestions have an id and can be marked resolved',
  }),
  ...section('3', {
    'tenant-suspended': 'a suspended tenant is refused',
    'token-expiry': 'a token past expires_at is refused, and counted in the health report',
    'suggestion-resolved': 'a suggestion can be marked resolved',
  }),
  ...section('4.1', {
    proxy: 'POST /api/v1/<tenant>/<domain>',
    health: 'GET /health',
    mcp: 'POST /mcp',
    tenant: 'path parameter tenant: the tenant id',
    domain: 'path parameter domain: a registered API domain',
    'body-action': 'body: action names what to do',
    'body-object-type': 'body: object_type of a search',
    'body-filters': 'body: filters of propertyName, operator, value',
    'mcp-transport': 'MCP over Streamable HTTP, JSON-RPC 2.0, Dynamic Client Registration, OAuth 2.1 with PKCE',
  }),
  ...section('4.2', {
    register: 'POST /oauth/register',
    authorize: 'GET /oauth/authorize',
    exchange: 'an authorization code is exchanged for an access token',
  }),
  ...section('4.3', {
    'get-tenant': 'GET /admin/tenants/<tenant_id>',
    'put-tenant': 'PUT /admin/tenants/<tenant_id>',
    'post-auth': 'POST /admin/auth',
    'put-token': 'PUT /admin/tokens/<tenant_id>/<provider>/<account_id>',
    'seed-oauth': 'POST /admin/seed-oauth',
    'get-usage': 'GET /admin/usage/<tenant_id>',
    'put-billing': 'PUT /admin/billing/<tenant_id>',
    'get-audit': 'GET /admin/audit with tenant, action, source, key, since, limit',
    'get-audit-stats': 'GET /admin/audit/stats',
    'get-suggestions': 'GET /admin/suggestions',
    'resolve-suggestion': 'PUT /admin/suggestions/<suggestion_id>/resolve',
    'run-cron': 'POST /admin/run-cron',
    'system-health': 'GET /admin/system-health',
  }),
  ...section('5.1', {
    header: 'Authorization: Bearer <TENANT_TOKEN>',
    static: 'a registered token resolves by its SHA-256 to a tenant and a status',
    oauth: 'an OAuth-issued access token is accepted',
    'health-open': 'GET /health needs no authentication',
    'api-closed': 'all /api/v1 endpoints need a tenant token',
    refused: 'an invalid or missing token is AUTH_FAILED, 401',
  }),
  ...section('5.2', {
    registers: 'the client registers itself',
    authorizes: 'the user authenticates with the tenant token',
    code: 'the gateway issues a code, exchanged for an access token',
    lifetime: 'the access token is valid for 90 days',
    pkce: 'PKCE with S256',
  }),
  ...section('5.3', {
    header: 'x-admin-key: <ADMIN_KEY>',
    hash: 'the key is validated against the SHA-256 in ADMIN_API_KEY',
  }),
  ...section('5.4', {
    'account-id': 'account_id selects one of several accounts',
    choose: 'several accounts and no account_id: an error that lists them',
  }),
  ...section('7', {
    'auth-failed': 'AUTH_FAILED 401',
    'tenant-not-found': 'TENANT_NOT_FOUND 404',
    'tenant-suspended': 'TENANT_SUSPENDED 403',
    'config-missing': 'CONFIG_MISSING 404',
    'token-missing': 'TOKEN_MISSING 404',
    'token-expired': 'TOKEN_EXPIRED 401',
    'upstream-error': 'UPSTREAM_ERROR, status varies',
    'validation-error': 'VALIDATION_ERROR 400',
    'rate-limited': 'RATE_LIMITED 429',
    timeout: 'TIMEOUT 504',
  }),
  ...section('8', {
    'rate-limit': '30 requests a minute and IP address',
    registrations: '5 client registrations an hour and IP address',
    duration: '30 seconds a request',
    'oauth-lifetime': 'OAuth-issued access tokens live 90 days',
    'token-length': 'a tenant token has at least 16 characters',
  }),
  ...section('9', {
    v1: 'the REST proxy path carries /api/v1',
    mcp: 'the MCP endpoint follows MCP, JSON-RPC 2.0, OAuth 2.1 with PKCE and RFC 7591',
  }),
]

/** Rows of later work. A test that shows one of them already is an error: the row leaves this list with it. */
export const pending: readonly { readonly id: string; readonly reason: string }[] = []
