import { usageError } from '@patchbay/cli'
import { asUnixMs, secondsOf } from '@patchbay/core/time'
import { type Brought, type Details, type Incoming, type IncomingEntry, toGatewayId, Unfit } from './incoming.ts'
import type { NangoApi, NangoConnection, NangoDetails, NangoIntegration } from './nango-api.ts'
import { fitDetails, providerFor } from './nango-providers.ts'

/** The placeholders in `--tenant`. */
const placeholders = {
  organization: ({ tags, end_user }: NangoConnection) => tags?.organization_id ?? end_user?.organization?.id,
  end_user: ({ tags, end_user }: NangoConnection) => tags?.end_user_id ?? end_user?.id,
  connection: ({ connection_id }: NangoConnection) => connection_id,
  integration: ({ provider_config_key }: NangoConnection) => provider_config_key,
} as const

export interface NangoChoices {
  /** A tenant id with placeholders. Default: the organization, then the end user, then the connection. */
  readonly tenant: string | undefined
  /** Providers by integration id. */
  readonly mapped: ReadonlyMap<string, string>
}

/** Throws a usage error for a template with an unknown name. */
export const checkTemplate = (template: string): void => {
  const known = Object.keys(placeholders)
  for (const [, name = ''] of template.matchAll(/\{(\w*)\}/g)) {
    if (!known.includes(name)) throw usageError(`the only placeholders in --tenant are {${known.join('}, {')}}`)
  }
}

/** The text that becomes the tenant's id, and the Nango customer behind it. */
interface Named {
  readonly text: string
  readonly customer: string
}

/** Throws Unfit. */
const fillTenantTemplate = (connection: NangoConnection, template = defaultTemplate(connection)): Named => {
  const used: string[] = []
  const text = template.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof placeholders) => {
    const value = placeholders[name](connection)
    if (!value) throw new Unfit(`it has no ${name} to name the tenant after`)
    used.push(name, value)
    return value
  })
  return { text, customer: JSON.stringify(used) }
}

const defaultTemplate = (connection: NangoConnection): string => {
  if (placeholders.organization(connection)) return '{organization}'
  return placeholders.end_user(connection) ? '{end_user}' : '{connection}'
}

interface ReadConnection {
  readonly connection: NangoConnection
  readonly incoming: Incoming
  readonly customer: string
}

const readConnection = (connection: NangoConnection, { tenant, mapped }: NangoChoices): ReadConnection => {
  const { connection_id, provider_config_key, provider, tags, end_user } = connection
  const { text, customer } = fillTenantTemplate(connection, tenant)
  const person = end_user?.display_name || end_user?.email || tags?.end_user_email
  const incoming = {
    source: formatSource(connection),
    tenant: toGatewayId(text),
    tenantName: (end_user?.organization?.display_name || text).slice(0, 200),
    provider: providerFor(provider_config_key, provider, mapped),
    account: toGatewayId(connection_id),
    label: (person || connection_id).slice(0, 200),
  }
  return { connection, incoming, customer }
}

const isShared =
  'another customer would get the same tenant; move each separately, with --connection and its own --tenant'

/** The tenants that several customers would share. Customers choose their ids at Nango, so one could choose another's tenant. */
const sharedTenants = (found: readonly ReadConnection[]): ReadonlySet<string> => {
  const customers = new Map<string, string>()
  return new Set(
    found.flatMap(({ incoming: { tenant }, customer }) => {
      const first = customers.get(tenant) ?? customer
      customers.set(tenant, first)
      return first === customer ? [] : [tenant]
    }),
  )
}

const accountPath = ({ tenant, provider, account }: Incoming): string => `${tenant}/${provider}/${account}`

/** The reason for those of the connections that would become one account: after the first was moved, the others would seem to work, too. */
const findSharedAccount = (found: readonly ReadConnection[]) => {
  const sources = Map.groupBy(
    found.map(({ incoming }) => incoming),
    accountPath,
  )
  return (incoming: Incoming): string | undefined => {
    const other = sources.get(accountPath(incoming))?.find((each) => each !== incoming)
    return (
      other &&
      `${other.source} would become the same account; give each its own tenant, by {integration} in --tenant, or its own provider, by --map`
    )
  }
}

const formatSource = ({ provider_config_key, connection_id }: NangoConnection): string =>
  `${provider_config_key}/${connection_id}`

const parseExpiresAt = (expiresAt: string | undefined): number | undefined => {
  const ms = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt)
  return Number.isNaN(ms) ? undefined : secondsOf(asUnixMs(ms))
}

/** The connection's own client, or else the integration's. */
const findClient = (...candidates: readonly (NangoIntegration['credentials'] | undefined)[]) => {
  const found = candidates.find((candidate) => candidate?.client_id && candidate.client_secret)
  if (!found) return undefined
  return { id: found.client_id ?? '', secret: found.client_secret ?? '' }
}

type Credentials = NonNullable<NangoDetails['credentials']>

const readOAuthCredential = async (
  given: Credentials,
  integration: () => Promise<NangoIntegration>,
): Promise<Brought> => {
  const { access_token: accessToken, refresh_token: refreshToken, expires_at, config_override } = given
  const own = findClient(config_override)
  const client = own ?? (refreshToken ? findClient((await integration()).credentials) : undefined)
  return { kind: 'oauth2', accessToken, refreshToken, expiresAt: parseExpiresAt(expires_at), client }
}

/** https://nango.dev/docs/reference/backend/http-api/connections/get: the kinds of credentials. Throws Unfit. */
const readCredential = (
  given: Credentials,
  integration: () => Promise<NangoIntegration>,
): Brought | Promise<Brought> => {
  const { type, apiKey, username = '', password = '', client_id, client_secret } = given
  if (type === 'OAUTH2') return readOAuthCredential(given, integration)
  if (type === 'API_KEY' && apiKey) return { kind: 'key', key: apiKey }
  if (type === 'BASIC') return { kind: 'basic', username, password }
  // The installation token of a GitHub App is renewed with the app's key, which stays at Nango.
  if (type === 'OAUTH2_CC' && client_id && client_secret)
    return { kind: 'client', id: client_id, secret: client_secret }
  throw new Unfit(
    `credentials of Nango's type ${/^[A-Z0-9_]{1,30}$/.test(type ?? '') ? type : 'unknown'} cannot be moved`,
  )
}

const pickTexts = (config: NangoDetails['connection_config']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(config ?? {}).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** Every connection of a Nango environment, or only those with one id. Their credentials aren't read yet. */
export const nangoEntries = async (
  nango: NangoApi,
  choices: NangoChoices,
  id: string | undefined,
): Promise<readonly IncomingEntry[]> => {
  const integrations = new Map<string, Promise<NangoIntegration>>()
  const loadIntegration = (key: string): Promise<NangoIntegration> => {
    const known = integrations.get(key) ?? nango.integration(key)
    integrations.set(key, known)
    return known
  }
  const read = async (connection: NangoConnection): Promise<Details> => {
    const { credentials, connection_config } = await nango.connection(connection)
    const integration = () => loadIntegration(connection.provider_config_key)
    const brought = await readCredential(credentials ?? {}, integration)
    return fitDetails(connection.provider, { brought, known: pickTexts(connection_config) })
  }
  const found = (await nango.connections(id)).map((connection): ReadConnection | IncomingEntry => {
    try {
      return readConnection(connection, choices)
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      return { source: formatSource(connection), unfit: error.message }
    }
  })
  const readable = found.filter((each) => 'connection' in each)
  const shared = sharedTenants(readable)
  const sharedAccount = findSharedAccount(readable)
  return found.map((each): IncomingEntry => {
    if (!('connection' in each)) return each
    const { connection, incoming } = each
    if (shared.has(incoming.tenant)) return { source: incoming.source, unfit: isShared }
    const unfit = sharedAccount(incoming)
    if (unfit !== undefined) return { source: incoming.source, unfit }
    return { incoming, read: () => read(connection), remove: () => nango.remove(connection) }
  })
}
