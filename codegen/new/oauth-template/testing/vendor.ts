/**
 * The vendor of this provider on your own machine: a sign-in by OAuth 2.0 (RFC 6749, PKCE by RFC 7636, refresh tokens that work once), items in
 * pages, and files. Change it to what the vendor's documentation says. Started by itself, it says how a gateway calls it.
 */
import { createHash } from 'node:crypto'

const id = 'new-provider'
const application = { id: 'an-application', secret: 'its-secret' }
const person = { id: 'person-1', email: 'ada@example.com' }

interface Grant {
  readonly scopes: readonly string[]
  readonly redirectUri: string
  readonly challenge: string | null
}

const refuse = (status: number, message: string): Response => Response.json({ error: { message } }, { status })

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The client's id and secret, from the header (HTTP Basic) or from the form. */
const readClient = (request: Request, form: URLSearchParams): readonly (string | null)[] => {
  const [, basic] = /^Basic (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  return basic === undefined
    ? [form.get('client_id'), form.get('client_secret')]
    : atob(basic).split(':').map(decodeURIComponent)
}

/** The sign-in: its pages, its token endpoint, and the access tokens that it gave, with what they allow. */
const createSignIn = () => {
  const codes = new Map<string, Grant>()
  const refreshTokens = new Map<string, Grant>()
  const accessTokens = new Map<string, Grant>()

  const showQuestion = ({ searchParams: query }: URL): Response => {
    const redirectUri = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== application.id || !URL.canParse(redirectUri))
      return refuse(400, 'Unknown application')
    const scopes = (query.get('scope') ?? '').split(' ')
    const code = crypto.randomUUID()
    codes.set(code, { scopes, redirectUri, challenge: query.get('code_challenge') })
    const buildLink = (answer: Record<string, string>): string =>
      escapeHtml(`${redirectUri}?${new URLSearchParams({ ...answer, state: query.get('state') ?? '' })}`)
    return new Response(
      `<!doctype html><title>Sign in</title><p>${person.email}: allow ${escapeHtml(scopes.join(', '))}?</p>
      <p><a href="${buildLink({ code })}">Allow</a> <a href="${buildLink({ error: 'access_denied' })}">Refuse</a></p>`,
      { headers: { 'content-type': 'text/html; charset=utf-8' } },
    )
  }

  const giveTokens = (grant: Grant): Response => {
    const [access, refresh] = [crypto.randomUUID(), crypto.randomUUID()]
    accessTokens.set(access, grant)
    refreshTokens.set(refresh, grant)
    const scope = grant.scopes.join(' ')
    return Response.json({
      access_token: access,
      refresh_token: refresh,
      token_type: 'bearer',
      expires_in: 3600,
      scope,
    })
  }

  /** A code and a refresh token work once. */
  const takeGrant = (form: URLSearchParams): Grant | undefined => {
    const isRefresh = form.get('grant_type') === 'refresh_token'
    const [from, name] = isRefresh ? [refreshTokens, 'refresh_token'] : [codes, 'code']
    const key = form.get(name) ?? ''
    const grant = from.get(key)
    from.delete(key)
    if (!grant || isRefresh) return grant
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isMeant = form.get('redirect_uri') === grant.redirectUri && challenge === grant.challenge
    return isMeant ? grant : undefined
  }

  return {
    showQuestion,
    async answerToken(request: Request): Promise<Response> {
      const form = new URLSearchParams(await request.text())
      const [clientId, secret] = readClient(request, form)
      if (clientId !== application.id || secret !== application.secret)
        return Response.json({ error: 'invalid_client' }, { status: 401 })
      const grant = takeGrant(form)
      return grant ? giveTokens(grant) : Response.json({ error: 'invalid_grant' }, { status: 400 })
    },
    findGrant: (request: Request): Grant | undefined =>
      accessTokens.get(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''),
  }
}

/** The data: 250 items, and the files that were attached to them. */
const createItems = () => {
  const items = Array.from({ length: 250 }, (_, index) => ({ id: `item-${index + 1}`, name: `Item ${index + 1}` }))
  const files = new Map<string, { readonly id: string; readonly name: string; readonly bytes: number }[]>()

  /** A page of at most 100 items; `next` is the cursor of the page behind it. */
  const list = ({ searchParams: query }: URL): Response => {
    const name = query.get('name')
    const matching = items.filter((item) => name === null || item.name === name)
    const start = Number(atob(query.get('after') ?? '')) || 0
    const end = start + Math.min(Number(query.get('limit') ?? 20), 100)
    const next = end < matching.length ? btoa(String(end)) : null
    return Response.json({ items: matching.slice(start, end), next })
  }

  const create = async (request: Request): Promise<Response> => {
    const { name } = (await request.json()) as { name?: unknown }
    if (typeof name !== 'string') return refuse(422, 'name is missing')
    const item = { id: `item-${items.length + 1}`, name }
    items.push(item)
    return Response.json(item, { status: 201 })
  }

  const attach = async (itemId: string, request: Request): Promise<Response> => {
    const part = (await request.formData()).get('file')
    if (!(part instanceof File)) return refuse(422, 'file is missing')
    const attached = files.get(itemId) ?? []
    const file = { id: `file-${attached.length + 1}`, name: part.name, bytes: part.size }
    files.set(itemId, [...attached, file])
    return Response.json(file, { status: 201 })
  }

  return {
    async answer(request: Request, url: URL): Promise<Response> {
      const isRead = request.method === 'GET'
      const [, itemId, ofItem] = /^\/items(?:\/([^/]+)(\/files)?)?$/.exec(url.pathname) ?? [undefined]
      if (itemId === undefined) return isRead ? list(url) : create(request)
      const item = items.find((one) => one.id === decodeURIComponent(itemId))
      if (!item) return refuse(404, 'There is no such item')
      if (ofItem === undefined) return Response.json(item)
      return isRead ? Response.json({ files: files.get(item.id) ?? [] }) : attach(item.id, request)
    },
  }
}

/** Starts the vendor on loopback; without a port, on a free one. */
export const startVendor = (port = 0) => {
  const signIn = createSignIn()
  const items = createItems()
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url)
      if (url.pathname === '/oauth/authorize') return signIn.showQuestion(url)
      if (url.pathname === '/oauth/token') return signIn.answerToken(request)
      const grant = signIn.findGrant(request)
      if (!grant) return refuse(401, 'The access token is not valid')
      const needed = request.method === 'GET' ? 'items.read' : 'items.write'
      if (!grant.scopes.includes(needed)) return refuse(403, `The scope ${needed} is missing`)
      if (url.pathname === '/me') return Response.json(person)
      return /^\/items(\/|$)/.test(url.pathname) ? items.answer(request, url) : refuse(404, 'There is no such path')
    },
  })
  return { origin: `http://127.0.0.1:${server.port}`, application, stop: () => server.stop(true) }
}

const describeSteps = (origin: string): string => `The vendor of ${id} listens on ${origin}.

1. Start the gateway in another terminal, so that it calls this vendor. codegen records the provider, and is run after each change:

  export PROVIDER_ORIGINS='{"${id}": "${origin}"}' ALLOWED_PRIVATE_HOSTS=${new URL(origin).host},login.example.com
  npx bun run codegen
  npx bun start

2. With the admin key in ADMIN_KEY, store the application, make a link, and open its url: the vendor asks whether you allow the access.

  curl -s -X PUT http://localhost:3000/admin/apps/${id} -H "x-admin-key: $ADMIN_KEY" -H 'Content-Type: application/json' \\
    -d '{"client_id": "${application.id}", "client_secret": "${application.secret}", "authorize_url": "${origin}/oauth/authorize", "token_url": "${origin}/oauth/token"}'
  curl -s -X POST http://localhost:3000/admin/connect -H "x-admin-key: $ADMIN_KEY" -H 'Content-Type: application/json' \\
    -d '{"tenant_id": "trial", "create_tenant": {"name": "Trial"}, "provider": "${id}", "account_id": "main"}'

3. Make a token for callers, list 150 items, and upload a file:

  curl -s -X POST http://localhost:3000/admin/auth -H "x-admin-key: $ADMIN_KEY" -H 'Content-Type: application/json' \\
    -d '{"tenant_id": "trial", "token": "trial-secret-token-1234"}'
  curl -s -X POST http://localhost:3000/api/v1/trial/${id} -H 'Authorization: Bearer trial-secret-token-1234' \\
    -H 'Content-Type: application/json' -d '{"action": "list_items", "limit": 150}'
  curl -s -X POST http://localhost:3000/api/v1/trial/${id} -H 'Authorization: Bearer trial-secret-token-1234' \\
    -H 'Content-Type: application/json' \\
    -d '{"action": "upload_file", "item_id": "item-1", "file": {"filename": "note.txt", "media_type": "text/plain", "content": "SGVsbG8="}}'
`

if (import.meta.main) console.log(describeSteps(startVendor(Number(process.argv[2] ?? 9400)).origin))
