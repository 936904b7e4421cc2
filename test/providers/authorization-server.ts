import { type CryptoKey, jwtVerify } from 'jose'
import type { Recorded } from './recorded.ts'

export interface AuthorizationServerOptions {
  readonly clientId?: string
  readonly clientSecret?: string
  /** The accepted kinds of client authentication. */
  readonly takes?: readonly ('basic' | 'post')[]
  /** `true`: each use of a refresh token gives a new one and ends the old; a second use of the old one ends the whole family. */
  readonly rotates?: boolean
  /** Lets a used refresh token be used once more, as many vendors do. */
  readonly allowsGraceRetry?: boolean
  /** Lifetime of access tokens, in seconds. */
  readonly expiresIn?: number
  /** The API's answer to an access token that doesn't work. */
  readonly refusal?: { readonly status: number; readonly body: object }
  /** Takes assertions that this key signed (RFC 7523), each once, from a client that says no more. */
  readonly assertions?: { readonly key: CryptoKey; readonly issuer: string; readonly audience?: string }
}

export interface TokenRequest extends Recorded {
  readonly auth: 'basic' | 'post' | 'none'
  readonly form: URLSearchParams
}

/** An answer that replaces the token endpoint's own. */
type Instead = (request: TokenRequest) => Response | Promise<Response>

interface Family {
  isAlive: boolean
  /** Access tokens that work. */
  readonly access: Set<string>
}

interface RefreshToken {
  readonly family: Family
  uses: number
}

const oauthError = (status: number, error: string, headers = {}): Response =>
  Response.json({ error, error_description: 'as RFC 6749 has it' }, { status, headers })

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** The client's id and secret, and where they stood (RFC 6749, section 2.3.1). */
const clientOf = (
  headers: Headers,
  form: URLSearchParams,
): { auth: TokenRequest['auth']; id?: string; secret?: string } => {
  const [, encoded] = /^Basic (.+)$/.exec(headers.get('authorization') ?? '') ?? []
  if (encoded !== undefined) {
    const [id = '', secret = ''] = atob(encoded).split(':')
    return { auth: 'basic', id: decoded(id), secret: decoded(secret) }
  }
  if (!form.has('client_secret')) return { auth: 'none' }
  return { auth: 'post', id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' }
}

/**
 * An OAuth authorization server on loopback with rotation and reuse detection (RFC 9700, section 4.14), and beside it an
 * API that takes its access tokens: any path but `/token` answers an empty list to a living one and 401 to any other.
 */
export const startAuthorizationServer = ({
  clientId = 'client/1',
  clientSecret = 'client secret+1',
  takes = ['basic', 'post'],
  rotates = true,
  allowsGraceRetry = false,
  expiresIn = 3600,
  refusal = { status: 401, body: { message: 'bad token' } },
  assertions,
}: AuthorizationServerOptions = {}) => {
  const seenAssertions = new Set<string | undefined>()
  const refreshTokens = new Map<string, RefreshToken>()
  const families: Family[] = []
  const requests: TokenRequest[] = []
  const calls: {
    readonly authorization: string
    readonly isAlive: boolean
    readonly idempotencyKey: string | null
  }[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const script: Instead[] = []
  const gates: Promise<unknown>[] = []

  const issue = (family: Family) => {
    const tokens = { access_token: `access-${crypto.randomUUID()}`, refresh_token: `refresh-${crypto.randomUUID()}` }
    family.access.add(tokens.access_token)
    refreshTokens.set(tokens.refresh_token, { family, uses: 0 })
    return tokens
  }

  const use = (token: string): Response => {
    const known = refreshTokens.get(token)
    if (!known?.family.isAlive) return oauthError(400, 'invalid_grant')
    known.uses += 1
    if (rotates && known.uses > (allowsGraceRetry ? 2 : 1)) {
      known.family.isAlive = false
      return oauthError(400, 'invalid_grant')
    }
    const { access_token, refresh_token } = issue(known.family)
    const common = { access_token, token_type: 'bearer', expires_in: expiresIn }
    return Response.json(rotates ? { ...common, refresh_token } : common)
  }

  const newFamily = (): Family => {
    const family: Family = { isAlive: true, access: new Set() }
    families.push(family)
    return family
  }

  /** With a refresh token, as some vendors send one although RFC 6749, section 4.4.3 says that they should not. */
  const grant = (): Response => Response.json({ ...issue(newFamily()), token_type: 'bearer', expires_in: expiresIn })

  const useAssertion = async (assertion: string): Promise<Response> => {
    if (!assertions) return oauthError(400, 'unsupported_grant_type')
    const { key, issuer, audience = `${origin}/token` } = assertions
    const options = { issuer, audience, requiredClaims: ['exp', 'iat', 'jti'], maxTokenAge: 60 }
    const verified = await jwtVerify(assertion, key, options).catch(() => undefined)
    const { jti, exp = 0, iat = 0 } = verified?.payload ?? {}
    if (!verified || exp - iat > 60 || seenAssertions.has(jti)) return oauthError(400, 'invalid_grant')
    seenAssertions.add(jti)
    return grant()
  }

  const answerToken = async (request: Request): Promise<Response> => {
    const body = await request.text()
    const form = new URLSearchParams(body)
    const { auth, id, secret } = clientOf(request.headers, form)
    const headers = Object.fromEntries(request.headers)
    const received = { method: request.method, url: request.url, headers, body, auth, form }
    requests.push(received)
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve()
    await gates.shift()
    const instead = script.shift()
    if (instead) return instead(received)
    if (form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      return useAssertion(form.get('assertion') ?? '')
    }
    if (auth === 'none' || !takes.includes(auth) || id !== clientId || secret !== clientSecret) {
      return oauthError(401, 'invalid_client', { 'www-authenticate': 'Basic realm="tokens"' })
    }
    if (form.get('grant_type') === 'client_credentials') return grant()
    if (form.get('grant_type') !== 'refresh_token') return oauthError(400, 'unsupported_grant_type')
    return use(form.get('refresh_token') ?? '')
  }

  const isAlive = (accessToken: string): boolean =>
    families.some((family) => family.isAlive && family.access.has(accessToken))

  const answerCall = (request: Request): Response => {
    const authorization = request.headers.get('authorization') ?? ''
    const alive = isAlive(authorization.replace(/^Bearer /, ''))
    calls.push({ authorization, isAlive: alive, idempotencyKey: request.headers.get('idempotency-key') })
    return alive
      ? Response.json({ ok: true, total: 0, results: [] })
      : Response.json(refusal.body, { status: refusal.status })
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: (request) => (new URL(request.url).pathname === '/token' ? answerToken(request) : answerCall(request)),
  })
  const origin: string = `http://127.0.0.1:${server.port}`

  return {
    origin,
    clientId,
    clientSecret,
    /** Token requests, in their order. */
    requests,
    /** Requests to the API. */
    calls,
    isAlive,
    /** A new family's first tokens. */
    authorize: () => issue(newFamily()),
    /** The fields of a seed for a refresh token, as `POST /admin/seed-oauth` takes them. */
    seedFor: (refresh_token: string) => ({
      client_id: clientId,
      client_secret: clientSecret,
      token_endpoint: `${origin}/token`,
      refresh_token,
    }),
    /** Ends an access token before its time. */
    revoke(accessToken: string): void {
      for (const family of families) family.access.delete(accessToken)
    },
    /** Answers the next token requests with these, one each. */
    say: (...instead: Instead[]): void => {
      script.push(...instead)
    },
    /** Holds the next token request until the answered function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      gates.push(promise)
      return resolve
    },
    /** Waits until that many token requests have come in all. */
    received: (count: number): Promise<void> =>
      requests.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    stop: () => server.stop(true),
  }
}
