import { createHash } from 'node:crypto'

interface Granted {
  readonly redirectUri: string
  readonly challenge: string | null
  readonly person: string
}

/**
 * A vendor's sign-in and API on loopback. The person allows everything at once; `as` says who it is. Codes work once (RFC 6749,
 * section 4.1.2), and PKCE is checked where it was begun (RFC 7636, section 4.6). `onRequest` is told each path before it is answered,
 * `onToken` each access token before it is given.
 */
export const startVendor = ({
  onRequest,
  onToken,
}: {
  onRequest?: (path: string) => void
  onToken?: (token: string) => void
} = {}) => {
  const app = { id: 'an-app', secret: 'the-app-secret' }
  const codes = new Map<string, Granted>()
  const tokens = new Map<string, string>()
  const refreshes = new Map<string, Granted>()
  const asked: URL[] = []
  const exchanged: URLSearchParams[] = []
  let person = 'ada@example.com'
  let answer: 'json' | 'form' | 'error' | 'down' = 'json'
  let refuse: string | undefined
  let also: Record<string, string> = {}
  let apiStatus = 200
  let isPublic = false
  const revoked: string[] = []
  let revocation: number | 'silent' = 200

  const authorize = (url: URL): Response => {
    asked.push(url)
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('state', url.searchParams.get('state') ?? '')
    if (refuse) back.searchParams.set('error', refuse)
    else {
      const code = crypto.randomUUID()
      const [redirectUri, challenge] = [back.origin + back.pathname, url.searchParams.get('code_challenge')]
      codes.set(code, { redirectUri, challenge, person })
      back.searchParams.set('code', code)
    }
    for (const [name, value] of Object.entries(also)) back.searchParams.set(name, value)
    return Response.redirect(back.href, 302)
  }

  const problemOf = (form: URLSearchParams, granted: Granted | undefined): string | undefined => {
    if (form.get('client_id') !== app.id || form.get('client_secret') !== (isPublic ? null : app.secret))
      return 'invalid_client'
    if (!granted) return 'invalid_grant'
    if (form.has('refresh_token')) return undefined
    if (granted.redirectUri !== form.get('redirect_uri')) return 'invalid_grant'
    const made = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return granted.challenge !== null && granted.challenge !== made ? 'invalid_grant' : undefined
  }

  const token = async (request: Request): Promise<Response> => {
    const form = new URLSearchParams(await request.text())
    exchanged.push(form)
    if (answer === 'down') return new Response('away', { status: 503 })
    const code = form.get('code') ?? ''
    const refreshed = form.get('refresh_token')
    const granted = refreshed === null ? codes.get(code) : refreshes.get(refreshed)
    codes.delete(code)
    const problem = answer === 'error' ? 'bad_verification_code' : problemOf(form, granted)
    if (problem) return Response.json({ error: problem, secret: app.secret }, { status: 400 })
    const access = `access-${crypto.randomUUID()}`
    tokens.set(access, granted?.person ?? '')
    onToken?.(access)
    if (granted) refreshes.set(`refresh-${access}`, granted)
    const fields = {
      access_token: access,
      refresh_token: `refresh-${access}`,
      token_type: 'bearer',
      expires_in: '3600',
    }
    if (answer === 'form') return new Response(new URLSearchParams(fields))
    return Response.json(fields)
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
    return Response.json({ email: who }, { status: apiStatus })
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url)
      onRequest?.(url.pathname)
      if (url.pathname === '/authorize') return authorize(url)
      if (url.pathname === '/revoke') return revoke(request)
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
    /** What the next sign-ins come to. */
    behave(next: {
      answer?: typeof answer
      refuse?: string | undefined
      also?: Record<string, string>
      apiStatus?: number
      isPublic?: boolean
    }): void {
      isPublic = next.isPublic ?? false
      answer = next.answer ?? 'json'
      refuse = next.refuse
      also = next.also ?? {}
      apiStatus = next.apiStatus ?? 200
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
    /** Opens a link and goes on through the vendor to the page behind it. */
    async goThrough(link: string, form: Readonly<Record<string, string>> = {}) {
      const page = await visit(link)
      let next = await visit(link, { ...page.hidden, ...form })
      while (next.location !== undefined) next = await visit(next.location)
      return next
    },
  }
}
