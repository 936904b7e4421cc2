/** A connection as Nango stores it. */
export interface KeptConnection {
  readonly connection_id: string
  readonly provider: string
  readonly provider_config_key: string
  readonly tags?: Readonly<Record<string, string>>
  readonly end_user?: object
  readonly connection_config?: Readonly<Record<string, unknown>>
  credentials: Record<string, unknown>
  /** Answered in place of the connection, as when its refresh token is dead. */
  readonly broken?: { readonly status: number; readonly code: string }
}

const stdError = (status: number, code: string, headers = {}): Response =>
  Response.json({ error: { code, message: `in words: ${code}` } }, { status, headers })

const pageMost = 2000

/**
 * Nango on loopback, as its documents say (docs/spec.yaml of NangoHQ/nango, and its pages on rate limits and refreshing): it lists
 * connections without credentials, page by page from 0, hands out credentials with a key, refreshes an access token that has expired
 * when it is asked for it, and passes calls on to the vendor. `refusals`: how many requests its rate limit refuses at first.
 */
export const startNango = ({
  key,
  refresh,
  forward,
  refusals = 0,
}: {
  key: string
  /** Refreshes at the vendor, and changes the credentials. */
  refresh: (connection: KeptConnection) => Promise<void>
  forward: (connection: KeptConnection, path: string) => Promise<Response>
  refusals?: number
}) => {
  let connections: KeptConnection[] = []
  const integrations = new Map<string, { client_id: string; client_secret: string }>()
  const requests: string[] = []
  let refused = 0

  const hasExpired = ({ credentials }: KeptConnection): boolean =>
    typeof credentials.expires_at === 'string' && Date.parse(credentials.expires_at) <= Date.now()
  const find = (id: string, integration: string | null): KeptConnection | undefined =>
    connections.find(
      ({ connection_id, provider_config_key }) => connection_id === id && provider_config_key === integration,
    )

  const list = (query: URLSearchParams): Response => {
    const limit = Math.min(pageMost, Number(query.get('limit') ?? pageMost))
    const from = Number(query.get('page') ?? 0) * limit
    const wanted = query.get('connectionId')
    const found = connections.filter(({ connection_id }) => wanted === null || connection_id === wanted)
    const rows = found
      .slice(from, from + limit)
      .map(({ credentials: _, connection_config: __, broken, ...row }, id) => ({
        id,
        created: '2026-01-01T00:00:00.000Z',
        metadata: null,
        tags: {},
        ...row,
        errors: broken ? [{ type: 'auth', log_id: 'x' }] : [],
      }))
    return Response.json({ connections: rows })
  }

  const show = async (connection: KeptConnection, query: URLSearchParams): Promise<Response> => {
    if (connection.broken) return stdError(connection.broken.status, connection.broken.code)
    if (hasExpired(connection)) await refresh(connection)
    const { credentials, connection_config = {}, broken: _, ...row } = connection
    const { refresh_token, ...others } = credentials
    const shown = query.get('refresh_token') === 'true' ? credentials : others
    return Response.json({ id: 1, errors: [], metadata: {}, tags: {}, ...row, connection_config, credentials: shown })
  }

  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(request.url)
    requests.push(`${request.method} ${pathname}`)
    if (request.headers.get('authorization') !== `Bearer ${key}`) return stdError(401, 'unknown_key')
    if (refused < refusals) {
      refused += 1
      return stdError(429, 'too_many_request', { 'retry-after': '1' })
    }
    const [, kind, id = '', ...rest] = pathname.split('/').map(decodeURIComponent)
    if (kind === 'connections' && id === '') return list(query)
    if (kind === 'integrations') {
      const credentials =
        query.get('include') === 'credentials' ? { type: 'OAUTH2', ...integrations.get(id) } : undefined
      return Response.json({ data: { unique_key: id, provider: id, credentials } })
    }
    const { headers } = request
    const isProxy = kind === 'proxy'
    const connection = isProxy
      ? find(headers.get('connection-id') ?? '', headers.get('provider-config-key'))
      : find(id, query.get('provider_config_key'))
    if (!connection) return stdError(404, 'not_found')
    if (request.method === 'DELETE') {
      connections = connections.filter((each) => each !== connection)
      return Response.json({ success: true })
    }
    if (!isProxy) return show(connection, query)
    if (hasExpired(connection)) await refresh(connection)
    return forward(connection, `/${[id, ...rest].join('/')}`)
  }

  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  const url = `http://127.0.0.1:${server.port}`
  return {
    url,
    key,
    integrations,
    /** Methods and paths, in their order. */
    requests,
    connections: () => connections,
    add(...added: KeptConnection[]): void {
      connections.push(...added)
    },
    /** A call by Nango's proxy, as its customers make it. */
    call: ({ connection_id, provider_config_key }: KeptConnection, path: string): Promise<Response> =>
      fetch(`${url}/proxy${path}`, {
        headers: {
          authorization: `Bearer ${key}`,
          'connection-id': connection_id,
          'provider-config-key': provider_config_key,
        },
      }),
    stop: () => server.stop(true),
  }
}
