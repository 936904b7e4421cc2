/** A vendor on this machine: a sign-in by OAuth 2.0 (RFC 6749), and an API for whoever has an access token. */
import { createHash, randomUUID } from 'node:crypto'

interface Grant {
  readonly scopes: readonly string[]
  readonly redirectUri: string
  readonly challenge: string | null
}

/** The differences between two vendors. */
export interface Dialect {
  readonly title: string
  /** The members that it adds as it sends the browser back. */
  callback?(scopes: readonly string[]): Readonly<Record<string, string>>
  /** The members beside the access token of its token endpoint. */
  grant(scopes: readonly string[]): object
  /** The answer of its API; `undefined`: it has no such path. */
  api(request: Request, path: string): Promise<object | undefined> | object | undefined
}

const application = { id: 'an-application', secret: 'its-secret' }
export const person = 'ada@example.com'

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const refuse = (status: number, message: string): Response => Response.json({ message, error: { message } }, { status })

/** True for a request of the application, by HTTP Basic or in the form (RFC 6749, section 2.3.1). */
const isApplication = (request: Request, form: URLSearchParams): boolean => {
  const [, basic] = /^Basic (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  const [id, secret] = basic
    ? atob(basic).split(':').map(decodeURIComponent)
    : [form.get('client_id'), form.get('client_secret')]
  return id === application.id && secret === application.secret
}

/** Each code works once. `answerWith(401)` ends what was granted. */
const createSignIn = ({ title, callback, grant }: Dialect) => {
  const codes = new Map<string, Grant>()
  const refreshTokens = new Map<string, Grant>()
  const accessTokens = new Set<string>()

  const showQuestion = ({ searchParams: query }: URL): Response => {
    const redirectUri = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== application.id || !URL.canParse(redirectUri))
      return refuse(400, 'Unknown application')
    const scopes = (query.get('scope') ?? '').split(' ')
    const code = randomUUID()
    codes.set(code, { scopes, redirectUri, challenge: query.get('code_challenge') })
    const linkTo = (answer: Readonly<Record<string, string>>): string =>
      escapeHtml(`${redirectUri}?${new URLSearchParams({ ...answer, state: query.get('state') ?? '' })}`)
    const page = `<!doctype html><title>${title}</title><h1>${title}</h1><p>${person}: allow ${escapeHtml(scopes.join(', '))}?</p>
      <p><a href="${linkTo({ code, ...callback?.(scopes) })}">Allow</a> <a href="${linkTo({ error: 'access_denied' })}">Refuse</a></p>`
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }

  const takeCode = (form: URLSearchParams): Grant | undefined => {
    const code = form.get('code') ?? ''
    const found = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isMeant =
      found?.redirectUri === form.get('redirect_uri') && [null, challenge].includes(found?.challenge ?? null)
    return isMeant ? found : undefined
  }

  return {
    showQuestion,
    async answerToken(request: Request): Promise<Response> {
      const form = new URLSearchParams(await request.text())
      if (!isApplication(request, form)) return Response.json({ error: 'invalid_client' }, { status: 401 })
      const known = form.has('refresh_token') ? refreshTokens.get(form.get('refresh_token') ?? '') : takeCode(form)
      if (!known) return Response.json({ error: 'invalid_grant' }, { status: 400 })
      const [access_token, refresh_token] = [randomUUID(), randomUUID()]
      accessTokens.add(access_token)
      refreshTokens.set(refresh_token, known)
      return Response.json({
        access_token,
        refresh_token,
        token_type: 'bearer',
        expires_in: 1800,
        ...grant(known.scopes),
      })
    },
    isSignedIn: (request: Request): boolean =>
      accessTokens.has(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''),
    end(): void {
      accessTokens.clear()
      refreshTokens.clear()
    },
  }
}

/** Starts it on loopback; with port 0 on a free one. `answerWith` is the status of its API from then on: 200, 500, or 401, which ends all access. */
export const startVendor = (dialect: Dialect, port: number) => {
  const signIn = createSignIn(dialect)
  let status = 200
  const answerWith = (next: number): void => {
    status = next
    if (next === 401) signIn.end()
  }
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url)
      if (url.pathname === '/authorize') return signIn.showQuestion(url)
      if (url.pathname === '/token') return signIn.answerToken(request)
      const [, wanted] = /^\/answer-with\/(200|401|429|500)$/.exec(url.pathname) ?? []
      if (wanted !== undefined && request.method === 'POST') {
        answerWith(Number(wanted))
        return new Response(`${dialect.title} answers ${wanted} from now on\n`)
      }
      // A vendor looks at the application here, not at the person.
      if (!url.pathname.endsWith('/introspect') && !signIn.isSignedIn(request)) return refuse(401, 'Sign in again')
      const answer = await dialect.api(request, url.pathname)
      if (status !== 200) return refuse(status, `${dialect.title} was told to answer ${status}`)
      return answer ? Response.json(answer) : refuse(404, 'There is no such path here')
    },
  })
  return {
    origin: `http://127.0.0.1:${server.port}`,
    host: `127.0.0.1:${server.port}`,
    application,
    answerWith,
    stop: () => server.stop(true),
  }
}
