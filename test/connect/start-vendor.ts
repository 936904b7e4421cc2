import { createHash } from 'node:crypto'

interface Granted {
  readonly redirectUri: string
  readonly challenge: string | null
  readonly person: string
  readonly scopes: readonly string[]
}

interface Behaviour {
  readonly answer?: 'json' | 'form' | 'error' | 'ended' | 'down'
  readonly refuse?: string | undefined
  readonly also?: Record<string, string>
  readonly apiStatus?: number
  readonly isPublic?: boolean
  /** The person reads the vendor's page, and doesn't go on. */
  readonly reads?: boolean
  /** The person reads the vendor's page, which cuts off whoever opened it, and then goes on. */
  readonly cutsOff?: boolean
  /** Scopes that the person doesn't allow. */
  readonly withholds?: readonly string[]
}

/** A vendor's grant for a code or a refresh token. */
export interface Issued {
  readonly access: string
  readonly refresh: string
  readonly person: string
  readonly scopes: readonly string[]
  /** `true` for the first grant, which a code pays for. */
  readonly isFirst: boolean
}

/** Deviations of a vendor from RFC 6749, and callbacks for a test. */
export interface Quirks {
  /** Told each path before it is answered. */
  readonly onRequest?: (path: string) => void
  /** Told each access token before it is given. */
  readonly onToken?: (token: string) => void
  /** Why it refuses an authorization request. */
  readonly refusesToAsk?: (query: URLSearchParams) => string | undefined
  /** Default: the scopes in `scope`, separated by spaces. */
  readonly scopesIn?: (query: URLSearchParams) => readonly string[]
  /** Parameters that the vendor adds when it sends the browser back. */
  readonly callback?: (origin: string, scopes: readonly string[]) => Record<string, string>
  readonly grant?: (issued: Issued, request: Request) => Response | Promise<Response>
  readonly refuse?: (code: string, request: Request) => Response
  /** The vendor's answer about a token (RFC 7662). */
  readonly introspect?: (form: URLSearchParams, app: { readonly id: string; readonly secret: string }) => Response
  /** The API's answer to a valid token. */
  readonly api?: (person: string, path: string, headers: Headers) => unknown
}

/** The members of a form or of a JSON object, and the client's id and secret from wherever they stand. */
const readTokenRequest = async (request: Request): Promise<URLSearchParams> => {
  const text = await request.text()
  const isJson = request.headers.get('content-type')?.startsWith('application/json')
  const form = new URLSearchParams(isJson ? JSON.parse(text) : text)
  const [, basic] = /^Basic (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  if (basic !== undefined) {
    const [id = '', secret = ''] = atob(basic).split(':').map(decodeURIComponent)
    form.set('client_id', id)
    form.set('client_secret', secret)
  }
  return form
}

const byRfc = ({ access, refresh, scopes }: Issued): Record<string, string> => ({
  access_token: access,
  refresh_token: refresh,
  token_type: 'bearer',
  expires_in: '3600',
  scope: scopes.join(' '),
})

const inScope = (query: URLSearchParams): readonly string[] => (query.get('scope') ?? '').split(' ').filter(Boolean)

/**
 * A vendor's sign-in and API on loopback. The person allows everything at once; `as` says who it is. Codes work once (RFC 6749,
 * section 4.1.2), and PKCE is checked where it was begun (RFC 7636, section 4.6).
 */
export const startVendor = (quirks: Quirks = {}) => {
  const { scopesIn = inScope, grant = (issued) => Response.json(byRfc(issued)) } = quirks
  const app = { id: 'an-app', secret: 'the-app-secret' }
  const codes = new Map<string, Granted>()
  const tokens = new Map<string, string>()
  const refreshes = new Map<string, Granted>()
  const asked: URL[] = []
  const exchanged: URLSearchParams[] = []
  let person = 'ada@example.com'
  let behaviour: Behaviour = {}
  const revoked: string[] = []
  let revocation: number | 'silent' = 200

  const authorize = (url: URL): Response => {
    asked.push(url)
    const query = url.searchParams
    const problem = quirks.refusesToAsk?.(query)
    if (problem) return new Response(problem, { status: 400 })
    if (behaviour.reads) return new Response('Sign in?')
    const scopes = scopesIn(query).filter((name) => !behaviour.withholds?.includes(name))
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (behaviour.refuse) back.searchParams.set('error', behaviour.refuse)
    else {
      const code = crypto.randomUUID()
      const [redirectUri, challenge] = [back.origin + back.pathname, query.get('code_challenge')]
      codes.set(code, { redirectUri, challenge, person, scopes })
      back.searchParams.set('code', code)
    }
    for (const [name, value] of Object.entries({ ...quirks.callback?.(url.origin, scopes), ...behaviour.also }))
      back.searchParams.set(name, value)
    if (behaviour.cutsOff)
      return new Response(`<a href="${back.href.replaceAll('&', '&amp;')}">Sign in</a>`, {
        headers: { 'content-type': 'text/html', 'cross-origin-opener-policy': 'same-origin' },
      })
    return Response.redirect(back.href, 302)
  }

  const problemOf = (form: URLSearchParams, granted: Granted | undefined): string | undefined => {
    if (form.get('client_id') !== app.id || form.get('client_secret') !== (behaviour.isPublic ? null : app.secret))
      return 'invalid_client'
    if (form.get('grant_type') === 'client_credentials') return undefined
    if (!granted) return 'invalid_grant'
    if (form.has('refresh_token')) return undefined
    if (granted.redirectUri !== form.get('redirect_uri')) return 'invalid_grant'
    const made = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return granted.challenge !== null && granted.challenge !== made ? 'invalid_grant' : undefined
  }

  const problems: Readonly<Record<string, string>> = { error: 'bad_verification_code', ended: 'invalid_grant' }
  const token = async (request: Request): Promise<Response> => {
    const form = await readTokenRequest(request)
    exchanged.push(form)
    if (behaviour.answer === 'down') return new Response('away', { status: 503 })
    const code = form.get('code') ?? ''
    const refreshed = form.get('refresh_token')
    const granted = refreshed === null ? codes.get(code) : refreshes.get(refreshed)
    codes.delete(code)
    const problem = problems[behaviour.answer ?? ''] ?? problemOf(form, granted)
    if (problem)
      return quirks.refuse?.(problem, request) ?? Response.json({ error: problem, secret: app.secret }, { status: 400 })
    const { person: whose, scopes } = granted ?? { person: 'the application', scopes: [] }
    const access = `access-${crypto.randomUUID()}`
    const issued = { access, refresh: `refresh-${access}`, person: whose, scopes, isFirst: refreshed === null }
    tokens.set(access, whose)
    quirks.onToken?.(access)
    if (granted) refreshes.set(issued.refresh, granted)
    return behaviour.answer === 'form' ? new Response(new URLSearchParams(byRfc(issued))) : grant(issued, request)
  }

  /** RFC 7009, section 2.1. */
  const revoke = async (request: Request): Promise<Response> => {
    const form = new URLSearchParams(await request.text())
    if (form.get('client_id') !== app.id || form.get('client_secret') !== app.secret)
      return Response.json({ error: 'invalid_client' }, { status: 401 })
    revoked.push(form.get('token') ?? '')
    return revocation === 'silent' ? new Promise(() => undefined) : new Response(null, { status: revocation })
  }

  const api = (request: Request): Response => {
    const who = tokens.get(request.headers.get('authorization')?.slice('Bearer '.length) ?? '')
    if (who === undefined) return Response.json({ error: 'bad token' }, { status: 401 })
    const body = quirks.api?.(who, new URL(request.url).pathname, request.headers) ?? { email: who }
    return Response.json(body, { status: behaviour.apiStatus ?? 200 })
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url)
      quirks.onRequest?.(url.pathname)
      if (url.pathname === '/authorize') return authorize(url)
      if (url.pathname === '/revoke') return revoke(request)
      if (quirks.introspect && url.pathname.endsWith('/introspect'))
        return quirks.introspect(new URLSearchParams(await request.text()), app)
      return url.pathname === '/token' ? token(request) : api(request)
    },
  })
  const origin = `http://127.0.0.1:${server.port}`
  return {
    origin,
    host: `127.0.0.1:${server.port}`,
    app,
    /** The authorization requests, and the forms of token requests. */
    asked,
    exchanged,
    tokens,
    /** The tokens that were to be ended. */
    revoked,
    answerRevocations(answer: typeof revocation): void {
      revocation = answer
    },
    as(name: string): void {
      person = name
    },
    /** Sets the result of the next sign-ins. */
    behave(next: Behaviour): void {
      behaviour = next
    },
    stop: () => server.stop(true),
  }
}

/** A browser without scripts: keeps cookies and follows redirects, each by hand. */
export const createBrowser = () => {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string): Map<string, string> => {
    // Cookies don't tell ports apart (RFC 6265, section 8.5).
    const { hostname } = new URL(url)
    const jar = jars.get(hostname) ?? new Map<string, string>()
    jars.set(hostname, jar)
    return jar
  }
  const visit = async (url: string, form?: Readonly<Record<string, string>>) => {
    const jar = jarOf(url)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: location === null ? undefined : new URL(location, url).href,
      /** The hidden fields of the page's form. */
      hidden: Object.fromEntries(
        [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [
          name,
          value,
        ]),
      ) as Record<string, string>,
    }
  }
  return {
    visit,
    /** Those that it sends to this address. */
    cookies: jarOf,
    /** Opens a link and continues through the vendor to the page behind it. */
    async goThrough(link: string, form: Readonly<Record<string, string>> = {}) {
      const page = await visit(link)
      let next = await visit(link, { ...page.hidden, ...form })
      while (next.location !== undefined) next = await visit(next.location)
      return next
    },
  }
}
