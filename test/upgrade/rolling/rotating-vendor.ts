/**
 * A vendor whose access tokens live for seconds and whose refresh tokens work once (RFC 9700, section 4.14.2): what two versions of gateways
 * could spoil for each other. Its application's secret can be renewed, and the one before ended, as operators do it.
 */
export const startRotatingVendor = () => {
  const secrets = new Set(['first-secret'])
  const codes = new Set<string>()
  const accesses = new Set<string>()
  const refreshes = new Set<string>()
  /** Refresh tokens that came a second time, and clients that were refused. */
  const faults: string[] = []
  let count = 0

  const issue = (): Response => {
    const access_token = `access-${crypto.randomUUID()}`
    const refresh_token = `refresh-${crypto.randomUUID()}`
    accesses.add(access_token)
    refreshes.add(refresh_token)
    setTimeout(() => accesses.delete(access_token), 4000)
    return Response.json({ access_token, refresh_token, token_type: 'bearer', expires_in: 3, scope: '' })
  }
  const refuse = (error: string, fault: string): Response => {
    faults.push(fault)
    return Response.json({ error }, { status: 400 })
  }
  const token = async (request: Request): Promise<Response> => {
    const form = new URLSearchParams(await request.text())
    const [, basic = ''] = /^Basic (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    const secret = atob(basic).split(':').at(-1) ?? ''
    if (!secrets.has(secret)) return refuse('invalid_client', `the secret ${secret}`)
    if (form.get('grant_type') === 'refresh_token') {
      if (!refreshes.delete(form.get('refresh_token') ?? '')) return refuse('invalid_grant', 'a refresh token again')
      count++
    } else if (!codes.delete(form.get('code') ?? '')) return refuse('invalid_grant', 'a code again')
    return issue()
  }
  const authorize = (url: URL): Response => {
    const code = crypto.randomUUID()
    codes.add(code)
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }).toString()
    return Response.redirect(back.href, 302)
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const url = new URL(request.url)
      if (url.pathname === '/authorize') return authorize(url)
      if (url.pathname === '/token') return await token(request)
      const access = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
      if (!accesses.has(access)) return Response.json({ message: 'Invalid access token' }, { status: 401 })
      return Response.json({ id: 'me', email: 'ada@example.com', display_name: 'Ada' })
    },
  })
  const { origin, host } = server.url
  return {
    origin,
    host,
    faults,
    countRefreshes: () => count,
    /** The application as it is to be stored at the gateway. */
    application: (client_secret: string) => ({
      client_id: 'rolling-app',
      client_secret,
      authorize_url: `${origin}/authorize`,
      token_url: `${origin}/token`,
    }),
    renewSecret: (secret: string): unknown => secrets.add(secret),
    endSecret: (secret: string): unknown => secrets.delete(secret),
    stop: () => server.stop(true),
  }
}
