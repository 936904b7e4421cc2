import { parseAllowedHosts } from '@patchbay/core/fetch'
import { parseKeys } from '@patchbay/core/vault'
import Type from 'typebox'
import { webhookKey } from '../webhooks/index.ts'
import { type Logo, readLogo } from './brand-logo.ts'
import { type Crons, parseCrons } from './crons.ts'
import { defaultCrons } from './default-crons.ts'
import { enterpriseIssuersSchema, parseEnterpriseIssuers } from './enterprise-issuers.ts'
import { oidcRolesSchema } from './oidc.ts'
import {
  neverRedirected,
  readCidr,
  readCommaList,
  readHttpOrigin,
  readHttpProxy,
  readInteger,
  readProxyRanges,
  readSchemes,
  readSwitch,
  takeText,
} from './read-value.ts'
import { bytes, orUnset, perAddress, type Variable, variable } from './variable.ts'

/** The URI must name a database, because hardly anybody wants the driver's default, `test`. The driver checks the rest. */
const mongodbUri = '^mongodb(\\+srv)?://[^/?#\\s]+/[^/?#\\s.$"\\\\]{1,63}(\\?\\S*)?$'

const defaultsShown = Object.entries(defaultCrons)
  .map(([name, cron]) => `${name} \`${cron}\``)
  .join(', ')

const hostPattern = '^[A-Za-z0-9.:_-]{1,253}$'
const sha256Hex = '^[0-9a-f]{64}$'
const originPattern = '^https?://[^/?#@\\s]+$'

/** Every variable that the server reads, by the member of `Configuration` that it becomes. */
export const variables = {
  port: variable({
    name: 'PORT',
    fallback: '3000',
    meaning: 'the port that the gateway listens on; with 0 it takes a free port, and the start prints the URL',
    allowed: 'a whole number from 0 to 65535',
    schema: Type.Integer({ minimum: 0, maximum: 65_535 }),
    read: readInteger,
  }),
  host: variable({
    name: 'HOST',
    fallback: '127.0.0.1',
    meaning: 'the address that the gateway listens on (`0.0.0.0` in the image)',
    allowed: 'an IP address or a host name',
    schema: Type.String({ pattern: hostPattern }),
    read: takeText,
  }),
  adminPort: variable({
    name: 'ADMIN_PORT',
    fallback: null,
    unset: 'none: the same listener',
    meaning:
      'the port of a separate listener for `/admin`, `/console` and `/metrics`, which `PORT` then does not serve',
    allowed: 'a whole number from 0 to 65535',
    schema: orUnset(Type.Integer({ minimum: 0, maximum: 65_535 })),
    read: readInteger,
  }),
  adminHost: variable({
    name: 'ADMIN_HOST',
    fallback: null,
    unset: '`127.0.0.1` where `ADMIN_PORT` is set',
    meaning: 'the address of the listener of `ADMIN_PORT`',
    allowed: 'an IP address or a host name',
    schema: orUnset(Type.String({ pattern: hostPattern })),
    read: takeText,
  }),
  baseUrl: variable({
    name: 'BASE_URL',
    fallback: null,
    unset: '`http://localhost:<port>`',
    meaning: 'the gateway as clients see it; the issuer and audience of access tokens',
    allowed: 'an http or https origin without a path, e.g. https://gateway.example.com',
    schema: orUnset(Type.String({ pattern: originPattern })),
    read: readHttpOrigin,
  }),
  brandName: variable({
    name: 'BRAND_NAME',
    fallback: 'Patchbay',
    meaning: 'the name of this gateway on pages for people, e.g. that of your organization',
    allowed: '1 to 60 characters on one line',
    schema: Type.String({ pattern: '^[^\\p{C}\\p{Zl}\\p{Zp}]{1,60}$' }),
    read: takeText,
  }),
  brandLogo: variable({
    name: 'BRAND_LOGO',
    fallback: null,
    unset: 'none',
    meaning: 'the path of a logo for pages for people; it is read once, at the start',
    allowed: 'the path of a PNG, SVG or WebP file of at most 256 KiB',
    schema: orUnset(Type.Unsafe<Logo>(Type.Object({ contentType: Type.String() }))),
    read: readLogo,
  }),
  brandColor: variable({
    name: 'BRAND_COLOR',
    fallback: null,
    unset: 'that of Patchbay',
    meaning:
      'the colour of buttons and links on pages for people; where it could not be read on its ground, a darker or lighter shade of it',
    allowed: 'a colour as # and six hexadecimal digits, e.g. #0a7c4a',
    schema: orUnset(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
    read: (value) => value.toLowerCase(),
  }),
  mongodbUri: variable({
    name: 'MONGODB_URI',
    fallback: null,
    unset: 'none: the embedded store',
    meaning: 'a MongoDB database on a replica set or mongos, which any number of gateways may share',
    allowed:
      'a MongoDB connection string that names the database: mongodb://<host>/patchbay?replicaSet=<name> or mongodb+srv://<host>/patchbay',
    secret: true,
    schema: orUnset(Type.String({ pattern: mongodbUri })),
    read: takeText,
  }),
  dataDir: variable({
    name: 'DATA_DIR',
    fallback: './data',
    meaning: 'the folder of the embedded store and its key file; a copy of both gives the secrets away',
    allowed: 'the path of a folder',
    schema: Type.String({ pattern: '^[^\\u0000]+$' }),
    read: takeText,
  }),
  pluginsDir: variable({
    name: 'PLUGINS_DIR',
    fallback: null,
    unset: 'none',
    meaning:
      'a folder of plugins of your own, each in a folder with its package.json (`docs/provider-packages.md`); they are trusted code',
    allowed: 'the path of a folder',
    schema: orUnset(Type.String({ pattern: '^[^\\u0000]+$' })),
    read: takeText,
  }),
  adminKeyHashes: variable({
    name: 'ADMIN_API_KEY',
    fallback: null,
    unset: 'made at the first start; with `MONGODB_URI` required',
    meaning:
      "the SHA-256 of the admin key, in hex (not the key itself); several are separated by commas; each is an owner's key",
    allowed:
      'the SHA-256 of the admin key, 64 hex digits, or several separated by commas: printf %s "<key>" | sha256sum',
    secret: true,
    schema: orUnset(Type.Array(Type.String({ pattern: sha256Hex }), { minItems: 1 })),
    read: (value) => readCommaList(value.toLowerCase()),
  }),
  vaultKeys: variable({
    name: 'PATCHBAY_KEYS',
    fallback: null,
    unset: 'made at the first start; with `MONGODB_URI` required',
    meaning: 'the keys that seal secrets: `kid:base64url(32 bytes)`, comma-separated; the first one seals, any opens',
    allowed: 'kid:base64url(32 bytes), comma-separated, each kid once',
    secret: true,
    schema: orUnset(Type.String()),
    read: (value) => parseKeys(value) && value,
  }),
  trustedProxies: variable({
    name: 'TRUSTED_PROXIES',
    fallback: '',
    unset: 'none',
    meaning: 'proxies whose `X-Forwarded-For` is believed, comma-separated',
    allowed: 'IP addresses or CIDR ranges other than /0, comma-separated, e.g. 10.0.0.0/8,2001:db8::/32',
    schema: Type.Array(Type.String()),
    read: readProxyRanges,
  }),
  sharedNetworks: variable({
    name: 'SHARED_NETWORKS',
    fallback: '',
    unset: 'none',
    meaning:
      'networks in which many users share an address, comma-separated, e.g. those of hosted clients: calls are counted by token there',
    allowed: 'IP addresses or CIDR ranges, comma-separated, e.g. 192.0.2.0/24,2001:db8::/32',
    schema: Type.Array(Type.String()),
    read: (value) => readCommaList(value).map(readCidr),
  }),
  allowedOrigins: variable({
    name: 'ALLOWED_ORIGINS',
    fallback: '',
    unset: 'none',
    meaning: 'origins of browser clients in addition to that of `BASE_URL`, comma-separated, or `*`',
    allowed: 'http or https origins without a path, comma-separated, or *',
    schema: Type.Array(Type.Union([Type.Literal('*'), Type.String({ pattern: originPattern })])),
    read: (value) => (value === '*' ? ['*'] : readCommaList(value).map(readHttpOrigin)),
  }),
  callsPerMinute: perAddress(
    'CALLS_PER_MINUTE',
    '30',
    'calls a minute over `/api/v1` and `/mcp`, where neither the token nor its tenant has `calls_per_minute`',
  ),
  registrationsPerHour: perAddress('REGISTRATIONS_PER_HOUR', '5', 'client registrations an hour'),
  failedLoginsPerMinute: perAddress(
    'FAILED_LOGINS_PER_MINUTE',
    '10',
    'failed admin keys, sign-ins to the console, tenant tokens, tokens pasted at the authorize page and client secrets a minute, each counted apart',
  ),
  requestTimeoutMs: variable({
    name: 'REQUEST_TIMEOUT_MS',
    fallback: '30000',
    meaning: 'the deadline of a call, in milliseconds',
    allowed: 'milliseconds, a whole number from 100 to 30000',
    schema: Type.Integer({ minimum: 100, maximum: 30_000 }),
    read: readInteger,
  }),
  stopDelayMs: variable({
    name: 'STOP_DELAY_MS',
    fallback: '0',
    meaning:
      'how long a stopping gateway answers 503 at `/health` but still takes calls, in milliseconds: the time that load balancers need to notice',
    allowed: 'milliseconds, a whole number from 0 to 60000',
    schema: Type.Integer({ minimum: 0, maximum: 60_000 }),
    read: readInteger,
  }),
  maxBodyBytes: bytes('MAX_BODY_BYTES', '1048576', 'the largest request body'),
  maxResponseBytes: bytes('MAX_RESPONSE_BYTES', '10485760', "a provider's larger answer is `UPSTREAM_ERROR` 502"),
  maxFileBytes: bytes('MAX_FILE_BYTES', '104857600', 'the largest file that a call names by its id'),
  maxTenantFileBytes: bytes(
    'MAX_FILES_BYTES_PER_TENANT',
    '1073741824',
    "all of a tenant's files together; they are kept for a day",
    2 ** 40,
  ),
  maxFilesBytes: bytes(
    'MAX_FILES_BYTES',
    '10737418240',
    "all tenants' files together; over it, none is taken until some expire",
    2 ** 49,
  ),
  minFreeBytes: variable({
    name: 'MIN_FREE_BYTES',
    fallback: null,
    unset: '1 GiB, or a tenth of the disk if that is less',
    meaning:
      'what the disk of the store must have left for a file to be taken; on MongoDB, where its server tells that',
    allowed: `bytes, a whole number from 0 to ${2 ** 49}`,
    schema: orUnset(Type.Integer({ minimum: 0, maximum: 2 ** 49 })),
    read: readInteger,
  }),
  providerOrigins: variable({
    name: 'PROVIDER_ORIGINS',
    fallback: '{}',
    meaning: 'JSON, `{"hubspot": "http://127.0.0.1:9400"}`: calls of that provider go there (a sandbox, a recorder)',
    allowed: 'a JSON object of http or https origins without a path, by registered provider',
    schema: Type.Record(Type.String(), Type.String({ pattern: originPattern })),
    read: (value) => {
      const parsed: unknown = JSON.parse(value)
      if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new TypeError('no object')
      return Object.fromEntries(Object.entries(parsed).map(([id, origin]) => [id, readHttpOrigin(String(origin))]))
    },
  }),
  selfHostedHosts: variable({
    name: 'SELF_HOSTED_HOSTS',
    fallback: '',
    unset: 'none',
    meaning: 'hosts where accounts of self-hosted products may be, comma-separated; their credentials are sent there',
    allowed: 'host names in lower case, comma-separated; `*.example.com` is every host below it',
    schema: Type.Array(Type.String({ pattern: '^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)*$' })),
    read: readCommaList,
  }),
  allowedPrivateHosts: variable({
    name: 'ALLOWED_PRIVATE_HOSTS',
    fallback: '',
    unset: 'none',
    meaning:
      'private, loopback or plain-http addresses that providers, token endpoints and the model may have, comma-separated',
    allowed: '`host`, `host:port` or CIDR, comma-separated, e.g. sandbox.internal:8443,10.1.0.0/16',
    schema: Type.String(),
    read: (value) => parseAllowedHosts(value) && value,
  }),
  outgoingProxy: variable({
    name: 'OUTGOING_PROXY',
    fallback: null,
    unset: 'none',
    meaning: 'an HTTP proxy for outgoing requests; `HTTP_PROXY` and similar variables are ignored',
    allowed: 'an http URL without a path: http://proxy.internal:3128 or http://user:password@proxy.internal:3128',
    secret: true,
    schema: orUnset(Type.String()),
    read: readHttpProxy,
  }),
  enterpriseIssuers: variable({
    name: 'ENTERPRISE_ISSUERS',
    fallback: '[]',
    unset: 'none',
    meaning:
      'JSON: identity providers that sign in users for applications (MCP’s enterprise-managed authorization), and what their users may do (`docs/oauth.md`)',
    allowed:
      'a JSON array like [{"issuer": "https://idp.example.com", "rules": [{"claim": "groups", "value": "sales", "tenant": "acme", "scope": "*:read hubspot:write"}]}]',
    schema: enterpriseIssuersSchema,
    read: parseEnterpriseIssuers,
  }),
  oidcIssuer: variable({
    name: 'OIDC_ISSUER',
    fallback: null,
    unset: 'none: sign-in with admin keys only',
    meaning: 'the OpenID Connect provider that signs people in to the console (`docs/console.md`)',
    allowed: 'the http(s) URL of the issuer, as its tokens spell it, without user, query or fragment',
    schema: orUnset(Type.String({ pattern: '^https?://[^?#@\\s]+$', maxLength: 500 })),
    read: (value) => new URL(value) && value,
  }),
  oidcClientId: variable({
    name: 'OIDC_CLIENT_ID',
    fallback: null,
    unset: 'none; with `OIDC_ISSUER` required',
    meaning: 'the id of the console’s client at that provider',
    allowed: '1 to 500 visible ASCII characters',
    schema: orUnset(Type.String({ pattern: '^[\\x21-\\x7e]{1,500}$' })),
    read: takeText,
  }),
  oidcClientSecret: variable({
    name: 'OIDC_CLIENT_SECRET',
    fallback: null,
    unset: 'none: a public client',
    meaning: 'the secret of that client',
    allowed: '1 to 1024 visible ASCII characters',
    secret: true,
    schema: orUnset(Type.String({ pattern: '^[\\x21-\\x7e]{1,1024}$' })),
    read: takeText,
  }),
  oidcRoles: variable({
    name: 'OIDC_ROLES',
    fallback: null,
    unset: 'none; with `OIDC_ISSUER` required',
    meaning:
      'JSON: for each claim of the ID token, the role that each of its values gives; a person gets the highest of their roles, and cannot sign in without one',
    allowed:
      'a JSON object like {"groups": {"patchbay-admins": "owner", "support": "viewer"}}; roles: viewer, operator, owner',
    schema: orUnset(oidcRolesSchema),
    read: JSON.parse,
  }),
  oidcScopes: variable({
    name: 'OIDC_SCOPES',
    fallback: 'openid profile email',
    meaning: 'the scopes to request from the provider; some providers need one more for the claim of `OIDC_ROLES`',
    allowed: 'scopes separated by spaces, openid among them',
    schema: Type.String({ pattern: '^([\\x21-\\x7e]+ )*openid( [\\x21-\\x7e]+)*$', maxLength: 500 }),
    read: takeText,
  }),
  auditRetentionDays: variable({
    name: 'AUDIT_RETENTION_DAYS',
    fallback: '90',
    meaning: 'how long audit entries are kept',
    allowed: 'days, a whole number from 1 to 3650',
    schema: Type.Integer({ minimum: 1, maximum: 3650 }),
    read: readInteger,
  }),
  crons: variable({
    name: 'CRONS',
    fallback: '{}',
    meaning: `JSON, \`{"health-snapshot": "*/10 * * * *", "retention": "off"}\`: when jobs run (minute, hour, day, month, weekday; UTC) instead of ${defaultsShown}`,
    allowed: `a JSON object of cron expressions of five fields, or "off", by job (${Object.keys(defaultCrons).join(', ')})`,
    schema: Type.Unsafe<Crons>(Type.Record(Type.String(), Type.String())),
    read: parseCrons,
  }),
  watchVendors: variable({
    name: 'WATCH_VENDORS',
    fallback: 'off',
    meaning:
      "whether the job `vendor-watch` looks for changes of vendors' documents and of the shapes of their answers (`docs/operating.md`)",
    allowed: 'on or off',
    schema: Type.Boolean(),
    read: readSwitch,
  }),
  suggestionsModel: variable({
    name: 'SUGGESTIONS_MODEL',
    fallback: null,
    unset: 'none: suggestions come from rules alone',
    meaning:
      'the model that writes further suggestions: `openai:<model>` (any endpoint of that protocol) or `anthropic:<model>`',
    allowed: 'openai: or anthropic:, followed by the name of a model',
    schema: orUnset(
      Type.Object({ kind: Type.Enum(['openai', 'anthropic']), name: Type.String({ pattern: '^\\S{1,200}$' }) }),
    ),
    read: (value) => ({ kind: value.split(':')[0], name: value.slice(value.indexOf(':') + 1) }),
  }),
  suggestionsUrl: variable({
    name: 'SUGGESTIONS_URL',
    fallback: null,
    unset: "the vendor's: `https://api.openai.com/v1` or `https://api.anthropic.com/v1`",
    meaning:
      'the URL of the API that has the model of `SUGGESTIONS_MODEL` (a private address must be in `ALLOWED_PRIVATE_HOSTS`)',
    allowed: 'an http(s) URL without user, query or fragment',
    schema: orUnset(Type.String({ pattern: '^https?://[^?#@\\s]+$' })),
    read: (value) => value.replace(/\/+$/, ''),
  }),
  suggestionsApiKey: variable({
    name: 'SUGGESTIONS_API_KEY',
    fallback: null,
    unset: 'none',
    meaning: 'the API key for the model of `SUGGESTIONS_MODEL`',
    allowed: '1 to 1024 visible ASCII characters',
    secret: true,
    schema: orUnset(Type.String({ minLength: 1, maxLength: 1024, pattern: '^[\\x21-\\x7e]*$' })),
    read: takeText,
  }),
  metricsToken: variable({
    name: 'METRICS_TOKEN',
    fallback: null,
    unset: 'none: `/metrics` is for this host, while `BASE_URL` is loopback',
    meaning: 'the token for reading `/metrics`',
    allowed: '16 to 1024 visible ASCII characters',
    secret: true,
    schema: orUnset(Type.String({ minLength: 16, maxLength: 1024, pattern: '^[\\x21-\\x7e]*$' })),
    read: takeText,
  }),
  otlpEndpoint: variable({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: null,
    unset: 'none: no traces',
    meaning:
      'an OpenTelemetry collector (OTLP over HTTP); `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` are read as well',
    allowed: 'an http or https URL, e.g. http://localhost:4318',
    schema: orUnset(Type.String({ pattern: '^https?://[^?#@\\s]+$' })),
    read: (value) => new URL(value).href,
  }),
  traceShare: variable({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    meaning: "the share of traces to record, where a caller's `traceparent` doesn't decide",
    allowed: 'a number from 0 to 1',
    schema: Type.Number({ minimum: 0, maximum: 1 }),
    read: (value) => (/^[01](\.\d{1,10})?$/.test(value) ? Number(value) : Number.NaN),
  }),
  traceArguments: variable({
    name: 'TRACE_ARGUMENTS',
    fallback: 'off',
    meaning: '`on` puts the arguments of MCP tool calls into their traces; they may hold anything that a model knows',
    allowed: 'on or off',
    schema: Type.Boolean(),
    read: readSwitch,
  }),
  connectReturnUrls: variable({
    name: 'CONNECT_RETURN_URLS',
    fallback: '',
    unset: 'none',
    meaning: 'where a page that connects an account may send the browser in the end, comma-separated',
    allowed: 'http(s) URLs without query or fragment, comma-separated; origin and path must match exactly',
    schema: Type.Array(Type.String({ pattern: '^https?://[^?#@\\s]+$' })),
    read: (value) => readCommaList(value).map((each) => new URL(each).href),
  }),
  webhookUrl: variable({
    name: 'WEBHOOK_URL',
    fallback: null,
    unset: 'none: no events are sent',
    meaning: 'where events are sent (a private address must be in `ALLOWED_PRIVATE_HOSTS`)',
    allowed: 'an http(s) URL without user or fragment; it may hold a secret in its path or query',
    secret: true,
    schema: orUnset(Type.String({ pattern: '^https?://[^#@\\s]+$' })),
    read: (value) => new URL(value).href,
  }),
  webhookSecret: variable({
    name: 'WEBHOOK_SECRET',
    fallback: null,
    unset: 'none; with `WEBHOOK_URL` required',
    meaning: 'the secret that signs events, by the Standard Webhooks specification',
    allowed: 'whsec_ and 24 to 64 bytes in base64: echo "whsec_$(openssl rand -base64 32)"',
    secret: true,
    schema: orUnset(Type.String()),
    read: (value) => webhookKey(value) && value,
  }),
  webhookChanges: variable({
    name: 'WEBHOOK_CHANGES',
    fallback: 'off',
    meaning: '`on` also sends the event `record.changed` for each change of an administrator',
    allowed: 'on or off',
    schema: Type.Boolean(),
    read: readSwitch,
  }),
  docs: variable({
    name: 'DOCS',
    fallback: 'on',
    meaning: '`off` hides the API reference and the documentation: `/docs` and `/openapi.json`',
    allowed: 'on or off',
    schema: Type.Boolean(),
    read: readSwitch,
  }),
  clientMetadata: variable({
    name: 'CLIENT_METADATA',
    fallback: 'on',
    meaning:
      "`off` stops announcing client metadata documents, for a gateway that can't reach the internet; clients register instead",
    allowed: 'on or off',
    schema: Type.Boolean(),
    read: readSwitch,
  }),
  redirectSchemes: variable({
    name: 'REDIRECT_SCHEMES',
    fallback: '',
    unset: 'none',
    meaning:
      "further schemes of native MCP clients' redirect URIs, comma-separated, e.g. `myapp` for `myapp://callback`; [which are known](oauth.md#applications)",
    allowed: `schemes without a colon, but none of ${neverRedirected.join(', ')}`,
    schema: Type.Array(Type.String({ pattern: '^[a-z][a-z0-9+.-]{0,63}$' })),
    read: readSchemes,
  }),
  logLevel: variable({
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: 'the lowest level that is logged',
    allowed: 'trace, debug, info, warn, error, fatal or silent',
    schema: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    read: takeText,
  }),
} as const

type Variables = typeof variables

/** The checked configuration. Origins have neither path nor trailing slash; `null` is unset. */
export type Configuration = {
  readonly [K in keyof Variables]: Variables[K] extends Variable<infer S> ? Type.Static<S> : never
}
