import { CommandError, straight } from '@patchbay/cli'
import { showText } from '@patchbay/core/shown-text'
import { Unfit } from './incoming.ts'

/** One row of `GET /connections`: https://nango.dev/docs/reference/backend/http-api/connections/list */
export interface NangoConnection {
  readonly connection_id: string
  /** Nango's name for the API. */
  readonly provider: string
  /** The id of the integration. */
  readonly provider_config_key: string
  readonly tags?: Readonly<Record<string, string>> | null
  readonly end_user?: {
    readonly id: string
    readonly email?: string | null
    readonly display_name?: string | null
    readonly organization?: { readonly id: string; readonly display_name?: string | null } | null
  } | null
}

/** The members of `GET /connections/{id}` that are used; each kind of credential has some of them. */
export interface NangoDetails {
  readonly connection_config?: Readonly<Record<string, unknown>> | null
  readonly credentials?: {
    readonly type?: string
    readonly access_token?: string
    readonly refresh_token?: string
    readonly expires_at?: string
    readonly config_override?: { readonly client_id?: string; readonly client_secret?: string }
    readonly apiKey?: string
    readonly username?: string
    readonly password?: string
    readonly client_id?: string
    readonly client_secret?: string
  } | null
}

export interface NangoIntegration {
  readonly credentials?: { readonly client_id?: string; readonly client_secret?: string } | null
}

export interface NangoApi {
  /** All connections, or only those with this id. */
  connections(id: string | undefined): Promise<readonly NangoConnection[]>
  connection(connection: NangoConnection): Promise<NangoDetails>
  integration(key: string): Promise<NangoIntegration>
  remove(connection: NangoConnection): Promise<void>
}

const pageSize = 100
const answerMs = 60_000
/** The most attempts for a rate-limited request. */
const mostTries = 6
const longestWaitMs = 600_000

/** https://nango.dev/docs/reference/backend/http-api/rate-limits: a 429 has `Retry-After` in seconds. */
const waitMs = (response: Response): number => {
  const seconds = Number(response.headers.get('retry-after') ?? 1)
  return Math.min(longestWaitMs, 1000 * (Number.isFinite(seconds) && seconds > 0 ? seconds : 1))
}

/** Nango's error code. The message may quote a vendor's response, so it is never shown. */
const readErrorCode = async (response: Response): Promise<string> => {
  const body = (await response.json().catch(() => null)) as { error?: { code?: unknown } | null } | null
  const code = body?.error?.code
  return typeof code === 'string' && /^[a-z0-9_]{1,64}$/.test(code) ? ` (${code})` : ''
}

const keyAdvice =
  'its key needs the scopes environment:connections:list, :read_credentials and integrations:read_credentials'

/**
 * Nango's API with an environment's key, which no error or output ever contains. Throws CommandError if nothing can continue,
 * and Unfit if one connection can't be moved.
 */
export const openNango = (base: string, key: string, say: (line: string) => void): NangoApi => {
  const send = async (
    method: string,
    path: string,
    query: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    const search = new URLSearchParams(query).toString()
    const request: BunFetchRequestInit = {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...straight,
    }
    for (let tries = 1; ; tries++) {
      let response: Response
      try {
        response = await fetch(`${base}${path}${search && `?${search}`}`, {
          ...request,
          signal: AbortSignal.timeout(answerMs),
        })
      } catch (error) {
        const { code = (error as Error).name } = error as { code?: string }
        throw new CommandError('unreachable', `Nango does not answer at ${base} (${showText(String(code))})`)
      }
      if (response.status !== 429 || tries === mostTries) return response
      const wait = waitMs(response)
      say(`Nango's rate limit: continuing in ${Math.ceil(wait / 1000)} s`)
      await Bun.sleep(wait)
    }
  }
  const json = async <T>(path: string, query?: Readonly<Record<string, string>>): Promise<T> => {
    const response = await send('GET', path, query)
    if (response.ok) return (await response.json()) as T
    const code = await readErrorCode(response)
    if (response.status === 401) throw new CommandError('refused', `Nango refused the key${code}`, [keyAdvice])
    throw new Unfit(`Nango responded with ${response.status}${code}`)
  }
  const buildConnectionPath = ({ connection_id }: NangoConnection): string =>
    `/connections/${encodeURIComponent(connection_id)}`

  return {
    async connections(id) {
      const found: NangoConnection[] = []
      const only: Readonly<Record<string, string>> = id === undefined ? {} : { connectionId: id }
      for (let page = 0; ; page++) {
        const query = { ...only, limit: String(pageSize), page: String(page) }
        const { connections } = await json<{ connections?: NangoConnection[] }>('/connections', query).catch(
          (error) => {
            throw error instanceof Unfit
              ? new CommandError('failed', `${error.message} for the list of connections`, [keyAdvice])
              : error
          },
        )
        if (!Array.isArray(connections))
          throw new CommandError('unreachable', `${base} answers, but it is not Nango's API: check the URL`)
        found.push(...connections)
        if (connections.length < pageSize) return found
      }
    },
    connection: (connection) =>
      json<NangoDetails>(buildConnectionPath(connection), {
        provider_config_key: connection.provider_config_key,
        refresh_token: 'true',
      }),
    integration: async (integration) => {
      const { data } = await json<{ data: NangoIntegration }>(`/integrations/${encodeURIComponent(integration)}`, {
        include: 'credentials',
      })
      return data
    },
    async remove(connection) {
      const { provider_config_key } = connection
      const response = await send('DELETE', buildConnectionPath(connection), { provider_config_key })
      if (!response.ok && response.status !== 404)
        throw new Unfit(
          `Nango responded with ${response.status}${await readErrorCode(response)} to the request to delete the connection`,
        )
    },
  }
}
