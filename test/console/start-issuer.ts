import { OAuth2Server } from 'oauth2-mock-server'

/** Claims of the next ID token, beside the constant ones; `undefined` removes a claim. */
type Claims = Record<string, unknown>

export const clientId = 'patchbay-console'
export const clientSecret = 'the-secret-of-the-console'
export const now = (): number => Math.floor(Date.now() / 1000)
export const ada = { sub: 'ada-1', email: 'ada@example.com', email_verified: true, groups: ['patchbay-admins'] }

/** An OpenID Connect provider on loopback that signs in whomever a test says, at once and without a page. */
export const startIssuer = async () => {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  const issuer = `http://127.0.0.1:${server.address().port}`
  server.issuer.url = issuer
  let claims: Claims = ada
  let metadata: Claims = {}
  let sentBack: Record<string, string> = {}
  let idToken: string | undefined
  const asked: URL[] = []
  const tokenRequests: {
    readonly authorization: string | undefined
    readonly body: Readonly<Record<string, unknown>>
  }[] = []
  server.service.on('beforeTokenSigning', (token, { headers, body }) => {
    Object.assign(token.payload, { auth_time: now() }, claims)
    if (!('aud' in token.payload)) tokenRequests.push({ authorization: headers.authorization, body })
  })
  server.service.on('beforeResponse', ({ body }) => Object.assign(body, idToken !== undefined && { id_token: idToken }))
  server.service.on('beforeWellKnownOpenIdConfiguration', ({ body }) =>
    Object.assign(body, { token_endpoint_auth_methods_supported: ['client_secret_basic'] }, metadata),
  )
  server.service.on('beforeAuthorizeRedirect', ({ url }, request) => {
    asked.push(new URL(request.url ?? '', issuer))
    for (const [name, value] of Object.entries(sentBack)) {
      if (value === '') url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    }
  })
  return {
    issuer,
    host: new URL(issuer).host,
    /** The authorization requests, oldest first. */
    asked,
    tokenRequests,
    keys: server.issuer.keys,
    /** Until the next call: what tokens claim, what the metadata say, what the browser brings back, and the ID token instead. */
    behave(
      how: { claims?: Claims; metadata?: Claims; sentBack?: Record<string, string>; idToken?: string } = {},
    ): void {
      claims = { ...ada, ...how.claims }
      idToken = how.idToken
      metadata = how.metadata ?? {}
      sentBack = how.sentBack ?? {}
    },
    /** A gateway's variables for sign-in at this provider. */
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_ROLES: JSON.stringify({
        groups: { 'patchbay-admins': 'owner', support: 'viewer', operations: 'operator' },
        email: { 'root@example.com': 'owner' },
      }),
      ALLOWED_PRIVATE_HOSTS: new URL(issuer).host,
    },
    stop: () => server.stop(),
  }
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>

const redirected = async (url: string | URL, headers: Record<string, string>) => {
  const answer = await fetch(url, { redirect: 'manual', headers })
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return { status: answer.status, location: answer.headers.get('location') ?? '', cookie }
}

/** A browser's requests, step by step. */
export const createPerson = (gatewayUrl: string) => ({
  begin: (query = '', headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    redirected(`${gatewayUrl}/console/oidc${query}`, headers),
  /** The address to which the provider sends the browser back. */
  atProvider: async (location: string): Promise<string> => (await redirected(location, {})).location,
  comeBack: (location: string, cookie: string) => redirected(location, { cookie, 'sec-fetch-site': 'cross-site' }),
  async signIn(query = '', cookie = '') {
    const begun = await this.begin(query, { 'sec-fetch-site': 'same-origin', cookie })
    return this.comeBack(await this.atProvider(begun.location), begun.cookie)
  },
  /** Who the session is; asks as the console does. */
  ask: async (cookie: string, method = 'GET', path = '/admin/session', token = '', body?: unknown) => {
    const answer = await fetch(`${gatewayUrl}${path}`, {
      method,
      headers: {
        cookie,
        'x-session-token': token,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
  },
})

export type Person = ReturnType<typeof createPerson>
