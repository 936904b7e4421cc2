import { createHash } from 'node:crypto'

interface Client {
  readonly redirectUris: readonly string[]
}

interface Grant {
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly scope: string
}

const refuse = (error: string, status = 400): Response => Response.json({ error }, { status })

/**
 * An authorization server for MCP servers on loopback, which takes nothing that the documents don't allow: RFC 8414 with registration (RFC
 * 7591) or metadata documents of clients, PKCE with S256, `iss` (RFC 9207), and `resource` (RFC 8707) in every request. The person says yes.
 */
export const startAuthorizationServer = ({
  resource,
  readDocument,
  at,
}: {
  /** The only resource for which it gives tokens. */
  readonly resource: () => string
  /** Reads a client's metadata document; left out: clients register themselves. */
  readonly readDocument?: (url: string) => Promise<unknown>
  /** The origin by which callers know it, in place of its own on loopback. */
  readonly at?: string
}) => {
  const clients = new Map<string, Client>()
  const codes = new Map<string, Grant>()
  const refreshes = new Map<string, Grant>()
  const valid = new Set<string>()
  const asked: URLSearchParams[] = []
  const exchanged: URLSearchParams[] = []
  const registered: unknown[] = []
  let isEnded = false
  let count = 0

  const metadata = (): object => ({
    issuer: `${origin}/as`,
    authorization_endpoint: `${origin}/as/authorize`,
    token_endpoint: `${origin}/as/token`,
    ...(readDocument
      ? { client_id_metadata_document_supported: true }
      : { registration_endpoint: `${origin}/as/register` }),
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })

  const findClient = async (id: string): Promise<Client | undefined> => {
    if (!readDocument) return clients.get(id)
    if (!id.startsWith('https://')) return undefined
    const document = Object(await readDocument(id)) as Record<string, unknown>
    const isPublic = document.token_endpoint_auth_method === 'none'
    return document.client_id === id && isPublic ? { redirectUris: document.redirect_uris as string[] } : undefined
  }

  const authorize = async (query: URLSearchParams): Promise<Response> => {
    asked.push(query)
    const get = (name: string): string => query.get(name) ?? ''
    const client = await findClient(get('client_id'))
    if (!client?.redirectUris.includes(get('redirect_uri'))) return refuse('invalid_client')
    if (get('resource') !== resource()) return refuse('invalid_target')
    if (get('response_type') !== 'code' || get('code_challenge_method') !== 'S256') return refuse('invalid_request')
    const code = `code-${++count}`
    codes.set(code, {
      clientId: get('client_id'),
      redirectUri: get('redirect_uri'),
      challenge: get('code_challenge'),
      scope: get('scope'),
    })
    const back = new URL(get('redirect_uri'))
    for (const [name, value] of Object.entries({ code, state: get('state'), iss: `${origin}/as` }))
      back.searchParams.set(name, value)
    return Response.redirect(back.href, 302)
  }

  const issue = (grant: Grant): Response => {
    const access = `access-${++count}`
    const refresh = `refresh-${count}`
    valid.add(access)
    refreshes.set(refresh, grant)
    return Response.json({
      access_token: access,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: refresh,
      scope: grant.scope,
    })
  }

  const token = (form: URLSearchParams): Response => {
    exchanged.push(form)
    const get = (name: string): string => form.get(name) ?? ''
    if (get('resource') !== resource()) return refuse('invalid_target')
    const held = get('grant_type') === 'refresh_token' ? refreshes : codes
    const key = held === refreshes ? get('refresh_token') : get('code')
    const grant = held.get(key)
    held.delete(key)
    if (!grant || isEnded || grant.clientId !== get('client_id')) return refuse('invalid_grant')
    if (held === refreshes) return issue(grant)
    const made = createHash('sha256').update(get('code_verifier')).digest('base64url')
    if (made !== grant.challenge || get('redirect_uri') !== grant.redirectUri) return refuse('invalid_grant')
    return issue(grant)
  }

  const register = (client: Record<string, unknown>): Response => {
    registered.push(client)
    const id = `client-${++count}`
    clients.set(id, { redirectUris: client.redirect_uris as string[] })
    return Response.json({ ...client, client_id: id }, { status: 201 })
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request): Promise<Response> {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/.well-known/oauth-authorization-server/as') return Response.json(metadata())
      if (pathname === '/as/authorize') return authorize(searchParams)
      if (pathname === '/as/token') return token(new URLSearchParams(await request.text()))
      if (pathname === '/as/register' && !readDocument)
        return register((await request.json()) as Record<string, unknown>)
      return new Response('not found', { status: 404 })
    },
  })
  const own = `http://127.0.0.1:${server.port}`
  const origin: string = at ?? own
  return {
    own,
    issuer: `${origin}/as`,
    host: `127.0.0.1:${server.port}`,
    asked,
    exchanged,
    registered,
    isValid: (header: string | undefined): boolean => valid.has(header?.slice('Bearer '.length) ?? ''),
    /** The access tokens that it gave are over, as after an hour. */
    expire: () => valid.clear(),
    /** The person ends the access. */
    end(): void {
      valid.clear()
      isEnded = true
    },
    stop: () => server.stop(true),
  }
}
