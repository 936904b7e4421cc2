import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeKey } from '@patchbay/core/vault'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigurationError, type Environment, readConfiguration } from './configuration.ts'
import { defaultCrons } from './default-crons.ts'
import { configurationHelp, configurationTable, secretFileVariables } from './help.ts'

const providers = ['hubspot', 'stripe']
const read = (environment: Environment) => readConfiguration(environment, providers)

const problemsOf = (environment: Environment): readonly string[] => {
  try {
    read(environment)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
  return []
}

describe('an empty environment', () => {
  test('gives the defaults', () => {
    expect(read({}).configuration).toEqual({
      port: 3000,
      host: '127.0.0.1',
      adminPort: null,
      adminHost: null,
      baseUrl: null,
      brandName: 'Patchbay',
      brandColor: null,
      brandLogo: null,
      mongodbUri: null,
      dataDir: './data',
      adminKeyHashes: null,
      vaultKeys: null,
      connectReturnUrls: [],
      webhookSecret: null,
      webhookChanges: false,
      webhookUrl: null,
      trustedProxies: [],
      sharedNetworks: [],
      allowedOrigins: [],
      callsPerMinute: 30,
      registrationsPerHour: 5,
      failedLoginsPerMinute: 10,
      requestTimeoutMs: 30_000,
      stopDelayMs: 0,
      clientMetadata: true,
      redirectSchemes: [],
      maxBodyBytes: 1_048_576,
      maxResponseBytes: 10_485_760,
      maxFileBytes: 104_857_600,
      maxTenantFileBytes: 1_073_741_824,
      maxFilesBytes: 10_737_418_240,
      minFreeBytes: null,
      providerOrigins: {},
      selfHostedHosts: [],
      allowedPrivateHosts: '',
      outgoingProxy: null,
      pluginsDir: null,
      enterpriseIssuers: [],
      oidcIssuer: null,
      oidcClientId: null,
      oidcClientSecret: null,
      oidcRoles: null,
      oidcScopes: 'openid profile email',
      auditRetentionDays: 90,
      crons: { ...defaultCrons, 'vendor-watch': 'off' },
      watchVendors: false,
      suggestionsModel: null,
      suggestionsUrl: null,
      suggestionsApiKey: null,
      metricsToken: null,
      otlpEndpoint: null,
      traceShare: 1,
      traceArguments: false,
      docs: true,
      logLevel: 'info',
    })
  })

  test('is the same as empty variables', () => {
    const empty = Object.fromEntries(configurationTable.map(({ variable }) => [variable.replaceAll('`', ''), ' ']))
    expect(Object.keys(empty)).toContain('ADMIN_API_KEY')
    expect(read(empty)).toEqual(read({}))
  })
})

const hash = createHash('sha256').update('an admin key').digest('hex')
const keys = `${makeKey()},${makeKey()}`

test.each([
  ['PORT', '0', { port: 0 }],
  ['HOST', '::1', { host: '::1' }],
  ['BASE_URL', 'https://Gateway.example.com:443/', { baseUrl: 'https://gateway.example.com' }],
  ['BRAND_NAME', 'Müller & Söhne', { brandName: 'Müller & Söhne' }],
  ['BRAND_COLOR', '#0A7C4A', { brandColor: '#0a7c4a' }],
  ['ADMIN_API_KEY', hash.toUpperCase(), { adminKeyHashes: [hash] }],
  ['ADMIN_API_KEY', `${hash}, ${'A'.repeat(64)}`, { adminKeyHashes: [hash, 'a'.repeat(64)] }],
  ['PATCHBAY_KEYS', keys, { vaultKeys: keys }],
  ['TRUSTED_PROXIES', '10.0.0.0/8, ::1', { trustedProxies: ['10.0.0.0/8', '::1/128'] }],
  ['ALLOWED_ORIGINS', '*', { allowedOrigins: ['*'] }],
  ['ALLOWED_ORIGINS', 'https://a.example,http://b:81/', { allowedOrigins: ['https://a.example', 'http://b:81'] }],
  ['CALLS_PER_MINUTE', '0', { callsPerMinute: 0 }],
  ['REQUEST_TIMEOUT_MS', '100', { requestTimeoutMs: 100 }],
  ['PROVIDER_ORIGINS', '{"hubspot":"http://[::1]:9400"}', { providerOrigins: { hubspot: 'http://[::1]:9400' } }],
  ['ALLOWED_PRIVATE_HOSTS', 'db:81,10.0.0.0/8', { allowedPrivateHosts: 'db:81,10.0.0.0/8' }],
  ['OUTGOING_PROXY', 'http://u:p@proxy:3128', { outgoingProxy: 'http://u:p@proxy:3128/' }],
  ['CRONS', '{"retention":"off"}', { crons: { retention: 'off', 'health-snapshot': '*/5 * * * *' } }],
  ['CRONS', '{"health-snapshot":"0 8-18/2 * * MON-FRI"}', { crons: { 'health-snapshot': '0 8-18/2 * * MON-FRI' } }],
  ['SUGGESTIONS_MODEL', 'openai:llama3.1:8b', { suggestionsModel: { kind: 'openai', name: 'llama3.1:8b' } }],
  ['SUGGESTIONS_URL', 'http://localhost:11434/v1/', { suggestionsUrl: 'http://localhost:11434/v1' }],
  ['METRICS_TOKEN', 'sixteen-letters-', { metricsToken: 'sixteen-letters-' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://h:4318/otlp', { otlpEndpoint: 'http://h:4318/otlp' }],
  ['OTEL_TRACES_SAMPLER_ARG', '0.25', { traceShare: 0.25 }],
  ['TRACE_ARGUMENTS', 'on', { traceArguments: true }],
  ['DOCS', 'off', { docs: false }],
  ['WEBHOOK_CHANGES', 'on', { webhookChanges: true }],
  ['CLIENT_METADATA', 'off', { clientMetadata: false }],
  ['REDIRECT_SCHEMES', 'MyApp, com.ourco+mcp', { redirectSchemes: ['myapp', 'com.ourco+mcp'] }],
  ['STOP_DELAY_MS', '10000', { stopDelayMs: 10_000 }],
  ['WATCH_VENDORS', 'on', { watchVendors: true, crons: { retention: '17 3 * * *' } }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
])('%s=%s is taken', (name, value, want) => {
  expect(read({ [name]: value }).configuration).toMatchObject(want)
})

test.each([
  ['PORT', 'http', '0 to 65535'],
  ['PORT', '65536', '0 to 65535'],
  ['PORT', '-1', '0 to 65535'],
  ['PORT', '0x50', '0 to 65535'],
  ['HOST', 'http://localhost', 'host name'],
  ['BASE_URL', 'gateway.example.com', 'without a path'],
  ['BASE_URL', 'https://gateway.example.com/api', 'without a path'],
  ['BASE_URL', 'https://gateway.example.com/?', 'without a path'],
  ['BASE_URL', 'ftp://gateway.example.com', 'http or https'],
  ['BRAND_NAME', 'two\nlines', '1 to 60 characters'],
  ['BRAND_NAME', 'x'.repeat(61), '1 to 60 characters'],
  ['BRAND_LOGO', '/nowhere/logo.png', 'PNG, SVG or WebP'],
  ['BRAND_COLOR', 'teal', 'six hexadecimal digits'],
  ['BRAND_COLOR', '#0a7c4a;} body{display:none', 'six hexadecimal digits'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'CIDR'],
  ['TRUSTED_PROXIES', '10.1/8', 'CIDR'],
  ['TRUSTED_PROXIES', 'loopback', 'CIDR'],
  ['SHARED_NETWORKS', '160.79.104.0/33', 'CIDR'],
  ['TRUSTED_PROXIES', '10.0.0.0/8,0.0.0.0/0', 'other than /0'],
  ['TRUSTED_PROXIES', '::/0', 'other than /0'],
  ['ALLOWED_ORIGINS', 'https://a.example,*', 'or *'],
  ['ALLOWED_ORIGINS', 'null', 'or *'],
  ['CALLS_PER_MINUTE', '1.5', '0 to 1000000'],
  ['FAILED_LOGINS_PER_MINUTE', 'off', '0 to 1000000'],
  ['REQUEST_TIMEOUT_MS', '30001', '100 to 30000'],
  ['MAX_BODY_BYTES', '1MiB', 'bytes'],
  ['MAX_RESPONSE_BYTES', '10', '1024'],
  ['PROVIDER_ORIGINS', '{hubspot}', 'JSON object'],
  ['PROVIDER_ORIGINS', '[]', 'JSON object'],
  ['PROVIDER_ORIGINS', '{"hubspot":"http://h/v1"}', 'without a path'],
  ['PROVIDER_ORIGINS', '{"hubspot":1}', 'origins'],
  ['PROVIDER_ORIGINS', '{"huspot":"http://h"}', 'registered: hubspot, stripe'],
  ['PROVIDER_ORIGINS', '{"__proto__":"http://h"}', 'registered: hubspot, stripe'],
  ['ALLOWED_PRIVATE_HOSTS', 'http://h', 'host:port'],
  ['OUTGOING_PROXY', 'https://proxy:3128', 'http URL'],
  ['OUTGOING_PROXY', 'http://proxy:3128/path', 'without a path'],
  ['OUTGOING_PROXY', 'proxy:3128', 'http URL'],
  ['ENTERPRISE_ISSUERS', '{}', 'a JSON array'],
  ['ENTERPRISE_ISSUERS', '[{"issuer":"idp","rules":[{"tenant":"a","scope":"*:read"}]}]', 'a JSON array'],
  ['ENTERPRISE_ISSUERS', '[{"issuer":"https://idp","rules":[]}]', 'a JSON array'],
  ['ENTERPRISE_ISSUERS', '[{"issuer":"https://idp","rules":[{"tenant":"a","scope":"read"}]}]', 'a JSON array'],
  ['ENTERPRISE_ISSUERS', '[{"issuer":"https://idp","rules":[{"tenant":"a","scope":"*:read","claim":"x"}]}]', 'JSON'],
  ['ENTERPRISE_ISSUERS', '[{"issuer":"https://idp","rules":[{"tenant":"a","scope":"*:read","x":1}]}]', 'JSON'],
  ['OIDC_ISSUER', 'idp.example.com', 'the http(s) URL'],
  ['OIDC_ISSUER', 'https://idp.example.com/?tenant=1', 'without user, query or fragment'],
  ['OIDC_CLIENT_ID', 'two words', 'visible ASCII'],
  ['OIDC_ROLES', 'groups', 'a JSON object'],
  ['OIDC_ROLES', '{}', 'a JSON object'],
  ['OIDC_ROLES', '{"groups":{}}', 'a JSON object'],
  ['OIDC_ROLES', '{"patchbay-admins":"owner"}', 'a JSON object'],
  ['OIDC_ROLES', '{"groups":{"admins":"admin"}}', 'viewer, operator, owner'],
  ['OIDC_SCOPES', 'profile email', 'openid among them'],
  ['OIDC_SCOPES', 'openid,groups', 'separated by spaces'],
  ['AUDIT_RETENTION_DAYS', '0', '1 to 3650'],
  ['CRONS', '*/5 * * * *', 'JSON object'],
  ['CRONS', '[]', 'JSON object'],
  ['CRONS', '{"retenshun":"off"}', 'health-snapshot'],
  ['CRONS', '{"__proto__":"off"}', 'health-snapshot'],
  ['CRONS', '{"retention":"@daily"}', 'five fields'],
  ['CRONS', '{"retention":"0 * * * * *"}', 'five fields'],
  ['CRONS', '{"retention":"61 * * * *"}', 'five fields'],
  ['CRONS', '{"retention":"0 0 30 2 *"}', 'five fields'],
  ['CRONS', '{"retention":null}', 'five fields'],
  ['SUGGESTIONS_MODEL', 'gpt-5', 'openai: or anthropic:'],
  ['SUGGESTIONS_MODEL', 'openai:', 'openai: or anthropic:'],
  ['SUGGESTIONS_URL', 'localhost:11434', 'http(s) URL'],
  ['METRICS_TOKEN', 'fifteen-letters', '16 to 1024'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'http or https'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', '0 to 1'],
  ['DOCS', 'false', 'on or off'],
  ['REDIRECT_SCHEMES', 'myapp,http', 'none of http'],
  ['REDIRECT_SCHEMES', 'JavaScript', 'none of http'],
  ['REDIRECT_SCHEMES', 'intent', 'none of http'],
  ['REDIRECT_SCHEMES', 'myapp://cb', 'without a colon'],
  ['WATCH_VENDORS', 'true', 'on or off'],
  ['LOG_LEVEL', 'verbose', 'trace, debug'],
])('%s=%s stops the start and says what is allowed', (name, value, allowed) => {
  const problems = problemsOf({ [name]: value })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(name)
  expect(problems[0]).toContain(allowed)
})

test('all problems are reported at once, each with its value', () => {
  const problems = problemsOf({ PORT: 'x', LOG_LEVEL: 'y', PROVIDER_ORIGINS: '{"nope":"http://h"}' })
  expect(problems).toHaveLength(3)
  for (const value of ['"x"', '"y"', '"nope"']) expect(problems.join('\n')).toContain(value)
})

test.each([
  ['ADMIN_API_KEY', 'swordfish', 'swordfish'],
  ['PATCHBAY_KEYS', `k1:${'A'.repeat(42)}`, 'AAAA'],
  ['PATCHBAY_KEYS', `k1:${'A'.repeat(43)},k1:${'B'.repeat(43)}`, 'AAAA'],
  ['BASE_URL', 'https://root:swordfish@h', 'swordfish'],
  ['METRICS_TOKEN', 'swordfish', 'swordfish'],
  ['SUGGESTIONS_API_KEY', 'sword fish', 'sword fish'],
  ['SUGGESTIONS_URL', 'https://root:swordfish@h', 'swordfish'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://root:swordfish@h', 'swordfish'],
  ['PROVIDER_ORIGINS', '{"hubspot":"http://root:swordfish@h"}', 'swordfish'],
])('a wrong %s is named, and no secret in it is shown', (name, value, secret) => {
  const problems = problemsOf({ [name]: value }).join('\n')
  expect(problems).toContain(name)
  expect(problems).not.toContain(secret)
})

describe('a logo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-logo-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const fileOf = (content: string | Uint8Array): string => {
    const path = join(folder, crypto.randomUUID())
    writeFileSync(path, content)
    return path
  }

  test.each<[type: string, content: string | Uint8Array]>([
    ['image/png', Buffer.from('\x89PNG\r\n\x1a\nand so on', 'latin1')],
    ['image/webp', 'RIFF1234WEBPVP8 '],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['image/svg+xml', '<?xml version="1.0"?>\n<!-- ours -->\n<!DOCTYPE svg>\n<svg\n width="1"/>'],
  ])('that is %s is known by its content', (contentType, content) => {
    const { brandLogo } = read({ BRAND_LOGO: fileOf(content) }).configuration
    expect(brandLogo?.contentType).toBe(contentType)
    expect(Buffer.from(brandLogo?.bytes ?? []).equals(Buffer.from(content as string))).toBe(true)
  })

  test.each<[what: string, content: string | Uint8Array]>([
    ['a page', '<!doctype html><html><svg></svg></html>'],
    ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['empty', ''],
    ['larger than 256 KiB', `<svg>${' '.repeat(262_144)}</svg>`],
  ])('that is %s stops the start', (_, content) => {
    expect(problemsOf({ BRAND_LOGO: fileOf(content) })).toEqual([expect.stringContaining('PNG, SVG or WebP')])
  })
})

const shared = { ADMIN_API_KEY: hash, PATCHBAY_KEYS: keys }

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const fileOf = (content: string): string => {
    const path = join(folder, crypto.randomUUID())
    writeFileSync(path, content)
    return path
  }

  const secrets = [
    ['ADMIN_API_KEY', hash, { adminKeyHashes: [hash] }],
    ['PATCHBAY_KEYS', keys, { vaultKeys: keys }],
    ['METRICS_TOKEN', 'a-token-for-prometheus', { metricsToken: 'a-token-for-prometheus' }],
    ['SUGGESTIONS_API_KEY', 'swordfish', { suggestionsApiKey: 'swordfish' }],
  ] as const

  test.each(secrets)('%s is read from its file, without the line end', (name, value, want) => {
    for (const end of ['', '\n', '\r\n']) {
      expect(read({ [`${name}_FILE`]: fileOf(value + end) }).configuration).toMatchObject(want)
    }
  })

  test('every secret variable has such a twin', () => {
    const names = secretFileVariables.map((variable) => variable.replace(/_FILE$/, ''))
    expect(names).toEqual(expect.arrayContaining(['MONGODB_URI', ...secrets.map(([name]) => name)]))
    expect(read({ MONGODB_URI_FILE: fileOf('mongodb://db/patchbay\n'), ...shared }).configuration.mongodbUri).toBe(
      'mongodb://db/patchbay',
    )
    for (const variable of secretFileVariables) expect(configurationHelp()).toContain(variable)
  })

  test.each([
    ['is missing', { METRICS_TOKEN_FILE: '/nowhere/token' }, /^METRICS_TOKEN_FILE names \/nowhere\/token, .*ENOENT/],
    ['is a folder', { METRICS_TOKEN_FILE: folder }, /^METRICS_TOKEN_FILE names .*EISDIR/],
    ['is empty', { METRICS_TOKEN_FILE: fileOf(' \n') }, /^METRICS_TOKEN_FILE names .* is empty/],
    [
      'is not the only place of the value',
      { METRICS_TOKEN: 'swordfish-swordfish', METRICS_TOKEN_FILE: fileOf('swordfish-swordfish') },
      /^METRICS_TOKEN and METRICS_TOKEN_FILE are both set/,
    ],
    ['holds a wrong value', { ADMIN_API_KEY_FILE: fileOf('swordfish') }, /^ADMIN_API_KEY_FILE names .*64 hex digits/],
  ])('that %s stops the start, and its content is not shown', (_what, environment, says) => {
    const problems = problemsOf(environment)
    expect(problems).toEqual([expect.stringMatching(says)])
    expect(problems.join()).not.toContain('swordfish')
  })

  test.each([
    ['METRICS_TOKEN_FILE', 'swordfish-swordfish'],
    ['MONGODB_URI_FILE', 'mongodb://root:swordfish@db/patchbay'],
    ['PATCHBAY_KEYS_FILE', 'k1:swordfish-swordfish-swordfish-swordfish-swor'],
  ])('a value that was put into %s itself is not shown', (variable, value) => {
    const problems = problemsOf({ [variable]: value, ...(variable !== 'PATCHBAY_KEYS_FILE' && shared) })
    expect(problems).toContainEqual(
      expect.stringMatching(`^${variable} does not name a readable file \\(.*not shown.*ENOENT`),
    )
    expect(problems.join()).not.toContain('swordfish')
  })

  test('an empty variable counts as unset, and so does an empty file name', () => {
    const path = fileOf('a-token-for-prometheus')
    const both = { METRICS_TOKEN: '', METRICS_TOKEN_FILE: path, SUGGESTIONS_API_KEY_FILE: '' }
    expect(read(both).configuration).toMatchObject({ metricsToken: 'a-token-for-prometheus', suggestionsApiKey: null })
  })

  test('a warning names a variable that is almost that of a secret file', () => {
    expect(read({ ADMIN_API_KEY_FIEL: 'x' }).warnings).toEqual([
      'ADMIN_API_KEY_FIEL is not read by Patchbay; did you mean ADMIN_API_KEY_FILE?',
    ])
  })
})

test.each([
  'mongodb://db/patchbay',
  'mongodb://root:swordfish@a:27017,b:27018/patch-bay?replicaSet=rs0&authSource=admin',
  'mongodb+srv://root:swordfish@cluster.example.net/patchbay?retryWrites=true',
])('MONGODB_URI=%s is accepted', (uri) => {
  expect(read({ MONGODB_URI: uri, ...shared }).configuration.mongodbUri).toBe(uri)
})

test.each([
  'mongodb://root:swordfish@db',
  'mongodb://root:swordfish@db/',
  'mongodb://root:swordfish@db/?replicaSet=rs0',
  'mongodb://root:swordfish@db/patch.bay',
  'mongodb://root:sword/fish@db/patchbay',
  'postgres://root:swordfish@db/patchbay',
])('MONGODB_URI=%s stops the start, says what is allowed and shows no part of it', (uri) => {
  const problems = problemsOf({ MONGODB_URI: uri, ...shared })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(/^MONGODB_URI .*not shown.* names the database: mongodb:\/\/<host>\/patchbay/)
  expect(problems[0]).not.toMatch(/swordfish|fish@|root/)
})

test.each([
  [{}, ['ADMIN_API_KEY', 'PATCHBAY_KEYS']],
  [{ ADMIN_API_KEY: hash }, ['PATCHBAY_KEYS']],
  [{ PATCHBAY_KEYS: keys }, ['ADMIN_API_KEY']],
  [shared, []],
])('with MONGODB_URI and %j, the values that gateways must share are required: %j', (environment, required) => {
  const problems = problemsOf({ MONGODB_URI: 'mongodb://db/patchbay', ...environment })
  expect(problems.map((problem) => problem.split(' is required with MONGODB_URI; allowed: ')[0])).toEqual(required)
})

test.each([
  ['ADMIN_KEY', 'ADMIN_API_KEY'],
  ['ADMIN_APIKEY', 'ADMIN_API_KEY'],
  ['admin_api_key', 'ADMIN_API_KEY'],
  ['CALLS_PER_MIN', 'CALLS_PER_MINUTE'],
  ['BASEURL', 'BASE_URL'],
  ['BASE_URI', 'BASE_URL'],
  ['MONGO_URL', 'MONGODB_URI'],
  ['PATCHBAY_KEY', 'PATCHBAY_KEYS'],
  ['PATCHBAY_PORT', 'PORT'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['ALLOWED_ORIGIN', 'ALLOWED_ORIGINS'],
  ['REQUEST_TIMEOUT', 'REQUEST_TIMEOUT_MS'],
  ['PROVIDERS_ORIGINS', 'PROVIDER_ORIGINS'],
])('a warning says that %s looks like %s', (name, meant) => {
  expect(read({ [name]: 'x' }).warnings).toEqual([`${name} is not read by Patchbay; did you mean ${meant}?`])
})

test('the key that the start printed, kept in a variable for the commands of the pages, is no warning', () => {
  expect(read({ ADMIN_KEY: 'pb_admin_of-the-start', PATCHBAY_KEY: 'pb_admin_of-a-backend' }).warnings).toEqual([])
})

test.each(['PATCHBAY_URL', 'PATCHBAY_ADMIN_KEY', 'PATCHBAY_ADMIN_KEY_FILE'])(
  '%s is for the command line, and no warning',
  (name) => {
    expect(read({ [name]: 'x' }).warnings).toEqual([])
  },
)

test('the names of an everyday environment raise no warning', () => {
  const names = `HOME HOSTNAME HOSTTYPE PATH PORTS POST PWD USER LOGNAME LANG LC_ALL SHELL TERM TMPDIR EDITOR PAGER MAIL
    XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_DIRS NODE_ENV NODE_OPTIONS npm_config_cache npm_package_name BUN_INSTALL CI
    KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT HTTP_PROXY https_proxy NO_PROXY SSL_CERT_FILE TZ
    DATABASE_URL REDIS_URL API_KEY API_URL LOG_FILE LOG_DIR DATA_PATH BASE_PATH SSH_AUTH_SOCK _ DISPLAY DBUS_SESSION_BUS_ADDRESS
    OTEL_EXPORTER_OTLP_HEADERS OTEL_SERVICE_NAME AWS_REGION GITHUB_TOKEN INVOCATION_ID JOURNAL_STREAM MAX_OLD_SPACE_SIZE`
  const environment = Object.fromEntries(names.split(/\s+/).map((name) => [name, 'x']))
  expect(read(environment).warnings).toEqual([])
})

test('--help lists every variable with its default in one column', () => {
  const lines = configurationHelp().split('\n').slice(2, -2)
  expect(lines).toHaveLength(configurationTable.length)
  const column = lines[0]?.indexOf('3000') ?? 0
  expect(column).toBeGreaterThan(0)
  for (const [index, { variable, default: shown }] of configurationTable.entries()) {
    expect(lines[index]?.startsWith(variable.replaceAll('`', ''))).toBe(true)
    expect(lines[index]?.slice(column).startsWith(shown.replaceAll('`', ''))).toBe(true)
  }
})

describe('WEBHOOK_URL and WEBHOOK_SECRET', () => {
  const url = 'https://ops.example.com/hidden-path'
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

  test.each([
    [{ WEBHOOK_URL: url }, 'WEBHOOK_SECRET is required with WEBHOOK_URL'],
    [{ WEBHOOK_SECRET: secret }, 'WEBHOOK_SECRET is set without WEBHOOK_URL'],
    [{ WEBHOOK_URL: url, WEBHOOK_SECRET: 'a-secret-of-another-form' }, 'allowed: whsec_ and 24 to 64 bytes in base64'],
  ])('are refused where one is missing or wrong, and not shown: %o', (environment, message) => {
    expect(() => readConfiguration(environment, [])).toThrow(message)
    expect(() => readConfiguration(environment, [])).not.toThrow(/hidden-path|BwcHB|another-form/)
  })
})

test.each([
  [
    { OIDC_ISSUER: 'https://idp.example.com' },
    ['OIDC_CLIENT_ID is required with OIDC_ISSUER', 'OIDC_ROLES is required'],
  ],
  [{ OIDC_CLIENT_SECRET: 'hidden' }, ['OIDC_ISSUER is required with OIDC_CLIENT_SECRET']],
  [
    { OIDC_ROLES: '{"groups":{"admins":"owner"}}', OIDC_CLIENT_ID: 'x' },
    ['OIDC_ISSUER is required with OIDC_CLIENT_ID'],
  ],
])('sign-in by OpenID Connect is refused where a part is missing: %o', (environment, messages) => {
  for (const message of messages) expect(() => read(environment)).toThrow(message)
  expect(() => read(environment)).not.toThrow('hidden')
})

test('the watch over vendors runs at a time of night that gateways on one store share, and only where it is wanted', () => {
  const cron = (environment: object) => read({ ...environment }).configuration.crons['vendor-watch']
  const shared = { WATCH_VENDORS: 'on', BASE_URL: 'https://a.example' }
  expect(cron(shared)).toMatch(/^([1-9]|[1-5]\d) [1-4] \* \* \*$/)
  expect(cron({ ...shared, DATA_DIR: '/another' })).toBe(cron(shared))
  expect(cron({ ...shared, BASE_URL: 'https://b.example' })).not.toBe(cron(shared))
  const CRONS = '{"vendor-watch":"5 5 * * *"}'
  expect(cron({ ...shared, CRONS })).toBe('5 5 * * *')
  expect(cron({ CRONS })).toBe('off')
})
